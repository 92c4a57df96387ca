// SPDX-License-Identifier: GPL-3.0-or-later
// Workers whose answers make no sense: other types than expected, and speeds that no machine has. This program is its own worker.
#include "core/target/host.h"
#include "core/task/machinelimit.h"
#include "core/task/task.h"
#include "core/timing/measurer.h"
#include "core/worker/channel.h"
#include "core/worker/emulatedcheck.h"
#include "core/worker/makemeasurer.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstring>
#include <unistd.h>

using namespace knobscope;

namespace {

constexpr double peak = 100e9;

Task matmul()
{
    return makeTask("tutorial/matmul", {64, 64, 64, "float32"}, hostTarget().value()).value();
}

double secondsAt(double flops)
{
    return matmul().plainFlops / flops;
}

nlohmann::json nonsense()
{
    return nlohmann::json::parse(R"({"version": "one", "error": "none", "message": 7, "costs": "fast", "kernel": 3, "stages": 5,
        "timing": [1], "is_best": 1, "anchor_seconds": "x", "missing": 3, "best_rate": [], "ranked": "no", "restart": "yes"})");
}

nlohmann::json timed(double seconds, double speedup)
{
    return {{"error", 0},         {"message", ""},
            {"costs", {seconds}}, {"is_best", speedup > 1},
            {"best_rate", peak},  {"timing", {{"speedup", speedup}, {"candidate", {seconds}}}}};
}

/// The answer to the so manyth request to run a kernel, from 1: the first one samples the anchor.
nlohmann::json ranAnswer(const std::string& manner, int count)
{
    if (count == 1) {
        return timed(secondsAt(10e9), 1);
    }
    if (manner == "slow anchor" && count > 2) { // the call takes what it may, but the anchor was said to take ten times as long
        nlohmann::json answer = timed(secondsAt(578e9), 57.8);
        answer["timing"]["seconds_now"] = secondsAt(50e9);
        return answer;
    }
    const bool isTooFast = (manner == "always too fast" && count > 2) || (manner == "too fast once" && count == 3);
    return isTooFast ? timed(secondsAt(578e9), 57.8) : timed(secondsAt(50e9), 5);
}

void meetItsEnd(const std::string& manner)
{
    if (manner == "crashes") {
        ::_exit(3);
    } else if (manner == "hangs") {
        ::pause();
    } else if (manner == "is ended") {
        ::raise(SIGUSR1);
    }
}

/// What the worker remembers.
struct Seen {
    int runs = 0;
    bool isLoaded = false;
};

nlohmann::json answerTo(const nlohmann::json& request, const std::string& manner, Seen& seen)
{
    const std::string op = request.at("op");
    if (op == "hello") {
        return {{"version", kMessageVersion}};
    }
    if (op == "emulate" && request.at("entity").dump() == qEnvironmentVariable("KNOBSCOPE_TEST_FATAL").toStdString()) {
        meetItsEnd(manner);
    }
    if (manner == "nonsense" || manner == "nonsense after " + op) {
        return nonsense();
    }
    if (op == "build") {
        return {{"error", 0}, {"message", ""}, {"kernel", nlohmann::json::object()}};
    }
    if (op == "load" && manner == "cannot load") {
        return {{"message", "no"}};
    }
    seen.isLoaded = seen.isLoaded || op == "load";
    const bool isLacking = manner == "always lacks it" || (manner == "lacks it" && !seen.isLoaded) || manner == "cannot load";
    if (const std::string anchor = request.value("/references/anchor"_json_pointer, ""); isLacking && !anchor.empty()) {
        return {{"missing", anchor}};
    }
    if (op == "run") {
        return ranAnswer(manner, ++seen.runs);
    }
    return {{"error", 0}, {"message", ""}, {"ok", true}};
}

