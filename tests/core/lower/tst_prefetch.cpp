// SPDX-License-Identifier: GPL-3.0-or-later
// What a schedule asks the cache for: all lines of the next block, each about once, and no other result for it.
#include "interpreter.h"

#include "core/ir/printer.h"
#include "core/lower/lower.h"

#include <QTest>

#include <random>
#include <set>

using namespace knobscope;
using namespace knobscope::ir;

namespace {

constexpr int64_t lineElements = 16; // float32

/// Products of rows by blocks of weights, at some places: C[p, n, m, j] = sum of A[m, k] * B[p, n, k, j].
struct Products {
    int64_t places, blocks, rows, depth, width;

    Tensor a = placeholder("A", {rows, depth});
    Tensor b = placeholder("B", {places, blocks, depth, width});
    IterVar k = reduceAxis("k", depth);
    Tensor c = compute("C", {places, blocks, rows, width},
                       [&](auto i) { return sum(a({i[2], k.var}) * b({i[0], i[1], k.var, i[3]}), {k}); }, {"p", "n", "m", "j"});
    int64_t block() const { return depth * width; }
};

/// The rows share the work; `placesInside`: the next block is that of the next place, otherwise of the same one.
Schedule scheduled(Products& made, bool placesInside, int64_t split)
{
    Schedule s({made.c});
    const Tensor local = s.cacheWrite(made.c, Scope::Local);
    StageRef out = s[made.c];
    if (placesInside) {
        out.reorder({out.axis(1), out.axis(0)});
    }
    s[local].computeAt(out, out.axis(2));
    const auto own = s[local].axes();
    const auto [outer, inner] = s[local].split(s[local].reduceAxis(0), split);
    s[local].reorder({outer, inner, own[3]});
    s[local].vectorize(own[3]);
    s[local].prefetch(made.b, placesInside ? 0 : 1, 1, {out.axis(2)});
    return s;
}

test::Values inputs(const Products& made, std::mt19937_64& random)
{
    test::Values values;
    for (const Tensor& tensor : {made.a, made.b}) {
        auto& elements = values[&tensor.node()];
        for (int64_t i = 0; i < tensor.elements(); ++i) {
            elements.push_back(static_cast<double>(random() % 7) - 3);
        }
    }
    return values;
}

} // namespace

