// SPDX-License-Identifier: GPL-3.0-or-later
// What desktops take files for, by packaging/org.knobscope.Knobscope.mime.xml.
#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QTemporaryDir>
#include <QTest>

class TestMimeTypes : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_home;

private slots:
    void initTestCase()
    {
        QVERIFY(QDir(m_home.path()).mkpath(QStringLiteral("mime/packages")));
        QVERIFY(QFile::copy(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/packaging/org.knobscope.Knobscope.mime.xml"),
                            m_home.filePath(QStringLiteral("mime/packages/knobscope.xml"))));
        qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
        qputenv("QT_NO_MIME_CACHE", "1");
    }

    void onlyRecordsAreAutoTvmLogs()
    {
        const auto typeOf = [](const QByteArray& data) { return QMimeDatabase().mimeTypeForData(data).name(); };
        const QByteArray record =
            R"({"input": ["llvm -keys=cpu", "dense_nopack.x86", [["TENSOR", [1, 512], "float32"]], {}], )"
            R"("config": {"index": 72, "code_hash": null, "entity": []}, "result": [[0.1], 0, 1.2, 1700000000], )"
            R"("version": 0.2, "tvm_version": "0.16.0"})";
        QCOMPARE(typeOf(record), QStringLiteral("application/x-autotvm-log"));
        QVERIFY(typeOf(R"({"input": ["a question", "another"], "output": ["an answer"]})")
                != QLatin1String("application/x-autotvm-log"));
        QVERIFY(typeOf(R"({"config": {"index": 1}})") != QLatin1String("application/x-autotvm-log"));
    }
};

QTEST_GUILESS_MAIN(TestMimeTypes)
#include "tst_mimetypes.moc"
