// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readjson.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace knobscope;

namespace {

std::string nested(size_t depth)
{
    return std::string(depth, '[') + std::string(depth, ']');
}

} // namespace

class TestReadJson : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;

private slots:
    void refusesInASentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const std::string& text, const char* sentence) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QString::fromUtf8(sentence);
        };
        row("deep list", nested(100'000), "It is nested more than 64 levels deep");
        row("deep and never closed", std::string(10'000'000, '['), "It is nested more than 64 levels deep");
        row("just too deep", nested(65), "It is nested more than 64 levels deep");
        std::string objects;
        for (int i = 0; i < 100'000; ++i) {
            objects += "{\"a\":";
        }
        row("deep objects", objects, "It is nested more than 64 levels deep");
        std::string many = "[0";
        for (int i = 0; i < 1'000'000; ++i) {
            many += ",0";
        }
        row("many", many + "]", "It contains more than 1000000 values, the largest number that is read");
        row("long", "\"" + std::string(size_t{64} << 20, 'x') + "\"",
            "It is longer than 67108864 bytes, the largest size that is read");
        row("half", "{\"a\": ", "It is not valid JSON; the first error is at byte 7");
        row("large number", "1e999", "It contains a number that is too large");
        row("bad UTF-8", "\"\xff\"", "It is not valid JSON; the first error is at byte 2");
        row("closed before it is opened", "]]]]", "It is not valid JSON; the first error is at byte 1");
        row("ends inside an escape", "\"\\", "It is not valid JSON; the first error is at byte 3");
    }

    void refusesInASentence()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, sentence);
        const auto read = readJson(text.toStdString(), "It");
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().message), sentence);
    }

    /// Brackets, commas and quotes inside strings are text.
    void stringsDoNotCount()
    {
        const std::string text = "[\"\\\"[[[,,,\", \"{{\\\\\", \"" + std::string(200, '[') + "\"]";
        const auto read = readJson(text, "It", {.bytes = 1000, .depth = 1, .values = 4});
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->size(), size_t(3));
    }

    void whatIsWithinTheLimitsIsRead()
    {
        QVERIFY(readJson(nested(64), "It"));
        QVERIFY(jsonOrNull("[1, 2]") == nlohmann::json({1, 2}));
        QVERIFY(jsonOrNull(nested(65)).is_null());
    }

    void filesWithoutEndAreRefused()
    {
        QVERIFY(readJsonFile("/dev/zero", Readable::FilesAndPipes, {.bytes = 100'000})
                    .error()
                    .message.find("longer than 100000 bytes")
                != std::string::npos);
        const std::string path = m_dir.filePath("a.json").toStdString();
        std::ofstream(path) << "{\"a\": 3}";
        QVERIFY((*readJsonFile(path, Readable::Files))["a"] == 3);
        QVERIFY(readJsonFile(m_dir.path().toStdString(), Readable::Files).error().message.ends_with("is a folder, not a file"));
        QVERIFY(readJsonFile(path + ".none", Readable::Files).error().code == ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestReadJson)
#include "tst_readjson.moc"
