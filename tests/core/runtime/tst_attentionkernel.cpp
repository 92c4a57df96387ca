// SPDX-License-Identifier: GPL-3.0-or-later
// Attention as one kernel against the interpreter, and which graphs it is found in.
#include "core/timing/answercheck.h"
#include "tests/core/runtime/attentiongraph.h"
#include "tests/nightly.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace knobscope;

namespace {

void compare(const Case& one)
{
    const AttentionGraph made(one);
    auto program = programOf(made.made.graph, one.threads);
    QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
    QVERIFY2(attentionSteps(*program) == 1 && program->steps.size() == 1, one.text().c_str());
    auto executor = Executor::create(std::move(*program)).value();
    for (size_t n = 0; n < made.given.size(); ++n) {
        QVERIFY(executor->setInput(n, made.given[n]));
    }
    for (int run = 0; run < 2; ++run) { // nothing is left of the first
        QVERIFY(executor->run());
    }
    const auto expected = interpret(made.made.graph, made.given).value();
    const ValueDifference difference = differenceOf(executor->output(0).reals(), expected[0].reals());
    // An error of a score is a relative one of its weight.
    const double most = 4e-6 * std::max(1.0, one.spread);
    QVERIFY2(difference.mismatched == 0 && difference.error <= most,
             fmt::format("{}: off by {}, {} mismatched", one.text(), difference.error, difference.mismatched).c_str());
}

} // namespace

class TestAttentionKernel : public QObject
{
    Q_OBJECT
private slots:
    void shapes_data()
    {
        QTest::addColumn<int>("queries");
        QTest::addColumn<int>("keys");
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("valueSize");
        for (const auto& [queries, keys] :
             {std::pair(1, 1), {1, 300}, {7, 1}, {6, 16}, {13, 29}, {24, 64}, {49, 49}, {65, 257}, {31, 600}}) {
            for (const auto& [size, valueSize] : {std::pair(1, 1), {16, 16}, {33, 7}, {20, 47}}) {
                QTest::addRow("%d queries, %d keys, %d to %d", queries, keys, size, valueSize)
                    << queries << keys << size << valueSize;
            }
        }
    }
    void shapes()
    {
        QFETCH(int, queries);
        QFETCH(int, keys);
        QFETCH(int, size);
        QFETCH(int, valueSize);
        for (const int threads : {1, 2}) {
            Case one{2, 3, queries, keys, size, valueSize};
            one.threads = threads;
            compare(one);
            one.form = Form::Plain;
            one.batch = 1;
            compare(one);
        }
    }

    void eachScaleInEachForm() { std::ranges::for_each(scalesAndForms(), compare); }

    void masks()
    {
        for (const Mask mask :
             {Mask::Zeros, Mask::Causal, Mask::RowsOfNothing, Mask::Keys, Mask::Scores, Mask::TwoReshaped, Mask::Lowest,
              Mask::Conditions, Mask::ChosenScores, Mask::HiddenKeys, Mask::ChosenThenAdded, Mask::Capped, Mask::CappedCausal}) {
            for (const bool isGuarded : {false, true}) {
                for (const int64_t keys : {19, 530}) {
                    // In the quick suite half of them: each mask with and without the guard, and with few keys and many.
                    const bool isOfHalf = (isGuarded == (keys == 530)) == (static_cast<int>(mask) % 2 == 0);
                    if (!isNightly() && !isOfHalf) {
                        continue;
                    }
                    Case one{3, 2, 22, keys, 8, 9};
                    one.mask = mask;
                    one.isGuarded = isGuarded;
                    compare(one);
                    if (mask <= Mask::Lowest) {
                        one.form = Form::Plain;
                        compare(one);
                    }
                }
            }
        }
    }

    void hiddenBlocksOfKeys()
    {
        for (const auto& [queries, keys] : {std::pair(300, 300), {40, 530}, {600, 290}}) {
            Case one{1, 2, queries, keys, 8, 8};
            one.mask = Mask::Causal;
            compare(one);
        }
    }

