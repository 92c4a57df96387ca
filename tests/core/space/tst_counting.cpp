// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/counting.h"
#include "core/space/edit.h"
#include "core/space/validpoints.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace knobscope;

namespace {

Knob split(const std::string& name, int64_t extent, int64_t outputs)
{
    SplitKnob knob;
    knob.extent = extent;
    knob.outputs = outputs;
    return Knob::make(name, knob).value();
}

/// Three or four small knobs, among them an option.
ConfigSpace randomSpace(std::mt19937& random)
{
    ConfigSpace space;
    const int64_t extents[] = {4, 6, 8, 12, 16};
    for (int i = 0; i < 3; ++i) {
        (void)space.define(
            split(std::string(1, static_cast<char>('a' + i)), extents[random() % 5], 2 + static_cast<int64_t>(random() % 2)));
    }
    if (random() % 2) {
        (void)space.define(Knob::make("u", OtherKnob{{int64_t{0}, int64_t{16}, int64_t{64}}}).value());
    }
    return space;
}

std::string randomCondition(const ConfigSpace& space, std::mt19937& random)
{
    const auto term = [&] {
        const Knob& knob = space.knobs()[random() % space.knobs().size()];
        const auto* split = std::get_if<SplitEntity>(&knob.at(0));
        return split ? fmt::format("{}[{}]", knob.name(),
                                   static_cast<int64_t>(random() % split->sizes.size()) - (random() % 4 == 0 ? 1 : 0))
                     : knob.name();
    };
    static const char* operators[] = {"*", "+", "-"};
    static const char* comparisons[] = {"<=", ">=", "==", "!="};
    return fmt::format("{} {} {} {} {}", term(), operators[random() % 3], term(), comparisons[random() % 4], random() % 24);
}

/// What counting.h promises, the slow way.
ConstraintEffects counted(const ConfigSpace& space)
{
    ConstraintEffects out;
    out.constraints.resize(space.constraints().size());
    for (int64_t index = 0; index < space.rangeLength(); ++index) {
        std::vector<size_t> broken;
        const auto digits = space.digits(index);
        for (size_t c = 0; c < space.constraints().size(); ++c) {
            const Constraint& constraint = space.constraints()[c];
            std::vector<std::optional<int64_t>> numbers;
            for (const ExpressionTerm& term : constraint.terms()) {
                const auto knob = std::ranges::find(space.knobs(), term.knob, &Knob::name);
                const int64_t digit = digits[static_cast<size_t>(knob - space.knobs().begin())];
                numbers.push_back(constraint.number(knob->at(digit), knob->definition(), term.position));
            }
            if (!constraint.holds(numbers)) {
                broken.push_back(c);
            }
        }
        out.valid.low += broken.empty();
        for (const size_t c : broken) {
            ++out.constraints[c].removes.low;
            out.constraints[c].removesExclusively.low += broken.size() == 1;
        }
    }
    return out;
}

} // namespace

class TestCounting : public QObject
{
    Q_OBJECT
private slots:
    void exactCountsAreThoseOfBruteForce()
    {
        std::mt19937 random(11);
        int constrained = 0;
        for (int round = 0; round < 120; ++round) {
            ConfigSpace space = randomSpace(random);
            for (unsigned i = 0; i < 1 + random() % 3; ++i) {
                (void)space.constrain(Constraint(Expression::parse(randomCondition(space, random)).value()));
            }
            const ConstraintEffects slow = counted(space);
            const ConstraintEffects quick = countEffects(space);
            QVERIFY(quick.valid.exact);
            QCOMPARE(quick.valid.low, slow.valid.low);
            QCOMPARE(space.validCount(), quick.valid);
            for (size_t c = 0; c < space.constraints().size(); ++c) {
                const ConstraintEffect& effect = quick.constraints[c];
                QCOMPARE(effect.removes.low, slow.constraints[c].removes.low);
                QCOMPARE(effect.removesExclusively.low, slow.constraints[c].removesExclusively.low);
                QCOMPARE(effect.example >= 0, effect.removes.low > 0);
                if (effect.example >= 0) {
                    QVERIFY(!space.isValid(effect.example));
                }
                ++constrained;
            }
        }
        QVERIFY(constrained > 100);
    }

    void rarePointsAreListed()
    {
        std::mt19937 random(17);
        for (int round = 0; round < 120; ++round) {
            ConfigSpace space = randomSpace(random);
            for (unsigned i = 0; i < 1 + random() % 2; ++i) {
                const char* joints[] = {"&&", "||", "and"};
                const auto one = [&] { return "(" + randomCondition(space, random) + ")"; };
                const std::string text = fmt::format("{} {} {}", one(), joints[random() % 3], one());
                (void)space.constrain(Constraint(Expression::parse(text).value()));
            }
            std::vector<int64_t> slow;
            for (int64_t index = 0; index < space.rangeLength(); ++index) {
                if (space.isValid(index)) {
                    slow.push_back(index);
                }
            }
            const ValidPoints points = ValidPoints::search(space).value();
            QCOMPARE(points.count(), std::ssize(slow));
            std::vector<int64_t> listed;
            for (int64_t number = 0; number < points.count(); ++number) {
                listed.push_back(points.at(number));
            }
            std::ranges::sort(listed);
            QCOMPARE(listed, slow);
            QCOMPARE(someValidPoints(space, slow.size() + 1), slow);
            for (int64_t index = 0; index < space.rangeLength(); index += 7) {
                const auto next = std::ranges::lower_bound(slow, index);
                QCOMPARE(nextValidPoint(space, index), next == slow.end() ? std::nullopt : std::optional(*next));
            }
        }
        QVERIFY(!ValidPoints::search(tangledSpace()));
        ConfigSpace never = tangledSpace(); // none of a sample is valid, which does not say that none is
        QVERIFY(never.constrain(Constraint(Expression::parse("s0[1] > 0 && 1 > 2").value())).has_value());
        QCOMPARE(ValidPoints::search(never).value().count(), int64_t(0));
        QVERIFY(!nextValidPoint(never, 0));
    }

