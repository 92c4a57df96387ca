// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/workerservice.h"

#include "core/device/cuda/cudadevice.h"
#include "core/measure/codeservice.h"
#include "core/measure/emulatedcheck.h"
#include "core/measure/imagemessage.h"
#include "core/measure/kernelrunner.h"
#include "core/measure/machinepeak.h"

#include <exception>
#include <map>

namespace knobscope {

namespace {

class WorkerService
{
public:
    explicit WorkerService(const OtherService& others)
        : m_others(others)
    {
    }

    Message answer(const Message& request)
    {
        try {
            if (auto other = m_others ? m_others(request) : std::nullopt) {
                return std::move(*other);
            }
            using Self = WorkerService;
            static const std::map<std::string, Result<Message> (Self::*)(const Message&)> answers{
                {"hello", &Self::hello},   {"device", &Self::device},   {"build", &Self::build},
                {"run", &Self::run},       {"anchor", &Self::anchor},   {"best", &Self::best},
                {"verify", &Self::verify}, {"rank", &Self::rank},       {"forget best", &Self::forgetBest},
                {"peak", &Self::peak},     {"emulate", &Self::emulate}, {"code", &Self::code},
                {"ptx", &Self::code},      {"image", &Self::code},      {"try", &Self::code}};
            const std::string op = request.header.value("op", "");
            const auto known = answers.find(op);
            auto answer = known == answers.end() ? fail(ErrorCode::Unsupported, "Unknown request '{}'", op)
                                                 : (this->*known->second)(request);
            return answer ? *std::move(answer) : refusal(answer.error());
        } catch (const std::bad_alloc&) {
            return refusal(phrase("The worker ran out of memory"));
        } catch (const std::exception& e) {
            return refusal(Sentence(e.what()));
        }
    }

private:
    static Message refusal(const Sentence& why) { return verdict(MeasureError::Unknown, why); }

    Result<Message> hello(const Message&) { return Message{{{"version", 1}}, {}}; }
    Result<Message> code(const Message& request) { return m_code.answer(request); }
    Result<Message> emulate(const Message& request) { return answerEmulated(request); }
    Result<Message> peak(const Message& request)
    {
        return Message{{{"peak", peakToJson(probeMachine(request.header.value("threads", 1)))}}, {}};
    }

    Result<Message> build(const Message& request)
    {
        const StageClock building("build");
        const auto& h = request.header;
        BuildOutcome out = m_builder.build(h.at("task"), h.at("entity"), h.value("device", nlohmann::json()));
        out.stages.push_back(building.finish());
        Message message = verdict(out.error, out.why);
        message.header["stages"] = stagesToJson(out.stages);
        if (out.error == MeasureError::None) {
            message.header["kernel"] = std::move(out.kernel);
            message.blob = std::move(out.code);
        }
        return message;
    }

    /// What is in the machine, with the sentence that says what is missing where it cannot be used.
    Result<Message> device(const Message& request)
    {
        const auto ordinal = TRY(cudaOrdinal(request.header.value("device", "")));
        const auto driver = TRY(CudaDriver::open());
        const auto described = TRY(describeCudaDevice(*driver, ordinal));
        return Message{{{"device", deviceToJson(described)}, {"driver", driver->version()}}, {}};
    }

    KernelRunner& runnerOf(const nlohmann::json& kernel)
    {
        auto& runner = isImageHeader(kernel) ? m_cudaRunner : m_cpuRunner;
        if (!runner) {
            runner = std::make_unique<KernelRunner>(isImageHeader(kernel) ? makeCudaHost() : makeCpuHost());
        }
        return *runner;
    }

    /// The runner for a request's kernel, told what is known of the machine.
    KernelRunner& runnerFor(const Message& request)
    {
        KernelRunner& runner = runnerOf(request.header.at("kernel"));
        runner.timer().pace().expectBest(request.header.value("best_rate", 0.0));
        return runner;
    }

