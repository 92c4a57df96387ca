// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/workerservice.h"

#include "core/device/cuda/cudadevice.h"
#include "core/measure/codeservice.h"
#include "core/measure/emulatedcheck.h"
#include "core/measure/imagemessage.h"
#include "core/measure/kernelrunner.h"
#include "core/measure/machinepeak.h"

#include <exception>

namespace knobscope {

namespace {

class WorkerService
{
public:
    Message answer(const Message& request)
    {
        try {
            const std::string op = request.header.value("op", "");
            if (op == "build") {
                return build(request);
            }
            if (op == "run") {
                return run(request);
            }
            if (op == "reference") {
                return reference(request);
            }
            if (op == "compare") {
                return compare(request);
            }
            if (op == "peak") {
                return {{{"peak", peakToJson(probeMachine(request.header.value("threads", 1)))}}, {}};
            }
            if (op == "device") {
                return device(request);
            }
            if (op == "emulate") {
                return answerEmulated(request);
            }
            if (CodeService::knows(op)) {
                return m_code.answer(request);
            }
            if (op == "hello") {
                return {{{"version", 1}}, {}};
            }
            return refusal("Unknown request '" + op + "'");
        } catch (const std::bad_alloc&) {
            return refusal("The worker ran out of memory");
        } catch (const std::exception& e) {
            return refusal(e.what());
        }
    }

private:
    static Message refusal(const std::string& why)
    {
        return {{{"error", static_cast<int>(MeasureError::Unknown)}, {"message", why}}, {}};
    }

    Message build(const Message& request)
    {
        const StageClock building("build");
        const auto& h = request.header;
        BuildOutcome out = m_builder.build(h.at("task"), h.at("entity"), h.value("device", nlohmann::json()));
        out.stages.push_back(building.finish());
        Message message{{{"error", static_cast<int>(out.error)}, {"message", out.message}, {"stages", stagesToJson(out.stages)}},
                        {}};
        if (out.error == MeasureError::None) {
            message.header["kernel"] = std::move(out.kernel);
            message.blob = std::move(out.code);
        }
        return message;
    }

    /// What is in the machine, with the sentence that says what is missing where it cannot be used.
    static Message device(const Message& request)
    {
        const auto ordinal = cudaOrdinal(request.header.value("device", ""));
        if (!ordinal) {
            return refusal(ordinal.error().message);
        }
        const auto driver = CudaDriver::open();
        if (!driver) {
            return refusal(driver.error().message);
        }
        const auto described = describeCudaDevice(**driver, *ordinal);
        if (!described) {
            return refusal(described.error().message);
        }
        return {{{"device", deviceToJson(*described)}, {"driver", (*driver)->version()}}, {}};
    }

    KernelRunner& runnerOf(const nlohmann::json& kernel)
    {
        auto& runner = isImageHeader(kernel) ? m_cudaRunner : m_cpuRunner;
        if (!runner) {
            runner = std::make_unique<KernelRunner>(isImageHeader(kernel) ? makeCudaHost() : makeCpuHost());
        }
        return *runner;
    }

    Message run(const Message& request)
    {
        const auto& h = request.header;
        const auto& kernel = h.at("kernel");
        const StageClock running("run");
        RunOutcome out =
            runnerOf(kernel).run(h.at("key").get<std::string>(), {kernel, request.blob}, optionsFromJson(h.at("options")),
                                 h.at("task"), h.at("entity"), h.value("first_call_seconds", 0.0));
        out.stages.push_back(running.finish());
        nlohmann::json answer{{"error", static_cast<int>(out.error)},
                              {"message", out.message},
                              {"costs", out.costs},
                              {"pairs", out.pairs},
                              {"is_reference", out.isReference},
                              {"reference_seconds", out.referenceSeconds},
                              {"restart", out.mustRestart},
                              {"stages", stagesToJson(out.stages)}};
        if (out.ratio) {
            answer["ratio"] = *out.ratio;
        }
        return {answer, {}};
    }

    Message reference(const Message& request)
    {
        const auto& h = request.header;
        const auto set = runnerOf(h.at("kernel"))
                             .setReference(h.at("key").get<std::string>(), {h.at("kernel"), request.blob},
                                           h.at("seconds").get<double>(), optionsFromJson(h.at("options")));
        return set ? Message{{{"ok", true}}, {}} : refusal(set.error().message);
    }

    Message compare(const Message& request)
    {
        const auto& items = request.header.at("kernels");
        std::vector<PackedKernel> kernels;
        size_t at = 0;
        for (const auto& item : items) {
            const auto bytes = item.at("bytes").get<size_t>();
            if (bytes > request.blob.size() - at) {
                return refusal("A kernel's object is cut off");
            }
            kernels.push_back({item, std::span(request.blob).subspan(at, bytes)});
            at += bytes;
        }
        if (kernels.empty()) {
            return refusal("There is no kernel to time");
        }
        const auto seconds = runnerOf(items.front()).compare(kernels, optionsFromJson(request.header.at("options")));
        return seconds ? Message{{{"seconds", *seconds}}, {}} : refusal(seconds.error().message);
    }

    KernelBuilder m_builder;
    CodeService m_code{m_builder};
    std::unique_ptr<KernelRunner> m_cpuRunner;
    std::unique_ptr<KernelRunner> m_cudaRunner;
};

} // namespace

int serveWorker(int descriptor)
{
    Channel channel(descriptor);
    WorkerService service;
    while (true) {
        const auto request = channel.receive();
        if (!request) {
            return 0; // the program that started us is gone
        }
        if (!channel.send(service.answer(*request))) {
            return 0;
        }
    }
}

} // namespace knobscope
