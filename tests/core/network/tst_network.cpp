// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/network.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <random>

using namespace knobscope;

namespace {

const std::vector<Network>& shipped()
{
    static const auto networks = loadNetworks();
    return networks.value();
}

std::string resourceText()
{
    QFile file(KNOBSCOPE_FIXTURES "/../../resources/networks/networks.json");
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

class TestNetwork : public QObject
{
    Q_OBJECT

private slots:
    void shippedNetworksAreTheResourceFile();
    void totalsMatchTheFile();
    void everyFormIsFound();
    void nameAloneMeansTheFirstForm();
    void unknownNamesAreAnsweredWithTheNearest_data();
    void unknownNamesAreAnsweredWithTheNearest();
    void filesAreRead();
    void badDocumentsAreRefused_data();
    void badDocumentsAreRefused();
    void damagedFilesNeverCrash();
};

void TestNetwork::shippedNetworksAreTheResourceFile()
{
    const std::string text = resourceText();
    QVERIFY(!text.empty());
    const auto fromFile = loadNetworks(KNOBSCOPE_FIXTURES "/../../resources/networks/networks.json");
    QVERIFY(fromFile);
    QCOMPARE(shipped().size(), fromFile->size());
    QCOMPARE(shipped().size(), nlohmann::json::parse(text)["networks"].size());
    for (size_t i = 0; i < shipped().size(); ++i) {
        QCOMPARE(shipped()[i].id(), (*fromFile)[i].id());
        QCOMPARE(shipped()[i].workloads.size(), (*fromFile)[i].workloads.size());
    }
}

void TestNetwork::totalsMatchTheFile()
{
    const auto document = nlohmann::json::parse(resourceText());
    for (size_t i = 0; i < shipped().size(); ++i) {
        const auto& entry = document["networks"][i];
        const Network& network = shipped()[i];
        QVERIFY2(std::abs(network.totalFlops() * 1e-9 - entry["total_gflops"].get<double>()) < 1e-6, network.id().c_str());
        for (size_t j = 0; j < network.workloads.size(); ++j)
            QVERIFY(std::abs(network.workloads[j].plainFlops() * 1e-9 - entry["workloads"][j]["gflops"].get<double>()) < 6e-7);
    }
}

void TestNetwork::everyFormIsFound()
{
    for (const Network& network : shipped()) {
        const auto byId = findNetwork(shipped(), network.id());
        QVERIFY(byId);
        QCOMPARE(byId->variant, network.variant);
        const auto byBoth = findNetwork(shipped(), network.name + "/" + network.variant);
        QVERIFY(byBoth);
        QCOMPARE(byBoth->id(), network.id());
    }
}

void TestNetwork::nameAloneMeansTheFirstForm()
{
    const auto plain = findNetwork(shipped(), "resnet-18");
    QVERIFY(plain);
    QCOMPARE(plain->variant, std::string("testing"));
    QCOMPARE(plain->workloads.size(), size_t{13});
    QVERIFY(plain->input == std::vector<int64_t>({1, 3, 224, 224}));
    const auto torch = findNetwork(shipped(), "resnet-18/v1b");
    QVERIFY(torch);
    QCOMPARE(torch->id(), std::string("resnet-18/v1b"));
    QCOMPARE(torch->workloads.size(), size_t{12});
}

void TestNetwork::unknownNamesAreAnsweredWithTheNearest_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* says) { QTest::newRow(name) << name << says; };
    row("resnet18", "did you mean 'resnet-18'?");
    row("ResNet-18", "did you mean 'resnet-18'?");
    row("resnet-18/v1c", "did you mean 'resnet-18/v1b'?");
    row("mobilnet-v2", "did you mean 'mobilenet-v2'?");
    row("transformer", "there are resnet-18, resnet-18/v1b");
    row("", "there are resnet-18");
}

void TestNetwork::unknownNamesAreAnsweredWithTheNearest()
{
    QFETCH(QString, name);
    QFETCH(QString, says);
    const auto network = findNetwork(shipped(), name.toStdString());
    QVERIFY(!network);
    QCOMPARE(network.error().code, ErrorCode::NotFound);
    QVERIFY2(QString::fromStdString(network.error().message).contains(says), network.error().message.c_str());
    QVERIFY(!findNetwork(shipped(), std::string(1 << 20, 'x')));
}

void TestNetwork::filesAreRead()
{
    QTemporaryDir directory;
    const QString path = directory.filePath("mine.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        R"({"networks":[{"network":"mine","variant":"a","workloads":[{"op":"dense","in_features":8,"out_features":4}]}]})");
    file.close();
    const auto networks = loadNetworks(path.toStdString());
    QVERIFY(networks);
    QCOMPARE(networks->front().id(), std::string("mine"));
    QCOMPARE(networks->front().totalFlops(), 64.0);

    const auto missing = loadNetworks(directory.filePath("none.json").toStdString());
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::NotFound);
    QVERIFY(missing.error().message.find("none.json cannot be read: No such file") != std::string::npos);
    const auto folder = loadNetworks(directory.path().toStdString());
    QVERIFY(!folder);
    QVERIFY2(folder.error().message.ends_with("is a folder, not a file"), folder.error().message.c_str());
}

void TestNetwork::badDocumentsAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* text, const char* says) { QTest::newRow(text) << text << says; };
    row("", "here is not valid JSON");
    row("{\"networks\":[", "here is not valid JSON from its byte 14 on");
    row("[]", "list \"networks\"");
    row("{}", "list \"networks\"");
    row(R"({"networks":[]})", "not empty");
    row(R"({"networks":[3]})", "network 1: a network must be a JSON object");
    row(R"({"networks":[{"variant":"a"}]})", "network 1: \"network\" must be a text");
    row(R"({"networks":[{"network":"a/b","variant":"a"}]})", "no '/' and no ':'");
    row(R"({"networks":[{"network":"n"}]})", "n: \"variant\" must be a text");
    row(R"({"networks":[{"network":"n","variant":"a","workloads":[]}]})", "n: \"workloads\" must be a list");
    row(R"({"networks":[{"network":"n","variant":"a","input":[0],"workloads":[]}]})", "n: \"input\" must be");
    row(R"({"networks":[{"network":"n","variant":"a","workloads":[{"op":"dense","in_features":8,"out_features":4},{"op":"dense","in_features":8,"out_features":0}]}]})",
        "n: workload 2: \"out_features\" is 0");
    row(R"({"networks":[{"network":"n","variant":"a","workloads":[{"op":"dense","in_features":8,"out_features":4}]},
                        {"network":"n","variant":"a","workloads":[{"op":"dense","in_features":8,"out_features":4}]}]})",
        "lists n/a twice");
}

void TestNetwork::badDocumentsAreRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto networks = parseNetworks(text.toStdString(), "here");
    QVERIFY(!networks);
    QVERIFY2(QString::fromStdString(networks.error().message).contains(says), networks.error().message.c_str());
}

void TestNetwork::damagedFilesNeverCrash()
{
    const std::string text = resourceText().substr(0, 6000) + "]}]}";
    std::mt19937 random(3);
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string damaged = text;
        for (int j = 0; j < 3; ++j)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        refused += parseNetworks(damaged, "damaged").has_value() ? 0 : 1;
    }
    QVERIFY(refused > 1000);
}

QTEST_APPLESS_MAIN(TestNetwork)
#include "tst_network.moc"