class TestPrefetch : public QObject
{
    Q_OBJECT
private slots:
    void theNextBlockIsAskedForAndNothingElseChanges_data()
    {
        QTest::addColumn<bool>("placesInside");
        QTest::newRow("the next of the last dimension") << false;
        QTest::newRow("the next of an outer dimension") << true;
    }
    void theNextBlockIsAskedForAndNothingElseChanges()
    {
        QFETCH(bool, placesInside);
        std::mt19937_64 random(7);
        int asking = 0;
        bool isRepeated = false;
        for (int i = 0; i < 150; ++i) {
            const auto draw = [&](int64_t most) { return 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(most)); };
            Products made{draw(4), draw(4), draw(6), draw(20), draw(4) * 8};
            const int64_t split = draw(5);
            const auto nest = lower(scheduled(made, placesInside, split), "f");
            QVERIFY2(nest.has_value(), nest ? "" : nest.error().message.c_str());
            const std::string shape = text(*nest);
            test::Values values = inputs(made, random);
            test::Interpreter::define(std::span(&made.c, 1), values);
            for (size_t p = 0; p < 2; ++p) {
                values[nest->parameters[p].get()] = values[p == 0 ? &made.a.node() : &made.b.node()];
            }
            values[nest->parameters[2].get()].assign(static_cast<size_t>(made.c.elements()), 0);
            test::Interpreter interpreter(values);
            interpreter.run(nest->body);
            QVERIFY2(values[nest->parameters[2].get()] == values[&made.c.node()], shape.c_str());
            const auto& asked = interpreter.prefetched;
            const int64_t moving = placesInside ? made.places : made.blocks;
            const int64_t lines = (made.block() + lineElements - 1) / lineElements;
            const int64_t steps = (made.depth + split - 1) / split; // of one row, which may be more than there are lines
            QVERIFY2(asked.empty() == (moving == 1 || steps > lines), shape.c_str());
            if (asked.empty()) {
                continue;
            }
            ++asking;
            const int64_t times = made.places * made.blocks;
            const std::set<int64_t> all(asked.begin(), asked.end());
            QVERIFY2(std::ssize(all) < 2 * lines * times, shape.c_str());
            // All rows share the lines; those for which no lines are left repeat others'.
            const int64_t together = std::min(made.rows, std::max<int64_t>(1, lines / steps));
            const int64_t repeated = (made.rows + together - 1) / together;
            QVERIFY2(std::ssize(asked) >= lines * times && std::ssize(asked) < 2 * lines * times * repeated, shape.c_str());
            isRepeated = isRepeated || repeated > 1;
            for (int64_t p = 0; p < made.places; ++p) {
                for (int64_t n = 0; n < made.blocks; ++n) {
                    if ((placesInside ? p : n) == 0) {
                        continue; // nothing was before it
                    }
                    const int64_t first = (p * made.blocks + n) * made.block();
                    for (int64_t line = 0; line < lines; ++line) {
                        QVERIFY2(all.contains(first + line * lineElements), shape.c_str());
                    }
                }
            }
        }
        QVERIFY2(asking > 60 && isRepeated, qPrintable(QString::number(asking)));
    }

    void itReadsAsWhatItIs()
    {
        Products made{1, 4, 2, 8, 32};
        const Schedule s = scheduled(made, false, 4);
        QVERIFY(s.text().find("s[C.local].prefetch(B, 1, 1, shared by m)") != std::string::npos);
        const std::string nest = text(*lower(s, "f"));
        // 16 lines of the next block: 8 iterations of each of two rows ask for one each.
        QVERIFY2(nest.find("      for k.inner in 0..4:\n"
                           "        prefetch B[0, n + 1, 0, k.outer * 128 + k.inner * 32 + m * 16]\n"
                           "        vectorized for j in 0..32:\n")
                     != std::string::npos,
                 nest.c_str());
    }

    /// So that a line in the code view leads to its knob.
    void aLineKnowsThePrimitiveThatMadeIt()
    {
        Products made{1, 4, 2, 8, 32};
        const auto nest = lower(scheduled(made, false, 4), "f");
        int lines = 0;
        for (const PrintedLine& line : print(*nest)) {
            if (line.text.find("prefetch B") != std::string::npos) {
                ++lines;
                QVERIFY(nest->provenance[static_cast<size_t>(line.loops.back())].primitive.starts_with("prefetch(B"));
            }
        }
        QCOMPARE(lines, 1);
    }

    /// An epilogue reads each line of a tensor as large as the output once: a tile's lines are asked for before its sums.
    void anEpiloguesInputsAreAskedForBeforeTheSums()
    {
        Products made{1, 2, 6, 8, 32};
        Schedule s({made.c});
        const Tensor local = s.cacheWrite(made.c, Scope::Local);
        StageRef out = s[made.c];
        const auto [tiles, row] = out.split(out.axis(2), 3);
        out.reorder({tiles, row, out.axes().back()});
        out.vectorize(out.axes().back());
        s[local].computeAt(out, tiles);
        const Tensor added = placeholder("added", {1, 2, 6, 32});
        const Tensor bias = placeholder("bias", {32});
        s.append([&](const Expr& value,
                     std::span<const Expr> at) { return value + added({at.begin(), at.end()}) + bias({at.back()}); },
                 {added, bias}, "epilogue");
        const auto nest = lower(s, "f");
        QVERIFY2(nest.has_value(), nest ? "" : nest.error().message.c_str());
        const std::string shape = text(*nest);
        QVERIFY2(shape.find("prefetch added") < shape.find("C.local["), shape.c_str());
        test::Values values;
        for (const Buffer& parameter : nest->parameters) {
            values[parameter.get()].assign(static_cast<size_t>(parameter->elements()), 1);
        }
        test::Interpreter interpreter(values);
        interpreter.run(nest->body);
        auto& asked = interpreter.prefetched;
        QCOMPARE(std::ssize(asked), added.elements() / lineElements);
        std::ranges::sort(asked);
        for (size_t line = 0; line < asked.size(); ++line) {
            QCOMPARE(asked[line], static_cast<int64_t>(line) * lineElements);
        }
        QCOMPARE(values[nest->parameters.back().get()].front(), 8.0 + 1 + 1);
    }

    void whatCannotBeAskedForIsRefused_data()
    {
        QTest::addColumn<int>("dimension");
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("output");
        QTest::newRow("no such dimension") << 4 << 1 << false;
        QTest::newRow("no entry") << 0 << 0 << false;
        QTest::newRow("not read") << 0 << 1 << true;
    }
    void whatCannotBeAskedForIsRefused()
    {
        QFETCH(int, dimension);
        QFETCH(int, count);
        QFETCH(bool, output);
        Products made{1, 4, 2, 8, 32};
        Schedule s({made.c});
        s[made.c].prefetch(output ? made.c : made.b, static_cast<size_t>(dimension), count, {});
        QVERIFY(s.error().has_value());
        QVERIFY2(s.error()->message.find("prefetch needs an input") != std::string::npos, s.error()->message.c_str());
    }

    void aLoopThatIsNotAroundSharesNothing()
    {
        Products made{1, 4, 2, 8, 32};
        Schedule s({made.c});
        s[made.c].prefetch(made.b, 1, 1, {s[made.c].axis(2)});
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        QVERIFY(text(*nest).find("prefetch B") == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestPrefetch)
#include "tst_prefetch.moc"
