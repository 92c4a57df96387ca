// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/workerservice.h"

#include "core/device/cuda/cudadevice.h"
#include "core/target/machineprofile.h"
#include "core/timing/imagemessage.h"
#include "core/worker/buildkernel.h"
#include "core/worker/codemessage.h"
#include "core/worker/emulatedcheck.h"
#include "core/worker/kernelrunner.h"
#include "core/worker/machinepeak.h"
#include "core/worker/timinganswer.h"

#include <exception>
#include <map>

namespace knobscope {

namespace {

Result<Message> tryTarget(const std::string& text)
{
    const auto target = TRY(parseTarget(text));
    TRY(trySimpleKernel(target));
    return Message{{{"ok", true}}, {}};
}

/// Worker side of CodeWorker: compiles code for display. Runs nothing of it.
class CodeService
{
public:
    /// `builder` provides the tasks and the compiler for GPUs.
    explicit CodeService(KernelBuilder& builder)
        : m_builder(builder)
    {
    }

    /// Handles the ops "code", "image" and "try".
    Result<Message> answer(const Message& request)
    {
        const nlohmann::json& h = request.header;
        const std::string op = h.value("op", "");
        if (op == "try") {
            return tryTarget(h.at("target").get<std::string>());
        }
        const auto* task = TRY(m_builder.task(h.at("task")));
        const auto entity = TRY(entityFromJson(h.at("entity")));
        if (op == "code") {
            return code(*task, entity, h.at("levels"));
        }
        return image(*task, entity);
    }

private:
    Result<Message> code(const Task& task, const ConfigEntity& entity, const nlohmann::json& levels)
    {
        std::vector<CodeLevel> wanted;
        for (const auto& name : levels) {
            const auto level = TRY(parseLevel(name.get<std::string>()));
            wanted.push_back(level);
        }
        const KernelCode made = kernelCode(task, entity, wanted);
        Message message{{{"levels", nlohmann::json::array()}}, {}};
        for (const CodeLevel level : wanted) {
            addLevel(message, made.level(level));
        }
        addLoopEstimate(message, made);
        return message;
    }

    Result<Message> image(const Task& task, const ConfigEntity& entity)
    {
        const auto program = TRY(lowerDeviceConfig(task, entity));
        const auto architecture = TRY(cudaArchitectureOf(task.target));
        auto made = TRY(m_builder.compiler().compile(program, {architecture}));
        return Message{{{"kernel", imageHeader(made)}}, std::move(made.bytes)};
    }

    KernelBuilder& m_builder;
};

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
                {"hello", &Self::hello},     {"device", &Self::device}, {"build", &Self::build}, {"load", &Self::load},
                {"run", &Self::run},         {"verify", &Self::verify}, {"rank", &Self::rank},   {"peak", &Self::peak},
                {"emulate", &Self::emulate}, {"code", &Self::code},     {"image", &Self::code},  {"try", &Self::code},
                {"count", &Self::count}};
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
    static Message refusal(const Sentence& why) { return statusMessage(MeasureError::Unknown, why); }

    Result<Message> hello(const Message&) { return Message{{{"version", kMessageVersion}, {"machine", thisMachine()}}, {}}; }
    Result<Message> code(const Message& request) { return m_code.answer(request); }
    Result<Message> emulate(const Message& request) { return answerEmulated(request); }
    Result<Message> peak(const Message& request)
    {
        return Message{{{"peak", nlohmann::json(probeMachine(request.header.value("threads", 1)))}}, {}};
    }

    Result<Message> build(const Message& request)
    {
        const StageClock building("build");
        const auto& h = request.header;
        BuildOutcome out = m_builder.build(h.at("task"), h.at("entity"), h.value("device", nlohmann::json()));
        out.stages.push_back(building.finish());
        Message message = statusMessage(out.error, out.why);
        message.header["stages"] = out.stages;
        if (out.error == MeasureError::None) {
            message.header["kernel"] = std::move(out.kernel);
            message.blob = std::move(out.code);
        }
        return message;
    }

