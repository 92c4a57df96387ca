// SPDX-License-Identifier: GPL-3.0-or-later
// Passes every file of tests/fixtures/fuzz to its reader: the fuzzers' seeds and their findings.
#include "tests/fuzz/readers.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <exception>

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

    void aBrokenPromiseIsSeen() { QVERIFY_THROWS_EXCEPTION(std::logic_error, fuzz::require(false, "it does not hold")); }
};

QTEST_APPLESS_MAIN(TestFuzzSeeds)
#include "tst_fuzzseeds.moc"
