// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/host.h"
#include "core/task/task.h"
#include "core/template/rowtiles.h"
#include "core/template/untuned.h"

#include <QTest>

using namespace knobscope;
using nlohmann::json;

class TestRowTiles : public QObject
{
    Q_OBJECT
private slots:
    void vectorsOfAnyLength()
    {
        QCOMPARE(vectorsOf(16, 8), int64_t{2});
        QCOMPARE(vectorsOf(20, 8), int64_t{3});
        QCOMPARE(vectorsOf(15, 8), int64_t{4}); // 8, 4, 2 and 1
    }

    /// 15 columns are four vectors, of 8, 4, 2 and 1 numbers; 20 are three.
    void blocksOfWholeLayersFillVectors_data()
    {
        QTest::addColumn<qint64>("columns");
        QTest::addColumn<qint64>("block");
        QTest::addColumn<qint64>("rows");
        QTest::newRow("divided by a vector") << qint64{768} << qint64{24} << qint64{4};
        QTest::newRow("300") << qint64{300} << qint64{20} << qint64{3}; // a register stays free
    }
    void blocksOfWholeLayersFillVectors()
    {
        QFETCH(qint64, columns);
        QFETCH(qint64, block);
        QFETCH(qint64, rows);
        TargetTraits avx2;
        avx2.simdLanes = 8;
        const RowTile tile = bestRowTile(avx2, {.m = 8, .n = columns}, true);
        QCOMPARE(tile.block, block);
        QCOMPARE(tile.rows, rows);
    }

    /// Tiles of five rows divide these rows and have just enough sums, but read the columns twice as often as taller ones.
    void tallTilesReadTheColumnsLessOften_data()
    {
        QTest::addColumn<qint64>("rows");
        QTest::newRow("50") << qint64{50};
        QTest::newRow("128") << qint64{128};
        QTest::newRow("1500") << qint64{1500};
    }
    void tallTilesReadTheColumnsLessOften()
    {
        QFETCH(qint64, rows);
        TargetTraits avx512;
        avx512.simdLanes = 16;
        const RowTile tile = bestRowTile(avx512, {.m = rows, .n = 768, .k = 768}, true);
        QCOMPARE(tile.block, int64_t{32});
        QVERIFY2(tile.rows >= 12, qPrintable(QString::number(tile.rows)));
    }

    /// A part's rows are few enough for the second-level cache to keep the lines beside those that a block of columns writes.
    void manyRowsAreComputedInParts()
    {
        QCOMPARE(partsInCache(1), int64_t{1});
        QCOMPARE(partsInCache(512), int64_t{1});
        QCOMPARE(partsInCache(513), int64_t{2});
        QCOMPARE(partsInCache(1500), int64_t{4});
        QCOMPARE(partsInCache(int64_t{1} << 40), kMostRowParts);
        const json args = json::parse(R"([["TENSOR",[1500,256],"float32"],["TENSOR",[256,256],"float32"],null,"float32"])");
        const auto task = makeTask("dense_tiles.x86", args, parseTarget("llvm -mcpu=znver3").value());
        const ConfigEntity config =
            untunedConfig(**findTemplate(task->name), task->space, traitsOf(task->target), task->args, 1).value();
        QVERIFY(config.find("row_parts"));
        QVERIFY(*config.find("row_parts") == KnobValue(OtherEntity{int64_t{4}}));
    }

    /// The lines of all rows of a tile, one each, stay in the first-level cache: rows of 4096 bytes share one of its sets.
    void rowsOfATileStayInTheCache_data()
    {
        QTest::addColumn<qint64>("reduction");
        QTest::addColumn<qint64>("columns");
        QTest::addColumn<qint64>("most");
        QTest::newRow("256") << qint64{256} << qint64{256} << qint64{14};
        QTest::newRow("1000") << qint64{1000} << qint64{256} << qint64{14};
        QTest::newRow("1024") << qint64{1024} << qint64{256} << qint64{8};
        QTest::newRow("3072") << qint64{3072} << qint64{256} << qint64{8};
        QTest::newRow("1024 columns") << qint64{256} << qint64{1024} << qint64{8};
    }
    void rowsOfATileStayInTheCache()
    {
        QFETCH(qint64, reduction);
        QFETCH(qint64, columns);
        QFETCH(qint64, most);
        TargetTraits avx512;
        avx512.simdLanes = 16;
        const MatrixProduct product{.m = 1500, .n = columns, .k = reduction};
        QCOMPARE(bestRowTile(avx512, product, true).rows, most);
        QCOMPARE(bestRowTile(avx512, product, false).rows, most);
    }
};

QTEST_APPLESS_MAIN(TestRowTiles)
#include "tst_rowtiles.moc"
