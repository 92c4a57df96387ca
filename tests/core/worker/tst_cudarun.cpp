// SPDX-License-Identifier: GPL-3.0-or-later
// Workers with a test double of the driver: what a GPU trial answers, and what becomes of it when the device fails.
#include "collect.h"

#include "core/codegen/cuda/nvrtc.h"
#include "core/task/task.h"
#include "core/timing/imagemessage.h"
#include "core/timing/measurer.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/makemeasurer.h"
#include "core/worker/workerprocess.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>

using namespace knobscope;

namespace {

constexpr int64_t size = 16;

/// (size, size) by (size, size), as the double knows it by name; `microseconds` a call.
DeviceImage product(int microseconds, const std::string& name = "fake_matmul_16_16_16")
{
    DeviceImage image;
    image.bytes = {std::byte{'c'}};
    image.capability = 90;
    image.arguments = {
        {"A", {size, size}, ir::float32, false}, {"B", {size, size}, ir::float32, false}, {"C", {size, size}, ir::float32, true}};
    DeviceLaunch launch;
    launch.symbol = name + "_t" + std::to_string(microseconds);
    launch.parameters = {0, 1, 2};
    launch.block = {32, 1, 1};
    image.launches = {launch};
    return image;
}

nlohmann::json task()
{
    return taskToJson(makeTask("tutorial/matmul", {size, size, size, "float32"}, parseTarget("llvm").value()).value());
}

class FakeGpu
{
public:
    explicit FakeGpu(const std::string& settings = "")
    {
        qputenv("KNOBSCOPE_LIBCUDA", KNOBSCOPE_FAKECUDA_LIBRARY);
        qputenv("KNOBSCOPE_LIBNVML", KNOBSCOPE_FAKECUDA_LIBRARY);
        qputenv("KNOBSCOPE_FAKECUDA", settings.c_str());
        m_worker = std::move(*WorkerProcess::start({findWorker("").value(), {}, 0}));
    }
    nlohmann::json run(const DeviceImage& image, const MeasureOptions& options = {})
    {
        const Task made = taskFromJson(task()).value();
        const std::string key = image.launches.back().symbol;
        const Message request{{{"op", "run"},
                               {"key", key},
                               {"kernel", imageHeader(image)},
                               {"options", options},
                               {"task", task()},
                               {"entity", entityToJson(made.space.at(0).value())},
                               {"references", m_references}},
                              image.bytes};
        m_requests[key] = request;
        auto answer = m_worker->ask(request, 20);
        for (int loads = 0; loads < 2 && answer && answer->header.contains("missing"); ++loads) {
            Message load = m_requests.at(answer->header["missing"].get<std::string>());
            load.header["op"] = "load";
            load.header["options"] = options;
            answer = m_worker->ask(load, 20);
            answer = answer && answer->header.contains("ok") ? m_worker->ask(request, 20) : answer;
        }
        if (!answer) {
            return {{"error", -1}, {"message", answer.error().message}};
        }
        if (options.paired && answer->header["error"] == 0) {
            refer(key, answer->header);
        }
        return answer->header;
    }
    nlohmann::json ask(const nlohmann::json& request) { return (*m_worker->ask({request, {}}, 20)).header; }

private:
    /// The first kernel is the anchor of the next ones, as a program has it.
    void refer(const std::string& key, const nlohmann::json& answer)
    {
        if (m_references.empty()) {
            m_references = {{"anchor", key}, {"anchor_seconds", answer["costs"][0]}, {"best_speedup", 1}};
        } else if (answer["is_best"].get<bool>()) {
            m_references["best"] = key;
            m_references["best_speedup"] = answer["timing"]["speedup"];
        }
    }
    std::unique_ptr<WorkerProcess> m_worker;
    nlohmann::json m_references = nlohmann::json::object();
    std::map<std::string, Message> m_requests; ///< by key, for references that the worker lacks
};

Task smallConvolution()
{
    return makeTask("conv2d_nchw.cuda",
                    nlohmann::json::parse(R"([["TENSOR",[1,8,8,8],"float32"],["TENSOR",[64,8,1,1],"float32"],)"
                                          R"([1,1],[0,0,0,0],[1,1],"float32"])"),
                    parseTarget("cuda").value())
        .value();
}

ConfigEntity tooManyThreads(const Task& conv)
{
    ConfigEntity entity = conv.space.at(0).value();
    for (auto& [knob, value] : entity.values) {
        if (knob == "tile_f") {
            value = SplitEntity{{-1, 1, 64, 1}};
        } else if (knob == "tile_y" || knob == "tile_x") {
            value = SplitEntity{{-1, 1, 8, 1}};
        }
    }
    return entity;
}

bool says(const nlohmann::json& answer, const char* words)
{
    return answer["message"].get<std::string>().find(words) != std::string::npos;
}
int errorOf(const nlohmann::json& answer)
{
    return answer["error"].get<int>();
}

} // namespace