    void largeScores()
    {
        for (const int64_t keys : {5, 700}) {
            for (const bool isGuarded : {false, true}) {
                Case one{1, 2, 19, keys, 16, 16};
                one.spread = 1000;
                one.mask = Mask::Causal;
                one.isGuarded = isGuarded;
                compare(one);
            }
        }
    }

    void leavesOtherGraphsAlone()
    {
        enum class Other : uint8_t {
            ScoresAreRead,
            WeightsAreAnOutput,
            OtherAxis,
            WeightsOnTheRight,
            MaskedByProduct,
            MaskedBeforeTheCap
        };
        for (const Other other : {Other::ScoresAreRead, Other::WeightsAreAnOutput, Other::OtherAxis, Other::WeightsOnTheRight,
                                  Other::MaskedByProduct, Other::MaskedBeforeTheCap}) {
            HandMade made;
            const ValueId q = made.input("q", {2, 12, 12});
            const ValueId k = made.input("k", {2, 12, 12});
            ValueId scores = made.node("MatMul", "first", {q, k});
            if (other == Other::MaskedByProduct) {
                scores = made.node("Mul", "hidden", {scores, made.constant("mask", {12, 12})});
            }
            if (other == Other::MaskedBeforeTheCap) {
                scores = made.node("Tanh", "cap", {made.node("Add", "masked", {scores, made.constant("mask", {12, 12})})});
            }
            const ValueId weights =
                made.node("Softmax", "weights", {scores}, {{"axis", int64_t{other == Other::OtherAxis ? 1 : 2}}});
            made.output(made.node("MatMul", "second",
                                  other == Other::WeightsOnTheRight ? std::vector{q, weights} : std::vector{weights, q}));
            if (other == Other::ScoresAreRead) {
                made.output(made.node("Exp", "more", {scores}));
            }
            if (other == Other::WeightsAreAnOutput) {
                made.output(weights);
            }
            auto program = programOf(made.graph).value();
            QCOMPARE(attentionSteps(program), int64_t{0});
            auto executor = Executor::create(std::move(program)).value();
            const std::vector<Tensor> given = made.randomInputs();
            for (size_t n = 0; n < given.size(); ++n) {
                QVERIFY(executor->setInput(n, given[n]));
            }
            QVERIFY(executor->run());
            const auto expected = interpret(made.graph, given).value();
            for (size_t n = 0; n < expected.size(); ++n) {
                QVERIFY(differenceOf(executor->output(n).reals(), expected[n].reals()).error <= 4e-6);
            }
        }
    }

    /// Values that the attention reads behind a transpose, which others read as well.
    void keepsWhatOthersRead()
    {
        HandMade made;
        const ValueId x = made.input("x", {3, 20, 8});
        const ValueId turned = made.node("Transpose", "turned", {x}, order({0, 2, 1}));
        const ValueId scores = made.node("MatMul", "first", {x, turned});
        const ValueId weights = made.node("Softmax", "weights", {scores}, {{"axis", int64_t{-1}}});
        made.output(made.node("MatMul", "second", {weights, x}));
        made.output(turned);
        auto program = programOf(made.graph).value();
        QCOMPARE(attentionSteps(program), int64_t{1});
        QCOMPARE(program.steps.size(), size_t{2});
        auto executor = Executor::create(std::move(program)).value();
        const std::vector<Tensor> given = made.randomInputs();
        QVERIFY(executor->setInput(0, given[0]));
        QVERIFY(executor->run());
        const auto expected = interpret(made.graph, given).value();
        for (size_t n = 0; n < expected.size(); ++n) {
            QVERIFY(differenceOf(executor->output(n).reals(), expected[n].reals()).error <= 4e-6);
        }
    }

    void randomCases()
    {
        std::mt19937 random(3);
        for (int i = 0; i < casesOf(120, 4); ++i) {
            compare(randomCase(random, 40));
        }
    }
};

QTEST_APPLESS_MAIN(TestAttentionKernel)
#include "tst_attentionkernel.moc"
