// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/memoryplan.h"

#include <QTest>

#include <random>

using namespace knobscope;

class TestMemoryPlan : public QObject
{
    Q_OBJECT
private slots:
    void whatLivesTogetherLiesApart()
    {
        std::mt19937 random(3);
        for (int round = 0; round < 200; ++round) {
            std::vector<Lifetime> lives(1 + random() % 40);
            for (Lifetime& life : lives) {
                life.first = static_cast<int>(random() % 30);
                life.last = life.first + static_cast<int>(random() % 6);
                life.bytes = static_cast<int64_t>(random() % 5000);
            }
            const MemoryPlan plan = planMemory(lives);
            QVERIFY(plan.bytes >= plan.leastBytes);
            for (size_t a = 0; a < lives.size(); ++a) {
                QCOMPARE(plan.offsets[a] % 64, 0);
                QVERIFY(plan.offsets[a] + lives[a].bytes <= plan.bytes);
                for (size_t b = 0; b < a; ++b) {
                    const bool together = lives[a].first <= lives[b].last && lives[b].first <= lives[a].last;
                    const bool apart = plan.offsets[a] + lives[a].bytes <= plan.offsets[b]
                                    || plan.offsets[b] + lives[b].bytes <= plan.offsets[a];
                    QVERIFY(!together || apart);
                }
            }
        }
    }

    void aChainNeedsTwoTensors()
    {
        std::vector<Lifetime> lives;
        for (int i = 0; i < 10; ++i) {
            lives.push_back({6400, i, i + 1});
        }
        const MemoryPlan plan = planMemory(lives);
        QCOMPARE(plan.bytes, 12800);
        QCOMPARE(plan.leastBytes, 12800);
    }

    void hundredsOfThousandsArePlannedInMoments()
    {
        std::vector<Lifetime> chain;
        std::vector<Lifetime> together;
        for (int i = 0; i < 200'000; ++i) {
            chain.push_back({6400, i, i + 1});
            together.push_back({64, i, 200'000});
        }
        QCOMPARE(planMemory(chain).bytes, 12800);
        QCOMPARE(planMemory(together).bytes, int64_t{64} * 200'000);
    }

    void nothingNeedsNothing()
    {
        QCOMPARE(planMemory({}).bytes, 0);
        QCOMPARE(planMemory(std::vector<Lifetime>{{0, 0, 0}}).bytes, 0);
    }
};

QTEST_APPLESS_MAIN(TestMemoryPlan)
#include "tst_memoryplan.moc"
