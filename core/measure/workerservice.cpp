// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/workerservice.h"

#include "core/measure/emulatedcheck.h"
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
            if (op == "emulate") {
                return answerEmulated(request);
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
        BuildOutcome out = m_builder.build(request.header.at("task"), request.header.at("entity"));
        out.stages.push_back(building.finish());
        Message message{{{"error", static_cast<int>(out.error)}, {"message", out.message}, {"stages", stagesToJson(out.stages)}},
                        {}};
        if (out.error == MeasureError::None) {
            message.header["kernel"] = kernelHeader(out.kernel);
            message.blob = std::move(out.kernel.object);
        }
        return message;
    }

    Message run(const Message& request)
    {
        const auto& h = request.header;
        const auto kernel = kernelFrom(h.at("kernel"), request.blob);
        if (!kernel) {
            return refusal(kernel.error().message);
        }
        const StageClock running("run");
        RunOutcome out =
            m_runner.run(h.at("key").get<std::string>(), *kernel, optionsFromJson(h.at("options")), h.at("task"), h.at("entity"));
        out.stages.push_back(running.finish());
        nlohmann::json answer{{"error", static_cast<int>(out.error)},
                              {"message", out.message},
                              {"costs", out.costs},
                              {"pairs", out.pairs},
                              {"is_reference", out.isReference},
                              {"reference_seconds", out.referenceSeconds},
                              {"stages", stagesToJson(out.stages)}};
        if (out.ratio) {
            answer["ratio"] = *out.ratio;
        }
        return {answer, {}};
    }

    Message reference(const Message& request)
    {
        const auto& h = request.header;
        const auto kernel = kernelFrom(h.at("kernel"), request.blob);
        if (!kernel) {
            return refusal(kernel.error().message);
        }
        const auto set = m_runner.setReference(h.at("key").get<std::string>(), *kernel, h.at("seconds").get<double>(),
                                               optionsFromJson(h.at("options")));
        return set ? Message{{{"ok", true}}, {}} : refusal(set.error().message);
    }

    Message compare(const Message& request)
    {
        std::vector<CompiledKernel> kernels;
        size_t at = 0;
        for (const auto& item : request.header.at("kernels")) {
            const auto bytes = item.at("bytes").get<size_t>();
            if (at + bytes > request.blob.size()) {
                return refusal("A kernel's object is cut off");
            }
            auto kernel = kernelFrom(item, std::span(request.blob).subspan(at, bytes));
            if (!kernel) {
                return refusal(kernel.error().message);
            }
            kernels.push_back(std::move(*kernel));
            at += bytes;
        }
        const auto seconds = m_runner.compare(kernels, optionsFromJson(request.header.at("options")));
        return seconds ? Message{{{"seconds", *seconds}}, {}} : refusal(seconds.error().message);
    }

    KernelBuilder m_builder;
    KernelRunner m_runner;
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