class TestCudaRun : public QObject
{
    Q_OBJECT
private slots:
    void rightAnswersAreTimed()
    {
        FakeGpu gpu;
        MeasureOptions options;
        options.check = true;
        const auto first = gpu.run(product(400), options);
        QVERIFY2(errorOf(first) == 0, first.dump().c_str());
        QVERIFY(std::abs(first["costs"][0].get<double>() - 400e-6) < 1e-9);
        const auto quicker = gpu.run(product(100), options);
        QVERIFY(std::abs(quicker["timing"]["ratio"].get<double>() - 0.25) < 1e-6);
        QVERIFY(quicker["is_best"].get<bool>());
        const auto slower = gpu.run(product(300), options);
        QVERIFY(std::abs(slower["costs"][0].get<double>() - 300e-6) < 1e-6);
        QVERIFY(!slower["is_best"].get<bool>());
    }

    void anOlderDriverIsToldOf()
    {
        FakeGpu gpu("version=12040");
        QCOMPARE(gpu.ask({{"op", "device"}, {"device", ""}})["device"]["driver_cuda"].get<int>(), 12040);
    }

    void plainTimingAndTheCacheFlush()
    {
        FakeGpu gpu;
        MeasureOptions options;
        options.paired = false;
        options.cacheFlush = true;
        options.repeat = 3;
        options.minRepeatMs = 5;
        const auto answer = gpu.run(product(100), options);
        QVERIFY2(errorOf(answer) == 0 && answer["costs"].size() == 1, answer.dump().c_str()); // the middle one of three
        QVERIFY(std::abs(answer["costs"][0].get<double>() - 100e-6) < 1e-9);
    }

    void wrongAnswersAreCaught()
    {
        FakeGpu gpu;
        MeasureOptions options;
        options.check = true;
        const auto answer = gpu.run(product(100, "fake_idle"), options); // writes nothing: the output stays NaN
        QCOMPARE(errorOf(answer), static_cast<int>(MeasureError::WrongAnswer));
        QVERIFY(says(answer, "Element 0 of C"));
    }

    void lostContextsAskForANewWorker_data()
    {
        QTest::addColumn<QString>("settings");
        QTest::addColumn<int>("error");
        QTest::addColumn<QString>("words");
        QTest::newRow("warm-up") << "fail=cuLaunchKernel:700:1" << 4 << "memory outside of its buffers";
        QTest::newRow("timing") << "fail=cuEventSynchronize:719:5" << 4 << "Running the kernel";
        QTest::newRow("display") << "fail=cuEventSynchronize:702:1" << 7 << "time limit";
        QTest::newRow("off the bus") << "fail=cuLaunchKernel:46:2" << 4 << "the device has failed";
        QTest::newRow("memory fault") << "fail=cuMemcpyHtoD:214:1" << 4 << "memory is faulty";
    }
    void lostContextsAskForANewWorker()
    {
        QFETCH(QString, settings);
        QFETCH(int, error);
        QFETCH(QString, words);
        FakeGpu gpu(settings.toStdString());
        const auto answer = gpu.run(product(100));
        QCOMPARE(errorOf(answer), error);
        QVERIFY2(says(answer, words.toUtf8().constData()), answer.dump().c_str());
        QVERIFY(answer["restart"].get<bool>());
    }

    void faultsOfTheReferenceAreNotBlamedOnTheCandidate()
    {
        // The first kernel's 12 bursts and the second's warm-up go well; then the reference is the first of a pair.
        FakeGpu gpu("fail=cuLaunchKernel:700:60");
        (void)gpu.run(product(250000));
        nlohmann::json answer;
        for (int i = 0; i < 40 && (answer.is_null() || errorOf(answer) == 0); ++i) {
            answer = gpu.run(product(260000));
        }
        QCOMPARE(errorOf(answer), 4);
        QVERIFY(answer["restart"].get<bool>());
    }

