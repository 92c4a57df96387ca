// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/configlist.h"

#include "core/tuning/storelistener.h"

#include <QTemporaryDir>
#include <QTest>

#include <deque>

#include <algorithm>

using namespace knobscope;

namespace {

/// Answers last in, first out; every third config crashes.
class FakeMeasurer : public Measurer
{
public:
    Result<void> submit(int64_t id, MeasureInput input) override
    {
        submitted.push_back(*input.entity.index);
        m_waiting.emplace_front(id, MeasureResult{});
        MeasureResult& result = m_waiting.front().second;
        result.error = *input.entity.index % 3 == 2 ? MeasureError::RuntimeDevice : MeasureError::None;
        result.why = Sentence(result.error == MeasureError::None ? "" : "it crashed");
        result.costs = {result.error == MeasureError::None ? 1e-3 / static_cast<double>(1 + *input.entity.index) : 1e9};
        return {};
    }
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds) override
    {
        if (m_waiting.empty()) {
            return std::nullopt;
        }
        auto first = m_waiting.front();
        m_waiting.pop_front();
        return first;
    }
    std::vector<MeasureResult> compare(std::span<const MeasureInput>) override { return {}; }
    void stop() override {}
    int capacity() const override { return 3; }
    std::vector<int64_t> submitted;

private:
    std::deque<std::pair<int64_t, MeasureResult>> m_waiting;
};

class Stopper : public LoopListener
{
public:
    explicit Stopper(LoopControl& control)
        : m_control(control)
    {
    }
    void trialFinished(const TrialFinished& event) override
    {
        if (event.number == 2) {
            m_control.stop();
        }
    }

private:
    LoopControl& m_control;
};

ConfigList list(std::vector<int64_t> configs)
{
    return {makeTask("tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value()).value(), "matmul", "neighbours",
            std::move(configs)};
}

} // namespace

class TestConfigList : public QObject
{
    Q_OBJECT
private slots:
    void becomesARunOfTheProject()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath(QStringLiteral("a.knobscope")).toStdString();
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        FakeMeasurer measurer;
        LoopControl control;
        {
            auto writer = ProjectWriter::open(path).value();
            StoreListener store(*writer, {});
            const std::vector<LoopListener*> listeners{&store};
            const auto done = measureConfigs(list({9, 1, 2, 3, 4, 5}), measurer, control, listeners);
            QVERIFY(done.has_value());
            QCOMPARE(done->trials, int64_t(6));
            QCOMPARE(done->errors, int64_t(2));
            QCOMPARE(done->bestIndex, int64_t(9));
        }
        QCOMPARE(measurer.submitted.front(), int64_t(9));
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const RunRow run = project.runs()->front();
        QCOMPARE(run.tuner, std::string("neighbours"));
        QCOMPARE(run.state, std::string("finished"));
        QCOMPARE(run.trials, int64_t(6));
        const auto points = project.points(run.id).value();
        std::vector<int64_t> measured;
        for (const TrialPoint& point : points) {
            measured.push_back(point.index);
        }
        std::sort(measured.begin(), measured.end());
        QCOMPARE(measured, (std::vector<int64_t>{1, 2, 3, 4, 5, 9}));
    }

    void stoppingKeepsWhatIsFinished()
    {
        FakeMeasurer measurer;
        LoopControl control;
        Stopper stopper(control);
        const std::vector<LoopListener*> listeners{&stopper};
        const auto done = measureConfigs(list({0, 1, 3, 4, 6, 7}), measurer, control, listeners);
        QVERIFY(done.has_value());
        QCOMPARE(done->reason, std::string("stopped"));
        QCOMPARE(done->trials, int64_t(2));
    }

    void whatCannotBeMeasuredIsRefused()
    {
        FakeMeasurer measurer;
        LoopControl control;
        QVERIFY(!measureConfigs(list({}), measurer, control, {}));
        QVERIFY(!measureConfigs(list({1'000'000}), measurer, control, {}));
        const auto gpu = nlohmann::json::parse(
            R"([["TENSOR",[1,16,7,7],"float32"],["TENSOR",[16,16,1,1],"float32"],[1,1],[0,0,0,0],[1,1],"float32"])");
        ConfigList onGpu{makeTask("conv2d_nchw.cuda", gpu, parseTarget("cuda").value()).value(), "conv", "neighbours", {0}};
        const auto refused = measureConfigs(onGpu, measurer, control, {});
        QVERIFY(!refused && refused.error().message.find("GPU") != std::string::npos);
        QVERIFY(measurer.submitted.empty());
    }
};

QTEST_GUILESS_MAIN(TestConfigList)
#include "tst_configlist.moc"
