// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/printer.h"
#include "core/lower/lower.h"

#include <QTest>

using namespace knobscope;
using namespace knobscope::ir;

namespace {

struct Matmul {
    Tensor a = placeholder("A", {16, 32});
    Tensor b = placeholder("B", {32, 24});
    IterVar k = reduceAxis("k", 32);
    Tensor c = compute("C", {16, 24}, [this](auto i) { return sum(a({i[0], k.var}) * b({k.var, i[1]}), {k}); }, {"y", "x"});
    Schedule s{{c}};
};

bool refusedWith(const Schedule& s, std::initializer_list<const char*> words)
{
    if (!s.error()) {
        return false;
    }
    for (const char* word : words) {
        if (s.error()->message.find(word) == std::string::npos) {
            qWarning("%s", s.error()->message.c_str());
            return false;
        }
    }
    return s.error()->code == ErrorCode::IllegalSchedule;
}

} // namespace

class TestSchedule : public QObject
{
    Q_OBJECT
private slots:
    void primitivesAreListedWithTheirKnobs()
    {
        Matmul m;
        const auto [yo, yi] = m.s[m.c].chosenBy("tile_y").split(m.s[m.c].axis(0), 8);
        m.s[m.c].unroll(yi);
        QVERIFY(!m.s.error());
        QVERIFY(m.s.text().find("s[C].split(y, factor=8)") != std::string::npos);
        QVERIFY(m.s.text().find("# tile_y") != std::string::npos);
    }

    void loopsKnowTheirPrimitive()
    {
        Matmul m;
        m.s[m.c].chosenBy("tile_x").split(m.s[m.c].axis(1), 8);
        const auto nest = lower(m.s, "matmul");
        QVERIFY(nest.has_value());
        bool found = false;
        for (const PrintedLine& line : print(*nest)) {
            if (line.text.find("for x.inner in") != std::string::npos) {
                found = nest->provenance[static_cast<size_t>(line.loops.back())].knob == "tile_x";
            }
        }
        QVERIFY(found);
    }

    void refusesAnAxisThatIsGone()
    {
        Matmul m;
        const IterVar y = m.s[m.c].axis(0);
        m.s[m.c].split(y, 4);
        m.s[m.c].split(y, 2);
        QVERIFY(refusedWith(m.s, {"Stage C", "axis y", "y.outer"}));
        QVERIFY(!lower(m.s, "f"));
    }

    void refusesAZeroFactor()
    {
        Matmul m;
        m.s[m.c].split(m.s[m.c].axis(0), 0);
        QVERIFY(refusedWith(m.s, {"Stage C", "y", "at least 1"}));
    }

    void refusesFusingAcrossLoops()
    {
        Matmul m;
        m.s[m.c].fuse({m.s[m.c].axis(1), m.s[m.c].axis(0)});
        QVERIFY(refusedWith(m.s, {"Stage C", "x and y", "reorder"}));
    }

    void refusesFusingReductionWithSpace()
    {
        Matmul m;
        m.s[m.c].fuse({m.s[m.c].axis(1), m.s[m.c].reduceAxis(0)});
        QVERIFY(refusedWith(m.s, {"reduction"}));
    }

    void refusesVectorizedReduction()
    {
        Matmul m;
        m.s[m.c].vectorize(m.s[m.c].reduceAxis(0));
        QVERIFY(refusedWith(m.s, {"Stage C", "axis k", "rfactor"}));
    }

    void refusesSecondAnnotation()
    {
        Matmul m;
        m.s[m.c].parallel(m.s[m.c].axis(0));
        m.s[m.c].unroll(m.s[m.c].axis(0));
        QVERIFY(refusedWith(m.s, {"twice"}));
    }

    void refusesUnknownThreadTag()
    {
        Matmul m;
        m.s[m.c].bind(m.s[m.c].axis(0), "threadIdx.w");
        QVERIFY(refusedWith(m.s, {"threadIdx.w"}));
    }

    void refusesInliningAReduction()
    {
        Matmul m;
        const Tensor d = compute("D", {16, 24}, [&](auto i) { return m.c({i[0], i[1]}) + constant(1, float32); });
        Schedule s({d});
        s[m.c].computeInline();
        QVERIFY(refusedWith(s, {"Stage C", "reduction"}));
    }

    void refusesComputeAtOutsideItsReader()
    {
        Matmul m;
        const Tensor d = compute("D", {16, 24}, [&](auto i) { return m.c({i[0], i[1]}) + constant(1, float32); });
        const Tensor e = compute("E", {16, 24}, [&](auto i) { return m.c({i[0], i[1]}) + d({i[0], i[1]}); });
        Schedule s({e});
        s[m.c].computeAt(s[d], s[d].axis(0));
        const auto nest = lower(s, "f");
        QVERIFY(!nest);
        QVERIFY(nest.error().message.find("Stage C") != std::string::npos);
        QVERIFY(nest.error().message.find("stage E reads it outside") != std::string::npos);
    }

    void refusesCacheWriteTooLate()
    {
        Matmul m;
        m.s[m.c].split(m.s[m.c].axis(0), 4);
        m.s.cacheWrite(m.c, Scope::Local);
        QVERIFY(refusedWith(m.s, {"cache_write", "before"}));
    }

    void refusesExtentsBeyondReason()
    {
        const Tensor a = placeholder("A", {int64_t{1} << 50});
        const Tensor b = compute("B", {int64_t{1} << 50}, [&](auto i) { return a({i[0]}); });
        QVERIFY(!lower(Schedule({b}), "f"));
        const Tensor zero = compute("Z", {0}, [&](auto) { return constant(0, float32); });
        QVERIFY(!lower(Schedule({zero}), "f"));
    }

    void tileReorders()
    {
        Matmul m;
        const auto t = m.s[m.c].tile(m.s[m.c].axis(0), m.s[m.c].axis(1), 4, 8);
        QCOMPARE(m.s[m.c].data().leaves.size(), size_t(5));
        QVERIFY(m.s[m.c].data().leaves[2] == t[2]);
    }
};

QTEST_APPLESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
