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
        result.infrastructureFailed = *input.entity.index == untried;
        result.why = result.infrastructureFailed ? Sentence("The worker is gone") : Sentence();
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
        MeasureQueue<int64_t> pending(measurer);
        for (int64_t job = 1; job <= 2; ++job) {
            QVERIFY(pending.submit(job, inputOf(job)));
        }
        MeasureResult known;
        known.costs = {42};
        pending.add(3, known);
        QVERIFY(!pending.hasRoom());
        QVERIFY(!pending.takeFirst()); // it has no answer
        const MeasureResult* second = pending.await(wait);
        QVERIFY(second && second->meanCost() == 2.0);
        QVERIFY(!pending.isFirstAnswered());
        QVERIFY(pending.await(wait));
        QVERIFY(!pending.await(wait)); // there is no more
        for (int64_t job = 1; job <= 3; ++job) {
            const auto first = pending.takeFirst();
            QVERIFY(first);
            QCOMPARE(first->job, job);
            QCOMPARE(first->answer->meanCost(), job == 3 ? 42.0 : static_cast<double>(job));
        }
        QVERIFY(pending.isEmpty() && !pending.takeFirst());
    }

    void jobsComeBackAsTheirResultsDo()
    {
        LastFirst measurer;
        MeasureQueue<int64_t> pending(measurer);
        QVERIFY(pending.submit(10, inputOf(1)));
        QVERIFY(pending.submit(20, inputOf(2)));
        for (const int64_t job : {20, 10}) {
            const auto finished = pending.next(wait);
            QVERIFY(finished && *finished);
            QCOMPARE((*finished)->job, job);
        }
        QVERIFY(pending.isEmpty());
        const auto nothing = pending.next(wait);
        QVERIFY(nothing && !*nothing);
    }

    void whatIsRefusedOrForgottenIsNotOnItsWay()
    {
        LastFirst measurer;
        measurer.refused = 5;
        measurer.untried = 6;
        MeasureQueue<int64_t> pending(measurer);
        QVERIFY(!pending.submit(1, inputOf(5)));
        QVERIFY(pending.isEmpty());
        QVERIFY(pending.submit(2, inputOf(6)));
        const auto untried = pending.next(wait);
        QVERIFY(!untried && untried.error().code == ErrorCode::Io);
        QCOMPARE(untried.error().message, std::string("The worker is gone"));
        QVERIFY(pending.submit(3, inputOf(7)));
        pending.clear();
        QVERIFY(!pending.await(wait)); // nobody's any more
        QVERIFY(pending.isEmpty() && pending.hasRoom());
    }

    void aLateAnswerIsNoJobOfTheNextRun()
    {
        LastFirst measurer;
        measurer.isInOrder = true;
        {
            MeasureQueue<int64_t> stopped(measurer);
            QVERIFY(stopped.submit(1, inputOf(5)));
        }
        MeasureQueue<int64_t> pending(measurer);
        QVERIFY(pending.submit(2, inputOf(7)));
        QVERIFY(!pending.await(wait)); // the first run's
        const MeasureResult* own = pending.await(wait);
        QVERIFY(own);
        QCOMPARE(own->meanCost(), 7.0);
    }
};

QTEST_APPLESS_MAIN(TestInFlight)
#include "tst_inflight.moc"
