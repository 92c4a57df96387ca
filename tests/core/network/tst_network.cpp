// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/network.h"

#include <QFile>
#include <QtTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

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
    void whatIsNoListIsRefused();
};

void TestNetwork::shippedNetworksAreTheResourceFile()
{
    const std::string text = resourceText();
    QVERIFY(!text.empty());
    const auto fromFile = parseNetworks(text);
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
    std::set<std::string> ids;
    for (size_t i = 0; i < shipped().size(); ++i) {
        const auto& entry = document["networks"][i];
        const Network& network = shipped()[i];
        QVERIFY2(std::abs(network.totalFlops() * 1e-9 - entry["total_gflops"].get<double>()) < 1e-6, network.id().c_str());
        QVERIFY2(ids.insert(network.id()).second, network.id().c_str());
        for (size_t j = 0; j < network.workloads.size(); ++j) {
            const auto& listed = entry["workloads"][j];
            QVERIFY(std::abs(network.workloads[j].plainFlops() * 1e-9 - listed["gflops"].get<double>()) < 6e-7);
            if (const auto* conv = std::get_if<ConvWorkload>(&network.workloads[j].shape)) {
                QCOMPARE(conv->oh(), listed["OH"].get<int64_t>());
                QCOMPARE(conv->ow(), listed["OW"].get<int64_t>());
                QVERIFY(conv->c % conv->groups == 0 && conv->k % conv->groups == 0);
            }
        }
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
    row("resnet-18/float32", "available networks: resnet-18, resnet-18/v1b, resnet-18/int8, resnet-18/bfloat16");
    row("resnet-50/int16", "resnet-50/int8, resnet-50/bfloat16");
    row("transformer", "available networks: resnet-18, resnet-18/v1b");
    row("", "available networks: resnet-18");
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

void TestNetwork::whatIsNoListIsRefused()
{
    for (const char* text : {"", "{\"networks\":[", "[]", "{}", R"({"networks":[3]})", R"({"networks":[{"network":"n"}]})",
                             R"({"networks":[{"network":"n","variant":"a","workloads":[{"op":"dense"}]}]})"}) {
        const auto networks = parseNetworks(text);
        QVERIFY2(!networks, text);
        QVERIFY2(networks.error().message.starts_with("networks.json: "), networks.error().message.c_str());
    }
}

QTEST_APPLESS_MAIN(TestNetwork)
#include "tst_network.moc"