int beWorker()
{
    Channel channel(3);
    const std::string manner = qEnvironmentVariable("KNOBSCOPE_TEST_MANNER").toStdString();
    Seen seen;
    while (const auto request = channel.receive()) {
        QFile file(qEnvironmentVariable("KNOBSCOPE_TEST_SEEN"));
        if (file.open(QIODevice::Append)) {
            file.write((request->header.at("op").get<std::string>() + "\n").c_str());
            const int best = static_cast<int>(request->header.value("/references/best_speedup"_json_pointer, 0.0));
            file.write(("best " + std::to_string(best) + "\n").c_str());
            file.close();
        }
        if (!channel.send({answerTo(request->header, manner, seen), {}})) {
            return 1;
        }
    }
    return 0;
}

} // namespace

class TestStrangeWorker : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    MeasureOptions optionsFor(const char* manner)
    {
        QFile::remove(m_folder.filePath("seen"));
        qputenv("KNOBSCOPE_TEST_MANNER", manner);
        qputenv("KNOBSCOPE_TEST_SEEN", m_folder.filePath("seen").toLocal8Bit());
        qputenv("XDG_STATE_HOME", m_folder.path().toLocal8Bit()); // the best rate of this machine stays what it is
        MeasureOptions options;
        options.worker = QCoreApplication::applicationFilePath().toStdString();
        options.nParallel = 1;
        return options;
    }

    std::unique_ptr<Measurer> measurerWith(const char* manner)
    {
        auto measurer = makeLocalMeasurer(optionsFor(manner));
        return measurer ? std::move(*measurer) : nullptr;
    }

    static MeasureResult measured(Measurer& measurer, int64_t config)
    {
        const Task task = matmul();
        if (!measurer.submit(config, {taskToJson(task), task.space.at(config).value()})) {
            return {};
        }
        for (int tries = 0; tries < 300; ++tries) {
            if (auto done = measurer.next(std::chrono::milliseconds(100))) {
                return done->second;
            }
        }
        return {};
    }

    int requests(const char* op) const
    {
        QFile seen(m_folder.filePath("seen"));
        return seen.open(QIODevice::ReadOnly) ? static_cast<int>(seen.readAll().split('\n').count(op)) : 0;
    }

