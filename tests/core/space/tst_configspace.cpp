// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/configspace.h"

#include <QTest>

#include <random>
#include <set>

using namespace knobscope;

namespace {

Knob split(std::string name, int64_t extent, int64_t outputs, SplitKnob::Policy policy = SplitKnob::Policy::Factors)
{
    SplitKnob knob;
    knob.extent = extent;
    knob.outputs = outputs;
    knob.policy = policy;
    return Knob::make(std::move(name), knob).value();
}

ConfigSpace randomSpace(std::mt19937& random)
{
    ConfigSpace space;
    const int knobs = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < knobs; ++i) {
        const auto policy = static_cast<SplitKnob::Policy>(random() % 3);
        const auto name = "k" + std::to_string(i);
        if (random() % 3 == 0) {
            (void)space.define(Knob::make(name, OtherKnob{{true, false}}).value());
        } else {
            (void)space.define(
                split(name, 1 + static_cast<int64_t>(random() % 60), 2 + static_cast<int64_t>(random() % 2), policy));
        }
    }
    return space;
}

} // namespace

class TestConfigSpace : public QObject
{
    Q_OBJECT
private slots:
    void annotationsAreLimited()
    {
        const auto many = Knob::make("a", AnnotateKnob{10, "none_none_none"});
        QVERIFY(many.has_value());
        QCOMPARE(many->candidates().size(), size_t(59049));
        const auto more = Knob::make("a", AnnotateKnob{11, "none_none_none"});
        QVERIFY(!more.has_value());
        QVERIFY(more.error().code == ErrorCode::LimitExceeded);
        QVERIFY2(more.error().message.find("more than 100000 combinations") != std::string::npos, more.error().message.c_str());
    }