    void otherFailuresCostOneTrial()
    {
        FakeGpu gpu("memory=1500");
        const auto full = gpu.run(product(100));
        QCOMPARE(errorOf(full), static_cast<int>(MeasureError::RuntimeDevice));
        QVERIFY2(says(full, "not have enough memory for 1 KiB") && says(full, "in total"), full.dump().c_str());
        QVERIFY(!full["restart"].get<bool>());
        FakeGpu other;
        DeviceImage foreign = product(100);
        foreign.capability = 80;
        const auto refused = other.run(foreign);
        QVERIFY(says(refused, "compiled for sm_80") && says(refused, "sm_90"));
        QVERIFY(says(other.run(product(100, "missing")), "Finding kernel missing"));
        QCOMPARE(errorOf(other.run(product(100))), 0);
    }

    void throttlingIsSaid()
    {
        FakeGpu gpu("reasons=64");
        const auto answer = gpu.run(product(100));
        QCOMPARE(errorOf(answer), 0);
        QVERIFY2(says(answer, "Throttled by overheating (hardware): 1200 of 1980 MHz at 87"), answer.dump().c_str());
        QVERIFY(answer["stages"].dump().find("throttled") != std::string::npos);
    }

    void devicesAreChosenAndDescribed()
    {
        FakeGpu gpu("devices=2,version=12040");
        const auto second = gpu.ask({{"op", "device"}, {"device", "cuda:1"}});
        QCOMPARE(second["device"]["name"].get<std::string>(), std::string("Test device 1"));
        QCOMPARE(second["driver"].get<int>(), 12040);
        QVERIFY(says(gpu.ask({{"op", "device"}, {"device", "cuda:2"}}), "2 devices"));
        MeasureOptions options;
        options.device = "cuda:1";
        QCOMPARE(errorOf(gpu.run(product(100), options)), 0);
        options.device = "cuda:7";
        QVERIFY(says(gpu.run(product(100), options), "There is no cuda:7"));
    }

    void brokenDescriptionsAreRefused()
    {
        nlohmann::json header = imageHeader(product(1));
        QVERIFY(imageFrom(header, {}).has_value());
        header["launches"][0]["parameters"] = {0, 9};
        QVERIFY(!imageFrom(header, {}));
        header = imageHeader(product(1));
        header["launches"][0]["block"] = {0, 1, 1};
        QVERIFY(!imageFrom(header, {}));
        header.erase("launches");
        QVERIFY(!imageFrom(header, {}));
        header = imageHeader(product(1));
        header["arguments"][0]["type"] = "float33";
        QVERIFY(!imageFrom(header, {}));
    }

    void whatDependsOnWeightsAloneIsNotTimed()
    {
        FakeGpu gpu;
        DeviceImage image = product(100);
        DeviceLaunch transform = product(900).launches[0];
        transform.isPrecomputed = true;
        image.launches.insert(image.launches.begin(), transform);
        const auto answer = gpu.run(image);
        QVERIFY2(errorOf(answer) == 0, answer.dump().c_str());
        QVERIFY2(std::abs(answer["costs"][0].get<double>() - 100e-6) < 1e-9, answer.dump().c_str());
    }

    void configsAreBuiltAndRun()
    {
        if (const auto nvrtc = Nvrtc::open(); !nvrtc) {
            QSKIP(nvrtc.error().message.c_str());
        }
        qputenv("KNOBSCOPE_LIBCUDA", KNOBSCOPE_FAKECUDA_LIBRARY);
        qputenv("KNOBSCOPE_FAKECUDA", "");
        const Task conv = smallConvolution();
        MeasureOptions options;
        options.timeoutSeconds = 60;
        const auto measurer = makeMeasurer(conv.target, options);
        QVERIFY2(measurer.has_value(), measurer ? "" : measurer.error().message.c_str());
        QVERIFY((*measurer)->accepts(conv).has_value());
        QVERIFY((*measurer)->submit(1, {taskToJson(conv), conv.space.at(0).value()}).has_value());
        QVERIFY((*measurer)->submit(2, {taskToJson(conv), tooManyThreads(conv)}).has_value());
        const auto results = collect(**measurer, 2);
        QVERIFY2(results.at(1).error == MeasureError::None, results.at(1).why.message.c_str());
        QVERIFY(std::abs(results.at(1).meanCost() - 1e-6) < 1e-9); // what the double charges for a launch
        QCOMPARE(results.at(2).error, MeasureError::Instantiation);
        QVERIFY2(results.at(2).why.message.find("threads per block; sm_90 allows 1,024: lower tile_f's") != std::string::npos,
                 results.at(2).why.message.c_str());
        const auto compared = (*measurer)->compare(std::vector<MeasureInput>{{taskToJson(conv), conv.space.at(0).value()}});
        QCOMPARE(compared.at(0).error, MeasureError::WrongAnswer); // the double computes nothing, and the best few are checked
    }

