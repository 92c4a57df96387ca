// SPDX-License-Identifier: GPL-3.0-or-later
// The order of visit and the cache lines of real loop nests, replayed and drawn.
#include "core/study/visitorder.h"
#include "core/target/host.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace knobscope;

namespace {

VisitOrder orderOf(const std::string& text, size_t step)
{
    return smallVisitOrder(text, hostTarget().value(), step).value();
}

constexpr const char* kSquare = "matmul(n=64, m=64, k=64)\nreorder(C.k, C.y, C.x)";

} // namespace

class TestVisitOrder : public QObject
{
    Q_OBJECT
private slots:
    void linesAreThoseOfTheLoops()
    {
        // k innermost: a row of A is 4 lines, touched again for each column; B goes down a column, a line for each k.
        const VisitOrder plain = orderOf(kSquare, 0);
        QVERIFY(plain.isWhole);
        QCOMPARE(plain.places.size(), size_t(64 * 64)); // several writes in a row to one element count once
        QCOMPARE(plain.lines.size(), size_t(3));
        QCOMPARE(plain.lines[1].tensor, std::string("B"));
        const auto isOf = [&](size_t grid, uint32_t line) {
            return line >= plain.lines[grid].first && line < plain.lines[grid].first + 64 * 4;
        };
        std::vector<uint32_t> ofB;
        std::ranges::copy_if(plain.touches, std::back_inserter(ofB), [&](uint32_t line) { return isOf(1, line); });
        QCOMPARE(ofB.size(), size_t(64 * 64 * 64)); // no line twice in a row
        QCOMPARE(ofB[1] - ofB[0], 4U);              // the next row
        QCOMPARE(std::ranges::count_if(plain.touches, [&](uint32_t line) { return isOf(0, line); }), std::ptrdiff_t(64 * 64 * 4));
        // k outermost: each element of C is visited 64 times.
        QCOMPARE(orderOf(kSquare, 1).places.size(), size_t(64 * 64 * 64 + 64 * 64));
    }

    /// Indices are sums of two loops then; where the last part is shorter, it is a loop of its own.
    void aSplitLoopVisitsTheSame()
    {
        const VisitOrder plain = orderOf("matmul(n=8, m=10, k=8)", 0);
        const VisitOrder even = orderOf("matmul(n=8, m=10, k=8)\nxo, xi = split(C.x, 2)", 1);
        QVERIFY(!plain.places.empty());
        QCOMPARE(even.places, plain.places);
        QCOMPARE(even.touches, plain.touches);
        QCOMPARE(orderOf("matmul(n=8, m=10, k=8)\nxo, xi = split(C.x, 4)", 1).places, plain.places);
    }

    void sumsOfTheScheduleShowTheReadsOfTheirInputs()
    {
        const VisitOrder order = orderOf("matmul(n=16, m=16, k=16)\nW = cache_write(C)", 1);
        QCOMPARE(order.places.size(), size_t(16 * 16)); // the copies from W
        QCOMPARE(std::set<uint32_t>(order.touches.begin(), order.touches.end()).size(), order.lineCount());
    }

    void replaysGoBothWays()
    {
        const VisitOrder order = orderOf(kSquare, 1);
        VisitReplay replay(order);
        QCOMPARE(replay.element(0), VisitReplay::Cell::Untouched);
        replay.goTo(200);
        QCOMPARE(replay.element(0), VisitReplay::Cell::Touched);
        QCOMPARE(replay.element(199), VisitReplay::Cell::Recent);
        QCOMPARE(replay.element(200), VisitReplay::Cell::Untouched);
        replay.goTo(1);
        QCOMPARE(replay.element(0), VisitReplay::Cell::Recent);
        QCOMPARE(replay.element(199), VisitReplay::Cell::Untouched);
        replay.goTo(SIZE_MAX);
        QCOMPARE(replay.position(), order.places.size());
        QCOMPARE(replay.linesTouched(), order.lineCount());
    }

    void picturesPlay()
    {
        const VisitOrder order = orderOf(kSquare, 0);
        const std::string playing = svgOf(order, {});
        QVERIFY(playing.find("<animate ") != std::string::npos);
        QVERIFY(playing.find("<script") == std::string::npos);
        QVERIFY2(playing.size() < 4 << 20, qPrintable(QString::number(playing.size())));
        const std::string still = svgOf(order, {}, 0, 1);
        QVERIFY(still.find("<animate ") == std::string::npos);
    }

    void sizesAreCut()
    {
        const VisitOrder order = orderOf("matmul(n=4096, m=4096, k=4096)\nunroll(C.k)", 0);
        QCOMPARE(order.rows, 64);
        QVERIFY(!smallVisitOrder(kSquare, hostTarget().value(), 2)); // no such step
    }

    void aFrameIsFast()
    {
        const VisitOrder order = orderOf(kSquare, 1);
        VisitReplay replay(order);
        size_t cells = 0;
        QBENCHMARK_ONCE
        {
            for (size_t frame = 0; frame < 300; ++frame) {
                replay.goTo(order.places.size() * frame / 300);
                for (size_t i = 0; i < 64 * 64; ++i) {
                    cells += replay.element(i) == VisitReplay::Cell::Recent ? 1 : 0;
                }
            }
        }
        QVERIFY(cells > 0);
    }
};

QTEST_MAIN(TestVisitOrder)
#include "tst_visitorder.moc"
