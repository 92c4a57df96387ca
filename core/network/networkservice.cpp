// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/networkservice.h"

#include "core/graph/interpreter.h"
#include "core/measure/kernelmessage.h"
#include "core/network/kernelchoices.h"
#include "core/network/modelfile.h"
#include "core/network/networkreport.h"
#include "core/runtime/executor.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <thread>

namespace knobscope {
namespace {

const char* kindText(StepKind kind)
{
    switch (kind) {
    case StepKind::Kernel: return "kernel";
    case StepKind::Copy: return "copy";
    case StepKind::Operator: return "operator";
    }
    return "";
}

/// Numbers as they come out of normalised images; whole ones stay small, for they may be indices.
Tensor randomTensor(const TensorType& type, unsigned seed)
{
    Tensor tensor(type);
    std::mt19937 random(seed);
    withType(type.number, [&]<class T>() {
        std::normal_distribution<float> number(0.0F, 1.0F);
        for (T& element : tensor.as<T>()) {
            element = isReal(type.number) ? static_cast<T>(number(random)) : static_cast<T>(random() % 2);
        }
    });
    return tensor;
}

std::vector<Tensor> randomInputs(const Graph& graph)
{
    std::vector<Tensor> inputs;
    for (const ValueId id : graph.inputs) {
        inputs.push_back(randomTensor(*graph.value(id).type, 1 + static_cast<unsigned>(inputs.size())));
    }
    return inputs;
}

/// What a person, or their project, knows of tasks.
KnownConfigs knownFrom(const nlohmann::json& list)
{
    std::map<std::string, KnownConfig> known;
    for (const auto& one : list) {
        auto entity = entityFromJson(one.at("entity"));
        if (entity) {
            known.insert_or_assign(one.at("task").get<std::string>() + one.at("args").dump(),
                                   KnownConfig{std::move(*entity), one.at("seconds").get<double>()});
        }
    }
    return [known = std::move(known)](const Task& task) {
        const auto found = known.find(task.name + task.args.dump());
        return found == known.end() ? std::nullopt : std::optional(found->second);
    };
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

struct NetworkService::Impl {
    Result<Message> open(const nlohmann::json& h)
    {
        const double began = steadySeconds();
        executor.reset();
        ImportOptions shapes;
        for (const auto& [name, extents] : h.at("shapes").get<std::vector<std::pair<std::string, Shape>>>()) {
            shapes.shapes[name] = extents;
        }
        const auto target = parseTarget(h.at("target").get<std::string>());
        if (!target) {
            return fail(target);
        }
        auto model = openModelNetwork(h.at("network").get<std::string>(), shapes);
        if (!model) {
            return fail(model);
        }
        auto graph = std::make_shared<const Graph>(std::move(model->imported.graph));
        auto choices = chooseKernels(*graph, model->groups, *target, knownFrom(h.at("known")));
        if (!choices) {
            return fail(choices);
        }
        ProgramOptions options{std::move(*choices), *target, static_cast<int>(std::thread::hardware_concurrency())};
        report = {};
        report.network = model->network.id();
        report.threads = h.at("threads").get<int>();
        report.openSeconds = steadySeconds() - began;
        auto program = makeProgram(graph, model->groups, options);
        if (!program) {
            return fail(program);
        }
        describe(*program, options.choices);
        auto made = Executor::create(std::move(*program), report.threads);
        if (!made) {
            return fail(made);
        }
        executor = std::move(*made);
        inputs = randomInputs(*graph);
        for (size_t i = 0; i < inputs.size(); ++i) {
            if (auto set = executor->setInput(i, inputs[i]); !set) {
                return fail(set);
            }
        }
        report.workspaceBytes = executor->workspaceBytes();
        report.compileSeconds = steadySeconds() - began - report.openSeconds;
        return Message{{{"program", reportToJson(report)}}, {}};
    }

    void describe(const Program& program, const std::map<size_t, KernelChoice>& choices)
    {
        report.kernels = static_cast<int>(program.kernels.size());
        report.weightBytes = program.weightBytes;
        report.arenaBytes = program.arenaBytes;
        report.leastArenaBytes = program.leastArenaBytes;
        for (const Step& step : program.steps) {
            NetworkStep shown{step.name, step.op, kindText(step.kind), step.layout, step.task, step.flops, 0};
            if (!step.task.empty()) {
                shown.knownSeconds = choices.at(static_cast<size_t>(step.node)).seconds;
                ++(shown.knownSeconds > 0 ? report.tuned : report.untuned);
            }
            report.steps.push_back(std::move(shown));
        }
    }

    /// The largest difference from what the interpreter computes, as a share of the largest number there.
    Result<Message> check()
    {
        const Graph& graph = *executor->program().graph;
        if (auto done = executor->run(); !done) {
            return fail(done);
        }
        const auto expected = interpret(graph, inputs);
        if (!expected) {
            return fail(expected);
        }
        double error = 0;
        for (size_t i = 0; i < expected->size(); ++i) {
            const std::vector<double> right = (*expected)[i].reals();
            const std::vector<double> actual = executor->output(i).reals();
            double largest = 0;
            double off = 0;
            for (size_t e = 0; e < right.size(); ++e) {
                largest = std::max(largest, std::abs(right[e]));
                const double difference = std::abs(actual[e] - right[e]);
                off = std::isnan(difference) ? 1e30 : std::max(off, difference);
            }
            error = std::max(error, off == 0 ? 0 : off / std::max(largest, 1e-30));
        }
        return Message{{{"error", error}}, {}};
    }

    Result<Message> time(int runs)
    {
        std::vector<double> seconds;
        for (int run = 0; run < runs; ++run) {
            const double began = steadySeconds();
            if (auto done = executor->run(); !done) {
                return fail(done);
            }
            seconds.push_back(steadySeconds() - began);
        }
        return Message{{{"seconds", seconds}}, {}};
    }

    Result<Message> profile(int runs)
    {
        std::vector<std::vector<double>> samples(report.steps.size());
        for (int run = 0; run < runs; ++run) {
            const auto seconds = executor->profile();
            if (!seconds) {
                return fail(seconds);
            }
            for (size_t s = 0; s < samples.size(); ++s) {
                samples[s].push_back((*seconds)[s]);
            }
        }
        nlohmann::json medians = nlohmann::json::array();
        for (const auto& of : samples) {
            medians.push_back(of.empty() ? 0.0 : median(of));
        }
        return Message{{{"seconds", std::move(medians)}}, {}};
    }

    Result<Message> answer(const nlohmann::json& h, const std::string& op)
    {
        if (op == "network open") {
            return open(h);
        }
        if (!executor) {
            return fail(ErrorCode::InvalidArgument, "No network is open");
        }
        if (op == "network check") {
            return check();
        }
        const int runs = std::max(1, h.at("runs").get<int>());
        return op == "network time" ? time(runs) : profile(runs);
    }

    std::unique_ptr<Executor> executor;
    std::vector<Tensor> inputs;
    NetworkReport report;
};

NetworkService::NetworkService()
    : m_impl(std::make_unique<Impl>())
{
}
NetworkService::~NetworkService() = default;

std::optional<Message> NetworkService::answer(const Message& request)
{
    const std::string op = request.header.value("op", "");
    if (!op.starts_with("network ")) {
        return std::nullopt;
    }
    auto answer = m_impl->answer(request.header, op);
    return answer ? std::move(*answer) : Message{{{"message", answer.error().message}}, {}};
}

} // namespace knobscope