    void everyIndexComesBack()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 60; ++round) {
            const ConfigSpace space = randomSpace(random);
            for (int64_t i = 0; i < std::min<int64_t>(space.rangeLength(), 300); ++i) {
                const int64_t index = space.rangeLength() <= 300 ? i : static_cast<int64_t>(random()) % space.rangeLength();
                const auto entity = space.at(index);
                QVERIFY(entity.has_value());
                QCOMPARE(space.indexOf(*entity).value(), index);
                QCOMPARE(space.indexOfDigits(space.digits(index)), index);
                QVERIFY(entityFromJson(entityToJson(*entity))->values == entity->values);
            }
        }
    }

    void listedPointsAreTheSpace()
    {
        ConfigSpace space;
        QVERIFY(space.define(split("tile_x", 12, 2, SplitKnob::Policy::Factors))); // 6 candidates
        QVERIFY(space.define(Knob::make("unroll", OtherKnob{{true, false}}).value()));
        QVERIFY(!space.keepOnly({}));
        QVERIFY(!space.keepOnly({3, 12}));
        QVERIFY(space.isValid(4));
        QVERIFY(space.keepOnly({3, 5, 9}));
        QCOMPARE(space.validCount(), (SpaceCount{3, 3, true}));
        QVERIFY(space.hasValidPoint());
        QVERIFY(space.isValid(3) && !space.isValid(4) && !space.isValid(12));
        QCOMPARE(space.neighbours(3), (std::vector<int64_t>{5, 9}));
        QVERIFY(space.at(9));
        QVERIFY(space.at(4).error().message.find("3 listed points") != std::string::npos);
        const ConfigSpace copy = space;
        QVERIFY(!copy.isValid(4));
        // Neither another list nor anything that would change what the numbers mean.
        QVERIFY(!space.keepOnly({1}));
        QVERIFY(!space.define(Knob::make("more", OtherKnob{{true, false}}).value()));
        QVERIFY(!space.constrain(Constraint(Expression::parse("unroll == 1").value())));
    }

    void neighboursDifferInOneKnob()
    {
        std::mt19937 random(5);
        for (int round = 0; round < 20; ++round) {
            const ConfigSpace space = randomSpace(random);
            const int64_t index = static_cast<int64_t>(random()) % space.rangeLength();
            const auto own = space.digits(index);
            int64_t expected = 0;
            for (const Knob& knob : space.knobs()) {
                expected += knob.size() - 1;
            }
            const auto near = space.neighbours(index);
            QCOMPARE(static_cast<int64_t>(std::set<int64_t>(near.begin(), near.end()).size()), expected);
            for (const int64_t other : near) {
                int different = 0;
                const auto digits = space.digits(other);
                for (size_t k = 0; k < own.size(); ++k) {
                    different += digits[k] != own[k];
                }
                QCOMPARE(different, 1);
            }
        }
    }

    void aSpaceOfManyPointsOpens()
    {
        ConfigSpace space;
        for (int i = 0; i < 6; ++i) {
            QVERIFY(space.define(split("s" + std::to_string(i), 2048, 4)).has_value()); // 364^6 = 2.3e15
        }
        QVERIFY(space.rangeLength() > int64_t{1000000000000000});
        const int64_t last = space.rangeLength() - 1;
        QCOMPARE(space.indexOf(space.at(last).value()).value(), last);
        QCOMPARE(space.neighbours(last).size(), size_t(6 * 363));
    }

    void tooManyPointsAreRefused()
    {
        ConfigSpace space;
        for (int i = 0; i < 7; ++i) {
            QVERIFY(space.define(split("s" + std::to_string(i), 2048, 4)).has_value());
        }
        const auto defined = space.define(split("one_more", 2048, 4));
        QVERIFY(!defined);
        QVERIFY(defined.error().message.find("one_more") != std::string::npos);
        QCOMPARE(space.knobs().size(), size_t(7));
    }

    void redefinitionKeepsThePlace()
    {
        ConfigSpace space;
        (void)space.define(split("a", 8, 2));
        (void)space.define(split("b", 8, 2));
        (void)space.define(split("a", 16, 2));
        QCOMPARE(space.knobs().size(), size_t(2));
        QCOMPARE(space.knobs()[0].name(), std::string("a"));
        QCOMPARE(space.rangeLength(), int64_t(20));
    }

    void anEmptySpaceHasOnePoint()
    {
        const ConfigSpace space;
        QCOMPARE(space.rangeLength(), int64_t(1));
        QVERIFY(space.at(0).has_value());
        QVERIFY(!space.at(1));
        QVERIFY(!space.at(-1));
    }

    void indexErrorsNameTheLength()
    {
        ConfigSpace space;
        (void)space.define(split("a", 8, 2));
        QVERIFY(space.at(4).error().message.find("0 to 3") != std::string::npos);
    }

    void largeConstrainedSpacesAreEstimated()
    {
        ConfigSpace space;
        for (int i = 0; i < 4; ++i) {
            (void)space.define(split("s" + std::to_string(i), 2048, 4));
        }
        const auto folded = space.constrain(Constraint(Expression::parse("s0[1]*s1[1]*s2[1]*s3[1] <= 16").value()));
        QVERIFY(folded.has_value());
        QVERIFY(space.validCount().exact); // 12^4 different products
        const char* all = "s0[1]+s0[2]*3+s0[3]*7 + s1[1]+s1[2]*3+s1[3]*7 + s2[1]+s2[2]*3+s2[3]*7 + s3[1]+s3[2]*3+s3[3]*7 <= 900";
        const auto done = space.constrain(Constraint(Expression::parse(all).value()));
        QVERIFY(done.has_value());
        const SpaceCount count = space.validCount();
        QVERIFY(!count.exact);
        QVERIFY(count.low < count.high);
        QVERIFY(space.text().find("..") != std::string::npos);
    }

    void aSplitIsFoundHoweverItsFirstSizeIsWritten()
    {
        const Knob knob = split("a", 64, 3);
        QCOMPARE(knob.indexOf(SplitEntity{{-1, 4, 2}}), knob.indexOf(SplitEntity{{8, 4, 2}}));
        QVERIFY(!knob.indexOf(SplitEntity{{-1, 5, 2}}));
    }
};

QTEST_APPLESS_MAIN(TestConfigSpace)
#include "tst_configspace.moc"