    void listedPointsAreThoseThatAreLeft()
    {
        ConfigSpace space;
        (void)space.define(split("a", 64, 2));
        QVERIFY(space.keepOnly({5, 2}).has_value());
        const ValidPoints points = ValidPoints::search(space).value();
        QCOMPARE(points.count(), int64_t(2));
        QCOMPARE(points.at(1), int64_t(5));
        QCOMPARE(someValidPoints(space, 9), (std::vector<int64_t>{2, 5}));
        QCOMPARE(nextValidPoint(space, 3), std::optional<int64_t>(5));
        QVERIFY(!nextValidPoint(space, 6));
    }

    /// 364^4 points in which every size of every split matters: nothing folds together.
    static ConfigSpace tangledSpace()
    {
        ConfigSpace space;
        std::string sum;
        for (int i = 0; i < 4; ++i) {
            (void)space.define(split("s" + std::to_string(i), 2048, 4));
            sum += fmt::format("{}s{}[1] + 3*s{}[2] + 7*s{}[3]", i ? " + " : "", i, i, i);
        }
        (void)space.constrain(Constraint(Expression::parse(sum + " <= 900").value()));
        return space;
    }

    void estimatesHoldTheTruth()
    {
        const ConfigSpace space = tangledSpace();
        const ConstraintEffects effects = countEffects(space);
        QVERIFY(!effects.valid.exact);
        // The share among many more random points than the estimate looked at.
        std::mt19937_64 random(77);
        int64_t valid = 0;
        constexpr int looks = 60'000;
        for (int i = 0; i < looks; ++i) {
            valid += space.isValid(static_cast<int64_t>(random() % static_cast<uint64_t>(space.rangeLength())));
        }
        const double points = static_cast<double>(space.rangeLength()) * static_cast<double>(valid) / looks;
        QVERIFY(static_cast<double>(effects.valid.low) < points * 1.02
                && points * 0.98 < static_cast<double>(effects.valid.high));
        const ConstraintEffect& only = effects.constraints.front();
        QCOMPARE(only.removes.exact, false);
        QCOMPARE(only.removes, only.removesExclusively);
        QVERIFY(!space.isValid(only.example));
    }

    void constraintsOfOtherKnobsMultiply()
    {
        ConfigSpace space;
        for (const char* name : {"a", "b", "c"}) {
            (void)space.define(split(name, 2048, 4));
        }
        for (const char* text : {"a[3] <= 16", "b[1] * b[2] <= 64"}) {
            QVERIFY(space.constrain(Constraint(Expression::parse(text).value())).has_value());
        }
        const ConstraintEffects effects = countEffects(space);
        QVERIFY(effects.valid.exact);
        int64_t a = 0;
        int64_t b = 0;
        for (const KnobValue& value : space.knobs()[0].candidates()) {
            const auto& sizes = std::get<SplitEntity>(value).sizes;
            a += sizes[3] <= 16;
            b += sizes[1] * sizes[2] <= 64;
        }
        QCOMPARE(effects.valid.low, a * b * 364);
        QCOMPARE(effects.constraints[0].removes.low, (364 - a) * 364 * 364);
        QCOMPARE(effects.constraints[0].removesExclusively.low, (364 - a) * b * 364);
    }

    void budgetsAndStopsAreKept()
    {
        const ConfigSpace space = tangledSpace();
        QVERIFY(!countEffectsWithin(space, 1000));
        std::atomic<bool> stop{true};
        QVERIFY(!countEffects(space, &stop).valid.exact);
        ConfigSpace small;
        (void)small.define(split("a", 64, 2));
        (void)small.constrain(Constraint(Expression::parse("a[1] <= 8").value()));
        QCOMPARE(countEffectsWithin(small, 1000)->valid.low, int64_t(4));
    }

    void aConstraintThatNamesNoKnobKeepsAllOrNothing()
    {
        ConfigSpace space;
        (void)space.define(split("a", 64, 2));
        QVERIFY(space.constrain(Constraint(Expression::parse("1 < 2").value())).has_value());
        QCOMPARE(space.validCount().low, int64_t(7));
        QVERIFY(!space.constrain(Constraint(Expression::parse("2 < 1").value())));
    }

    void multiFiltersReadTheOutermostSizeAsWritten()
    {
        ConfigSpace space;
        (void)space.define(split("a", 64, 2));
        (void)space.define(split("b", 16, 2));
        const Expression outermost = Expression::parse("a[0] * b[1] <= 0").value();
        QVERIFY(!space.constrain(Constraint(outermost))); // a number of turns is above 0
        QVERIFY(space.constrain(Constraint(outermost, Constraint::Sizes::Literal)).has_value());
        QCOMPARE(space.validCount().low, space.rangeLength());
        QVERIFY(space.constrain(Constraint(Expression::parse("a[1] * b[1] <= 32").value(), Constraint::Sizes::Literal)));
        QCOMPARE(space.validCount().low, counted(space).valid.low);
    }

    void countsAreSharedByCopies()
    {
        ConfigSpace space = tangledSpace();
        const ConfigSpace copy = space;
        const SpaceCount count = space.validCount();
        QCOMPARE(copy.validCount(), count);
        (void)space.define(split("t", 8, 2));
        QVERIFY(space.validCount().low > count.low);
    }
};

QTEST_APPLESS_MAIN(TestCounting)
#include "tst_counting.moc"
