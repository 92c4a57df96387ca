// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/inflight.h"

#include <QTest>

#include <deque>

using namespace knobscope;

namespace {

/// Answers last in, first out, or in order: a config takes as many seconds as its index says.
class LastFirst : public Measurer
{
public:
    Result<void> submit(int64_t id, MeasureInput input) override
    {
        if (*input.entity.index == refused) {
            return fail(ErrorCode::Crashed, "The GPU is gone");
        }
        MeasureResult result;
        result.costs = {static_cast<double>(*input.entity.index)};
        result.isUntried = *input.entity.index == untried;
        result.why = result.isUntried ? Sentence("The worker is gone") : Sentence();
        isInOrder ? m_waiting.emplace_back(id, std::move(result)) : m_waiting.emplace_front(id, std::move(result));
        return {};
    }
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds) override
    {
        if (m_waiting.empty()) {
            return std::nullopt;
        }
        auto first = std::move(m_waiting.front());
        m_waiting.pop_front();
        return first;
    }
    std::vector<MeasureResult> compare(std::span<const MeasureInput>) override { return {}; }
    void stop() override {}
    int capacity() const override { return 3; }

    int64_t refused = -1;
    int64_t untried = -1;
    bool isInOrder = false;

private:
    std::deque<std::pair<int64_t, MeasureResult>> m_waiting;
};

MeasureInput inputOf(int64_t index)
{
    MeasureInput input;
    input.entity.index = index;
    return input;
}

constexpr auto wait = std::chrono::milliseconds(0);

} // namespace

class TestInFlight : public QObject
{
    Q_OBJECT
private slots:
    void jobsComeBackInTheOrderOfTheirSubmission()
    {
        LastFirst measurer;
        InMeasurer<int64_t> flying(measurer);
        for (int64_t job = 1; job <= 2; ++job) {
            QVERIFY(flying.submit(job, inputOf(job)));
        }
        MeasureResult known;
        known.costs = {42};
        flying.add(3, known);
        QVERIFY(!flying.hasRoom());
        QVERIFY(!flying.takeFirst()); // it has no answer
        const MeasureResult* second = flying.await(wait);
        QVERIFY(second && second->meanCost() == 2.0);
        QVERIFY(!flying.isFirstAnswered());
        QVERIFY(flying.await(wait));
        QVERIFY(!flying.await(wait)); // there is no more
        for (int64_t job = 1; job <= 3; ++job) {
            const auto first = flying.takeFirst();
            QVERIFY(first);
            QCOMPARE(first->job, job);
            QCOMPARE(first->answer->meanCost(), job == 3 ? 42.0 : static_cast<double>(job));
        }
        QVERIFY(flying.isEmpty() && !flying.takeFirst());
    }

    void jobsComeBackAsTheirResultsDo()
    {
        LastFirst measurer;
        InMeasurer<int64_t> flying(measurer);
        QVERIFY(flying.submit(10, inputOf(1)));
        QVERIFY(flying.submit(20, inputOf(2)));
        for (const int64_t job : {20, 10}) {
            const auto finished = flying.next(wait);
            QVERIFY(finished && *finished);
            QCOMPARE((*finished)->job, job);
        }
        QVERIFY(flying.isEmpty());
        const auto nothing = flying.next(wait);
        QVERIFY(nothing && !*nothing);
    }

    void whatIsRefusedOrForgottenIsNotOnItsWay()
    {
        LastFirst measurer;
        measurer.refused = 5;
        measurer.untried = 6;
        InMeasurer<int64_t> flying(measurer);
        QVERIFY(!flying.submit(1, inputOf(5)));
        QVERIFY(flying.isEmpty());
        QVERIFY(flying.submit(2, inputOf(6)));
        const auto untried = flying.next(wait);
        QVERIFY(!untried && untried.error().code == ErrorCode::Io);
        QCOMPARE(untried.error().message, std::string("The worker is gone"));
        QVERIFY(flying.submit(3, inputOf(7)));
        flying.clear();
        QVERIFY(!flying.await(wait)); // nobody's any more
        QVERIFY(flying.isEmpty() && flying.hasRoom());
    }

    void aLateAnswerIsNoJobOfTheNextRun()
    {
        LastFirst measurer;
        measurer.isInOrder = true;
        {
            InMeasurer<int64_t> stopped(measurer);
            QVERIFY(stopped.submit(1, inputOf(5)));
        }
        InMeasurer<int64_t> flying(measurer);
        QVERIFY(flying.submit(2, inputOf(7)));
        QVERIFY(!flying.await(wait)); // the first run's
        const MeasureResult* own = flying.await(wait);
        QVERIFY(own);
        QCOMPARE(own->meanCost(), 7.0);
    }
};

QTEST_APPLESS_MAIN(TestInFlight)
#include "tst_inflight.moc"