    /// Describes the machine's GPU; the error names what is missing.
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

    /// Returns the runner for a request's kernel, with the known best rate of the machine set.
    KernelRunner& runnerFor(const Message& request)
    {
        KernelRunner& runner = runnerOf(request.header.at("kernel"));
        runner.pace().expectBest(request.header.value("best_rate", 0.0));
        if (request.header.value("calibrate", false) && runner.pace().bestRate() == 0) {
            runner.pace().calibrate();
        }
        return runner;
    }

    static KernelRequest kernelOf(const Message& request)
    {
        const auto& h = request.header;
        return {h.at("key").get<std::string>(),
                {h.at("kernel"), request.blob},
                optionsFromJson(h.at("options")),
                h.value("task", nlohmann::json()),
                h.value("entity", nlohmann::json())};
    }

    Result<Message> load(const Message& request)
    {
        TRY(runnerFor(request).load(kernelOf(request)));
        return Message{{{"ok", true}}, {}};
    }

    /// Answers a request for a timing with `time(references)`, or names a reference that the runner must load first.
    template<class Time>
    static Result<Message> timed(const Message& request, KernelRunner& runner, const Time& time)
    {
        auto references = fromJson<ReferenceKeys>(request.header.value("references", nlohmann::json::object()));
        if (std::string key = runner.missing(references, optionsFromJson(request.header.at("options"))); !key.empty()) {
            return Message{{{"missing", std::move(key)}}, {}};
        }
        Message answer = TRY(time(references));
        answer.header["best_rate"] = runner.pace().bestRate();
        answer.header["anchor_seconds"] = references.anchorSeconds;
        return answer;
    }

    Result<Message> run(const Message& request)
    {
        const StageClock running("run");
        KernelRunner& runner = runnerFor(request);
        return timed(request, runner, [&](ReferenceKeys& references) -> Result<Message> {
            RunOutcome out = runner.run(kernelOf(request), references, request.header.value("first_call_seconds", 0.0));
            out.stages.push_back(running.finish());
            Message message = statusMessage(out.error, out.why);
            message.header.update(nlohmann::json(out));
            return message;
        });
    }

    Result<Message> verify(const Message& request)
    {
        const RunOutcome out = runnerOf(request.header.at("kernel")).verify(kernelOf(request));
        return statusMessage(out.error, out.why);
    }

    Result<Message> count(const Message& request)
    {
        const auto counts = TRY(runnerFor(request).count(kernelOf(request)));
        return Message{{{"counts", counts}}, {}};
    }

    Result<Message> rank(const Message& request)
    {
        const auto& items = request.header.at("kernels");
        std::vector<PackedKernel> kernels;
        size_t at = 0;
        for (const auto& item : items) {
            const auto bytes = item.at("bytes").get<size_t>();
            if (bytes > request.blob.size() - at) {
                return fail(ErrorCode::Corrupt, "A kernel's object is incomplete");
            }
            kernels.push_back({item, std::span(request.blob).subspan(at, bytes)});
            at += bytes;
        }
        if (kernels.empty()) {
            return fail(ErrorCode::InvalidArgument, "There is no kernel to time");
        }
        KernelRunner& runner = runnerOf(items.front());
        return timed(request, runner, [&](ReferenceKeys& references) -> Result<Message> {
            const auto ranked = TRY(runner.rank(kernels, references, optionsFromJson(request.header.at("options"))));
            return Message{{{"ranked", ranked}}, {}};
        });
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
            return 0; // the program that started this one is gone
        }
        auto sent = channel.send(service.answer(*request));
        if (!sent && sent.error().code == ErrorCode::LimitExceeded) {
            sent = channel.send(statusMessage(MeasureError::Unknown, sent.error()));
        }
        if (!sent) {
            return 0;
        }
    }
}

} // namespace knobscope
