// SPDX-License-Identifier: GPL-3.0-or-later
// Passes every file of tests/fixtures/fuzz to its reader: the fuzzers' seeds and their findings.
#include "core/graph/operator.h"
#include "tests/fuzz/readers.h"

#include <QByteArrayList>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

using namespace knobscope;

class TestFuzzSeeds : public QObject
{
    Q_OBJECT
private:
    static QDir folderOf(const fuzz::Reader& reader) { return {QStringLiteral(KNOBSCOPE_FIXTURES "/fuzz/") + reader.name}; }

private slots:
    void everyInputIsReadOrRefused_data()
    {
        QTest::addColumn<const fuzz::Reader*>("reader");
        QTest::addColumn<QString>("path");
        for (const fuzz::Reader& reader : fuzz::readers()) {
            const auto files = folderOf(reader).entryInfoList(QDir::Files, QDir::Name);
            QVERIFY2(!files.isEmpty(), reader.name);
            for (const QFileInfo& file : files) {
                QTest::addRow("%s/%s", reader.name, qPrintable(file.fileName())) << &reader << file.filePath();
            }
        }
    }

    void everyInputIsReadOrRefused()
    {
        QFETCH(const fuzz::Reader*, reader);
        QFETCH(QString, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        try {
            reader->read(file.readAll().toStdString());
        } catch (const std::exception& e) {
            QFAIL(e.what());
        }
    }

    void everyFolderHasItsReader()
    {
        for (const QString& folder :
             QDir(QStringLiteral(KNOBSCOPE_FIXTURES "/fuzz")).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const auto all = fuzz::readers();
            QVERIFY2(std::any_of(all.begin(), all.end(), [&](const fuzz::Reader& reader) { return folder == reader.name; }),
                     qPrintable(folder));
        }
    }

    /// The importer's fuzzer starts from its own seeds and from the models of the importer's tests (`./dev fuzz`). All operators
    /// that a file may have are among them: a mutation would hardly find a name.
    void theImportersSeedsHaveEveryOperator()
    {
        QByteArrayList models;
        for (const char* folder : {"/fuzz/onnx", "/onnx"}) {
            QDirIterator files(QStringLiteral(KNOBSCOPE_FIXTURES) + folder, {QStringLiteral("*.onnx")}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                models += file.readAll();
            }
        }
        std::vector<std::string> names{"If",
                                       "Loop",
                                       "Scan",
                                       "Attention",
                                       "MultiHeadAttention",
                                       "RotaryEmbedding",
                                       "FusedMatMul",
                                       "FusedConv",
                                       "FusedGemm",
                                       "BiasGelu",
                                       "FastGelu",
                                       "QuickGelu",
                                       "SkipLayerNormalization",
                                       "EmbedLayerNormalization"};
        for (const Operator& op : operators()) {
            names.emplace_back(op.name);
        }
        std::erase(names, "SubtractZeroPoint"); // of a pass
        for (const std::string& name : names) {
            constexpr char typeField = 0x22; // NodeProto.op_type
            const QByteArray node = QByteArray(1, typeField) + static_cast<char>(name.size()) + QByteArray::fromStdString(name);
            QVERIFY2(std::ranges::any_of(models, [&](const QByteArray& model) { return model.contains(node); }), name.c_str());
        }
    }

    void aBrokenPromiseIsSeen() { QVERIFY_THROWS_EXCEPTION(std::logic_error, fuzz::require(false, "it does not hold")); }
};

QTEST_APPLESS_MAIN(TestFuzzSeeds)
#include "tst_fuzzseeds.moc"