    Result<Message> run(const Message& request)
    {
        const auto& h = request.header;
        const auto& kernel = h.at("kernel");
        const StageClock running("run");
        KernelRunner& runner = runnerFor(request);
        RunOutcome out = runner.run(h.at("key").get<std::string>(), {kernel, request.blob}, optionsFromJson(h.at("options")),
                                    h.at("task"), h.at("entity"), h.value("first_call_seconds", 0.0));
        out.stages.push_back(running.finish());
        Message message = verdict(out.error, out.why);
        message.header.update({{"costs", out.costs},
                               {"timing", timingToJson(out.timing)},
                               {"is_best", out.isBest},
                               {"is_anchor", out.isAnchor},
                               {"best_rate", runner.timer().pace().bestRate()},
                               {"anchor_seconds", runner.timer().anchorSeconds(h.at("key").get<std::string>())},
                               {"restart", out.mustRestart},
                               {"stages", stagesToJson(out.stages)}});
        return message;
    }

    Result<Message> anchor(const Message& request)
    {
        const auto& h = request.header;
        KernelRunner& runner = runnerFor(request);
        if (PaceGauge& pace = runner.timer().pace(); pace.bestRate() == 0) {
            pace.calibrate(); // here, where no kernel's own deadline runs
        }
        const auto timing =
            TRY(runner.setAnchor(h.at("key").get<std::string>(), {h.at("kernel"), request.blob}, h.at("seconds").get<double>(),
                                 h.value("beside", std::string()), optionsFromJson(h.at("options"))));
        return Message{{{"seconds", timing.seconds}, {"pace", timing.pace}, {"best_rate", runner.timer().pace().bestRate()}}, {}};
    }

    Result<Message> best(const Message& request)
    {
        const auto& h = request.header;
        TRY(runnerOf(h.at("kernel"))
                .setBest(h.at("key").get<std::string>(), {h.at("kernel"), request.blob}, h.at("speedup").get<double>(),
                         optionsFromJson(h.at("options"))));
        return Message{{{"ok", true}}, {}};
    }

    Result<Message> forgetBest(const Message& request)
    {
        for (const auto& runner : {m_cpuRunner.get(), m_cudaRunner.get()}) {
            if (runner) {
                runner->timer().forgetBest(request.header.at("key").get<std::string>());
            }
        }
        return Message{{{"ok", true}}, {}};
    }

    Result<Message> verify(const Message& request)
    {
        const auto& h = request.header;
        const RunOutcome out = runnerOf(h.at("kernel"))
                                   .verify(h.at("key").get<std::string>(), {h.at("kernel"), request.blob},
                                           optionsFromJson(h.at("options")), h.at("task"), h.at("entity"));
        return verdict(out.error, out.why);
    }

    Result<Message> rank(const Message& request)
    {
        const auto& items = request.header.at("kernels");
        std::vector<PackedKernel> kernels;
        size_t at = 0;
        for (const auto& item : items) {
            const auto bytes = item.at("bytes").get<size_t>();
            if (bytes > request.blob.size() - at) {
                return fail(ErrorCode::Corrupt, "A kernel's object is cut off");
            }
            kernels.push_back({item, std::span(request.blob).subspan(at, bytes)});
            at += bytes;
        }
        if (kernels.empty()) {
            return fail(ErrorCode::InvalidArgument, "There is no kernel to time");
        }
        const auto key = request.header.at("key").get<std::string>();
        KernelRunner& runner = runnerOf(items.front());
        const auto ranked = TRY(runner.rank(key, kernels, optionsFromJson(request.header.at("options"))));
        nlohmann::json list = nlohmann::json::array();
        for (const RankedKernel& one : ranked) {
            list.push_back({{"timing", timingToJson(one.timing)}, {"is_quicker", one.isShownQuicker}});
        }
        return Message{{{"ranked", std::move(list)}, {"anchor_seconds", runner.timer().anchorSeconds(key)}}, {}};
    }

    const OtherService& m_others;
    KernelBuilder m_builder;
    CodeService m_code{m_builder};
    std::unique_ptr<KernelRunner> m_cpuRunner;
    std::unique_ptr<KernelRunner> m_cudaRunner;
};

} // namespace

int serveWorker(int descriptor, const OtherService& others)
{
    Channel channel(descriptor);
    WorkerService service(others);
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