private slots:
    void answersOfOtherTypesAreFailuresOfTheTrial_data()
    {
        QTest::addColumn<QString>("manner");
        for (const char* manner : {"nonsense", "nonsense after run", "nonsense after rank"}) {
            QTest::newRow(manner) << manner;
        }
    }
    void answersOfOtherTypesAreFailuresOfTheTrial()
    {
        QFETCH(QString, manner);
        auto measurer = measurerWith(manner.toLatin1().constData());
        QVERIFY(measurer);
        const bool isTrialLost = manner == "nonsense" || manner.endsWith("run");
        for (const int64_t config : {1, 2}) {
            const MeasureResult result = measured(*measurer, config);
            QCOMPARE(result.error, isTrialLost ? MeasureError::Unknown : MeasureError::None);
            QVERIFY2(!isTrialLost || result.why.message.find("is invalid") != std::string::npos, result.why.message.c_str());
            QCOMPARE(result.costs.size(), size_t(1));
        }
        const Task task = matmul();
        const std::vector<MeasureInput> inputs{{taskToJson(task), task.space.at(3).value()}};
        QCOMPARE(measurer->compare(inputs).size(), size_t(1));
    }

    void aTimeThatCannotBeTrueIsTakenAgain()
    {
        auto measurer = measurerWith("too fast once");
        QVERIFY(measurer);
        QVERIFY(measured(*measurer, 1).error == MeasureError::None);
        const MeasureResult second = measured(*measurer, 2);
        QVERIFY2(second.error == MeasureError::None, second.why.message.c_str());
        QVERIFY(!second.timing.isImpossible);
        QCOMPARE(second.meanCost(), secondsAt(50e9));
        QCOMPARE(requests("run"), 4);
        QCOMPARE(requests("best 5"), 2); // of the first config: that time makes no best
        QVERIFY(measured(*measurer, 3).error == MeasureError::None);
        QCOMPARE(requests("best 57"), 0);
    }

    void aKernelThatTheRunnerLacksIsSent_data()
    {
        QTest::addColumn<QString>("manner");
        QTest::addColumn<int>("error");
        QTest::addColumn<int>("loads");
        QTest::addColumn<bool>("isAnchor");
        QTest::newRow("once") << "lacks it" << static_cast<int>(MeasureError::None) << 1 << false;
        QTest::newRow("again and again") << "always lacks it" << static_cast<int>(MeasureError::Unknown) << 4 << false;
        QTest::newRow("one that fails is no reference") << "cannot load" << static_cast<int>(MeasureError::None) << 1 << true;
    }
    void aKernelThatTheRunnerLacksIsSent()
    {
        QFETCH(QString, manner);
        auto measurer = measurerWith(manner.toLatin1().constData());
        QVERIFY(measurer);
        const MeasureResult result = measured(*measurer, 1);
        QTEST(static_cast<int>(result.error), "error");
        QTEST(requests("load"), "loads");
        QTEST(result.isAnchor, "isAnchor");
    }

    void aTimeThatCannotBeTrueTwiceIsNoResult()
    {
        auto measurer = measurerWith("always too fast");
        QVERIFY(measurer);
        QVERIFY(measured(*measurer, 1).error == MeasureError::None);
        const MeasureResult second = measured(*measurer, 2);
        QVERIFY(second.error == MeasureError::Unknown);
        QVERIFY(second.timing.isImpossible);
        QVERIFY(!second.infrastructureFailed);
        QCOMPARE(second.costs, std::vector<double>{1e9});
        QVERIFY2(second.why.message.find("578 GFLOPS") != std::string::npos
                     && second.why.message.find("have reached is 100") != std::string::npos,
                 second.why.message.c_str());
        QCOMPARE(requests("run"), 4);
    }

    /// The run's end corrects the scale; until then the config must not be lost, nor shown as faster than the machine can be.
    void aTimeThatOnlyTheAnchorMakesImpossibleIsAResult()
    {
        auto measurer = measurerWith("slow anchor");
        QVERIFY(measurer);
        QVERIFY(measured(*measurer, 1).error == MeasureError::None);
        const MeasureResult second = measured(*measurer, 2);
        QVERIFY2(second.error == MeasureError::None, second.why.message.c_str());
        QVERIFY(!second.timing.isImpossible);
        QVERIFY2(std::abs(second.meanCost() / secondsAt(50e9) - 1) < 0.01, // as measured just now, at the machine's pace
                 std::to_string(second.meanCost()).c_str());
        QVERIFY2(std::abs(second.timing.speedup - 5) < 0.05, std::to_string(second.timing.speedup).c_str());
        QCOMPARE(requests("run"), 3);
        QVERIFY(measured(*measurer, 3).error == MeasureError::None);
        QCOMPARE(requests("best 57"), 0);
    }

    /// The worker is started again after what cost one config; what another program did is no config's doing.
    void emulationGoesOnAfterAnEnd_data()
    {
        QTest::addColumn<QString>("manner");
        QTest::addColumn<int>("error");
        QTest::addColumn<QString>("words");
        QTest::newRow("crash") << "crashes" << static_cast<int>(MeasureError::RuntimeDevice) << "it exited with code 3";
        QTest::newRow("timeout") << "hangs" << static_cast<int>(MeasureError::RunTimeout)
                                 << "it took longer than 2 s and was stopped";
        QTest::newRow("ended") << "is ended" << -1 << "the worker was killed by another program";
    }
    void emulationGoesOnAfterAnEnd()
    {
        QFETCH(QString, manner);
        QFETCH(int, error);
        QFETCH(QString, words);
        MeasureOptions options = optionsFor(manner.toLatin1().constData());
        options.timeoutSeconds = 2;
        const Task task = matmul();
        const std::vector<ConfigEntity> entities{task.space.at(0).value(), task.space.at(1).value(), task.space.at(2).value()};
        qputenv("KNOBSCOPE_TEST_FATAL", QByteArray::fromStdString(entityToJson(entities[1]).dump()));
        const auto results = checkEmulated(taskToJson(task), entities, options);
        QCOMPARE(results.has_value(), error >= 0);
        if (!results) {
            QCOMPARE(results.error().code, ErrorCode::Io);
            QVERIFY2(results.error().message.find(words.toStdString()) != std::string::npos, results.error().message.c_str());
            return;
        }
        QCOMPARE(results->size(), size_t(3));
        QVERIFY((*results)[0].error == MeasureError::None && (*results)[2].error == MeasureError::None);
        QCOMPARE(static_cast<int>((*results)[1].error), error);
        QCOMPARE((*results)[1].why.message, words.toStdString());
        QCOMPARE(requests("hello"), 2);
    }

    void whatTransformsOrPacksDoesLess()
    {
        const Target target = hostTarget().value();
        const auto args = nlohmann::json::parse(R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],
                                                    [1,1,1,1],[1,1],"NCHW","NCHW","float32"])");
        const Task direct = makeTask("conv2d_NCHWc.x86", args, target).value();
        QCOMPARE(minOperations(direct), direct.plainFlops);
        const Task winograd = makeTask("conv2d_winograd_NCHWc.x86", args, target).value();
        QCOMPARE(minOperations(winograd), direct.plainFlops * 64 / (36 * 9)); // F(6x6, 3x3), the most that it takes
        const double operations = minOperations(direct);
        QVERIFY(!whyImpossible(operations, direct.plainFlops / 95e9, peak)); // no more than it can
        QVERIFY(!whyImpossible(operations, direct.plainFlops / 105e9, peak)); // nor than its scatter
        QVERIFY(whyImpossible(operations, direct.plainFlops / 240e9, peak).has_value());
        QVERIFY(!whyImpossible(operations, 1e-12, 0));
        // F(6x6, 3x3) at nearly all that the machine can: 64 products for a tile of 36 outputs.
        const double products = direct.plainFlops * 64 / (36 * 9);
        QVERIFY(!whyImpossible(minOperations(winograd), products / 95e9, peak));
        QVERIFY(whyImpossible(minOperations(winograd), products / 130e9, peak).has_value());
    }

    void narrowTypesTakeAPart()
    {
        const Target target = hostTarget().value();
        const auto partOf = [&](const char* first, const char* second, const char* sum) {
            const nlohmann::json args{{"TENSOR", {16, 64}, first}, {"TENSOR", {32, 64}, second}, nullptr, sum};
            const Task task = makeTask("dense_dot.x86", args, target).value();
            return minOperations(task) / task.plainFlops;
        };
        QCOMPARE(partOf("uint8", "int8", "int32"), 1.0 / 4);
        QCOMPARE(partOf("int16", "int16", "int32"), 1.0 / 2);
        QCOMPARE(partOf("bfloat16", "bfloat16", "float32"), 1.0 / 2);
    }

    void whatReadsNoPaddingDoesLess()
    {
        const auto args = nlohmann::json::parse(R"([["TENSOR",[1,64,7,4],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,2],
                                                    [1,1,1,0],[1,1],"NCHW","NCHW","float32"])");
        const Target target = hostTarget().value();
        const Task copied = makeTask("conv2d_NCHWc.x86", args, target).value();
        QCOMPARE(minOperations(copied), copied.plainFlops);
        // Down: 19 of 7 x 3 places of the window are in the image. Across: the two outputs meet columns -1 to 1 and 1 to 3.
        const Task cut = makeTask("conv2d_tiles_NCHWc.x86", args, target).value();
        QCOMPARE(minOperations(cut), cut.plainFlops * (19.0 / 21) * (5.0 / 6));
    }
};

int main(int argc, char** argv)
{
    if (argc > 1 && std::strcmp(argv[1], "--socket") == 0) {
        return beWorker();
    }
    QCoreApplication application(argc, argv);
    TestStrangeWorker test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_strangeworker.moc"
