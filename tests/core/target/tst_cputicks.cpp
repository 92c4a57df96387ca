// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/cputicks.h"

#include <QTest>

#include <sstream>

using namespace knobscope;

namespace {

std::map<int, CpuTicks> ticks(const char* text)
{
    std::istringstream in(text);
    return readCpuTicks(in);
}

} // namespace

class TestCpuTicks : public QObject
{
    Q_OBJECT
private slots:
    void coresAreReadOneByOne()
    {
        const auto read =
            ticks("cpu  30 0 10 50 10 0 0 0 0 0\ncpu0 20 0 5 20 5 0 0 0 0 0\ncpu11 10 0 5 30 5 0 0 0 0 0\nintr 5 3\n");
        QCOMPARE(read.size(), size_t(3));
        QCOMPARE(read.at(-1).total, int64_t(100));
        QCOMPARE(read.at(-1).busy, int64_t(40));
        QCOMPARE(read.at(11).busy, int64_t(15));
        QVERIFY(ticks("").empty());
        QVERIFY(ticks("cpu0 3 4\nintr").empty());
    }

    void onlyTheCoresAskedForCount()
    {
        const auto before = ticks("cpu0 0 0 0 0 0 0 0 0\ncpu1 100 0 0 100 0 0 0 0\n");
        const auto after = ticks("cpu0 100 0 0 0 0 0 0 0\ncpu1 110 0 5 170 10 0 0 5\n"); // the last: stolen
        const std::vector<int> second{1};
        const std::vector<int> both{0, 1};
        const std::vector<int> other{7};
        QCOMPARE(busyShare(before, after, second), 0.2);
        QCOMPARE(busyShare(before, after, both), 0.6);
        QCOMPARE(busyShare(before, after, other), 0.0);
        QCOMPARE(busyShare(after, after, both), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestCpuTicks)
#include "tst_cputicks.moc"