    void aFaultCostsOneTrialAndALostGpuTheRun()
    {
        if (const auto nvrtc = Nvrtc::open(); !nvrtc) {
            QSKIP(nvrtc.error().message.c_str());
        }
        QTemporaryDir dir;
        const std::string gone = dir.filePath("gone").toStdString();
        qputenv("KNOBSCOPE_FAKECUDA", "fail=cuEventSynchronize:700:1");
        const Task conv = smallConvolution();
        MeasureOptions options;
        options.timeoutSeconds = 60;
        options.paired = false;
        auto measurer = makeMeasurer(conv.target, options);
        QVERIFY(measurer.has_value());
        // Every worker's first kernel fails; the second trial is a new worker's, and so fails alike, with its own first kernel.
        for (int64_t i = 0; i < 2; ++i) {
            QVERIFY((*measurer)->submit(i, {taskToJson(conv), conv.space.at(0).value()}).has_value());
        }
        for (const auto& [id, result] : collect(**measurer, 2)) {
            QCOMPARE(result.error, MeasureError::RuntimeDevice);
            QVERIFY2(result.why.message.find("memory outside of its buffers") != std::string::npos, result.why.message.c_str());
        }
        (*measurer)->stop();

        qputenv("KNOBSCOPE_FAKECUDA", ("fail=cuEventSynchronize:46:1,gone=" + gone).c_str());
        measurer = makeMeasurer(conv.target, options);
        QVERIFY(measurer.has_value());
        for (int64_t i = 0; i < 2; ++i) {
            QVERIFY((*measurer)->submit(i, {taskToJson(conv), conv.space.at(0).value()}).has_value());
        }
        const auto results = collect(**measurer, 2);
        QVERIFY2(results.at(0).why.message.find("the device has failed") != std::string::npos, results.at(0).why.message.c_str());
        QVERIFY2(results.at(1).why.message.find("The GPU is no longer available") != std::string::npos,
                 results.at(1).why.message.c_str());
        QVERIFY(!results.at(0).infrastructureFailed
                && results.at(1).infrastructureFailed); // nothing is known of a config that met no GPU
        const auto refused = (*measurer)->submit(3, {taskToJson(conv), conv.space.at(0).value()});
        QVERIFY(!refused && refused.error().message.find("The GPU is no longer available") != std::string::npos);
        qputenv("KNOBSCOPE_FAKECUDA", "");
    }

    void measurersSayWhatIsMissing()
    {
        const Target target = parseTarget("cuda -arch=sm_90").value();
        qputenv("KNOBSCOPE_LIBCUDA", "/nowhere/libcuda.so.1");
        const auto none = makeMeasurer(target, {});
        QVERIFY(!none);
        QVERIFY2(none.error().message.find("No NVIDIA driver is installed") != std::string::npos, none.error().message.c_str());
        qputenv("KNOBSCOPE_LIBCUDA", KNOBSCOPE_FAKECUDA_LIBRARY);
        qputenv("KNOBSCOPE_FAKECUDA", "capability=75");
        const auto old = makeMeasurer(target, {});
        QVERIFY(!old && old.error().message.find("Code for sm_90 does not run on cuda:0") != std::string::npos);
        qputenv("KNOBSCOPE_FAKECUDA", "");
        const auto fits = makeMeasurer(target, {});
        QVERIFY2(fits.has_value(), fits ? "" : fits.error().message.c_str());
        QVERIFY(!(*fits)->accepts(taskFromJson(task()).value()));
        QVERIFY(!makeMeasurer(parseTarget("opencl").value(), {}));
        QVERIFY(makeMeasurer(parseTarget("llvm").value(), {}).has_value());
    }
};

QTEST_GUILESS_MAIN(TestCudaRun)
#include "tst_cudarun.moc"
