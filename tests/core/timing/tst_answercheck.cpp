// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing values that may be NaN, infinite or 0.
#include "core/timing/answercheck.h"

#include "core/target/host.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace knobscope;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A kernel that was given these inputs.
class GivenKernel : public TimedKernel
{
public:
    explicit GivenKernel(double value)
        : m_value(value)
    {
    }
    void call() override {}
    double timeBatch(int64_t) override { return 1; }
    void flush() override {}
    double shortestBatch() const override { return 0; }
    const std::vector<KernelArgument>& arguments() const override { return m_arguments; }
    Result<std::vector<double>> values(size_t) override { return std::vector<double>(4, m_value); }

private:
    double m_value;
    std::vector<KernelArgument> m_arguments{{"A", {2, 2}}, {"B", {2, 2}}, {"C", {2, 2}}};
};

} // namespace

class TestAnswerCheck : public QObject
{
    Q_OBJECT
private slots:
    void sameNanAndInfinityAreRight()
    {
        const std::vector<double> values{kNan, kInfinity, -kInfinity, 0, 4};
        const ValueDifference same = differenceOf(values, std::vector<double>{kNan, kInfinity, -kInfinity, -0.0, 4});
        QCOMPARE(same.mismatched, int64_t{0});
        QCOMPARE(same.error, 0.0);
        QCOMPARE(compareValues("y", values, values, 0).value(), 0.0);
        const std::vector<double> off{kNan, kInfinity, -kInfinity, 1, 4};
        QCOMPARE(differenceOf(off, values).error, 0.25); // of the largest finite value
        QCOMPARE(compareValues("y", off, values, 0.5).value(), 0.25);
        QVERIFY(!compareValues("y", off, values, 0.1));
    }

    /// One answer is remembered, and given only to the same question.
    void theExpectedAnswerIsThatOfItsInputsAndDefinition()
    {
        const auto of = [](const std::string& text) {
            return makeTask("user/t", {text, nlohmann::json::object()}, hostTarget().value()).value();
        };
        const Task product = of("matmul(n=2, m=2, k=2)");
        const Task sum = of("input A[2, 2]\ninput B[2, 2]\nC[y=2, x=2] = A[y, x] + B[y, x]");
        GivenKernel twos(2);
        GivenKernel threes(3);
        ExpectedAnswer expected;
        const auto answer = [&](const Task& task, GivenKernel& kernel) {
            return expected.of(task, task.space.at(0).value(), kernel).value();
        };
        QCOMPARE(answer(product, twos), std::vector<double>(4, 8));
        QCOMPARE(answer(product, twos), std::vector<double>(4, 8));
        QCOMPARE(answer(product, threes), std::vector<double>(4, 18));
        QCOMPARE(answer(sum, threes), std::vector<double>(4, 6));
        QCOMPARE(answer(product, twos), std::vector<double>(4, 8));
    }

    void othersAreMismatched()
    {
        for (const auto& [actual, expected] : {std::pair(kNan, 1.0),
                                               {1.0, kNan},
                                               {kInfinity, 1.0},
                                               {1.0, kInfinity},
                                               {kInfinity, -kInfinity},
                                               {kNan, kInfinity},
                                               {kInfinity, kNan}}) {
            const ValueDifference difference = differenceOf(std::vector<double>{actual, 2}, std::vector<double>{expected, 2});
            QCOMPARE(difference.mismatched, int64_t{1});
            QCOMPARE(difference.error, 0.0);
            const auto refused = compareValues("y", std::vector<double>{actual}, std::vector<double>{expected}, 1e9);
            QVERIFY(!refused);
            QVERIFY2(refused.error().message.find("Element 0 of y") != std::string::npos, refused.error().message.c_str());
        }
    }

    /// Where all is to be 0 there is nothing that errors could be a share of.
    void errorsAreFinite()
    {
        QCOMPARE(differenceOf(std::vector<double>{1e-38, 0}, std::vector<double>{0, 0}).error, 1e-38);
        QCOMPARE(differenceOf(std::vector<double>{1e-38}, std::vector<double>{2e-38}).error, 0.5);
        const double most = std::numeric_limits<double>::max();
        QVERIFY(std::isfinite(differenceOf(std::vector<double>{most, 0}, std::vector<double>{-most, 0}).error));
        QVERIFY(std::isfinite(differenceOf(std::vector<double>{most}, std::vector<double>{1e-300}).error));
    }
};

QTEST_APPLESS_MAIN(TestAnswerCheck)
#include "tst_answercheck.moc"
