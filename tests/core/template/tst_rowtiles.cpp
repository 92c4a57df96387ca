// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/rowtiles.h"

#include <QTest>

using namespace knobscope;

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
        const RowTile tile = bestRowTile(avx2, 8, columns, 64, true);
        QCOMPARE(tile.block, block);
        QCOMPARE(tile.rows, rows);
    }

    /// A line of the second cache is worth more products than one of the first: 5 rows divide 50 as 10 do, but read each column
    /// of the weights twice as often.
    void tilesAreTallerForColumnsOfTheSecondCache()
    {
        TargetTraits avx512;
        avx512.simdLanes = 16;
        const RowTile near = bestRowTile(avx512, 50, 768, 64, true);
        const RowTile far = bestRowTile(avx512, 50, 768, 3072, true);
        const auto linesPerProduct = [](const RowTile& tile) { return 1.0 / static_cast<double>(tile.rows); };
        QVERIFY(linesPerProduct(far) <= 0.1);
        QVERIFY(linesPerProduct(far) <= linesPerProduct(near));
    }
};

QTEST_APPLESS_MAIN(TestRowTiles)
#include "tst_rowtiles.moc"
