// SPDX-License-Identifier: GPL-3.0-or-later
// Spans name lines of the source that they were recorded with, which may have changed since.
#include "widgets/views/timeline/sourcelookup.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

class TestSourceLookup : public QObject
{
    Q_OBJECT
private slots:
    void functionsAreFoundWhereTheyAreNow_data()
    {
        QTest::addColumn<QString>("function");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("expected");
        QTest::newRow("in its body") << "build" << 6 << 6;
        QTest::newRow("its first line") << "build" << 4 << 4;
        QTest::newRow("its last line") << "build" << 8 << 8;
        QTest::newRow("before it") << "build" << 2 << 4;
        QTest::newRow("in another") << "build" << 13 << 4;
        QTest::newRow("with arguments over lines") << "Worker::run(int)" << 5 << 10;
        QTest::newRow("a call is no definition") << "lower" << 6 << 6;
        QTest::newRow("beyond the end") << "build" << 500 << 4;
        QTest::newRow("unknown name") << "nobody" << 3 << 3;
        QTest::newRow("no name") << "" << 3 << 3;
        QTest::newRow("no word") << "(*)" << 3 << 3;
    }
    void functionsAreFoundWhereTheyAreNow()
    {
        QFETCH(QString, function);
        QFETCH(int, line);
        QFETCH(int, expected);
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("a.cpp")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("int lower(int);\n" // 1
                   "int build(int);\n"
                   "\n"
                   "int build(int x)\n" // 4
                   "{\n"
                   "    return lower(x);\n"
                   "    // no more\n"
                   "}\n" // 8
                   "\n"
                   "int Worker::run(int x,\n" // 10
                   "                int y)\n"
                   "{\n"
                   "    return build(x) + y;\n" // 13
                   "}\n");
        file.close();
        const SourceText found = findSource(QStringLiteral("a.cpp"), line, function, {folder.path()});
        QCOMPARE(found.line, expected);
        QCOMPARE(found.isMoved, line != expected);
        QVERIFY(found.firstLine <= found.line);
    }

    void pythonToo()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("a.py")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("import x\n\ndef tune(task):\n    go(task)\n\ntune(1)\n");
        file.close();
        QCOMPARE(findSource(QStringLiteral("a.py"), 1, QStringLiteral("tune"), {folder.path()}).line, 3);
        QCOMPARE(findSource(QStringLiteral("a.py"), 4, QStringLiteral("tune"), {folder.path()}).line, 4);
    }
};

QTEST_GUILESS_MAIN(TestSourceLookup)
#include "tst_sourcelookup.moc"
