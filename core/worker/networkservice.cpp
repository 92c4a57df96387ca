// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/networkservice.h"

#include "core/worker/networkcheck.h"
#include "core/worker/programreport.h"
#include "core/worker/wholeprogram.h"

#include "core/base/processmemory.h"
#include "core/base/sentencejson.h"
#include "core/base/statistics.h"
#include "core/graph/interpreter.h"
#include "core/network/kernelchoices.h"
#include "core/network/modelfile.h"
#include "core/network/networkreport.h"
#include "core/network/precision.h"
#include "core/network/runinputs.h"
#include "core/runtime/executor.h"
#include "core/runtime/exportprogram.h"
#include "core/target/bestrate.h"
#include "core/target/host.h"
#include "core/timing/answercheck.h"
#include "core/timing/pace.h"
#include "core/timing/pairedtiming.h"
#include "core/worker/kernelmessage.h"

#include <malloc.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <thread>
#include <utility>

namespace knobscope {
namespace {
constexpr double kMaxCheckSeconds = 20; ///< for parts of the check that can be left out
constexpr double kPaceInterval = 5e-3; ///< seconds between samples of the pace, which let the other threads sleep
constexpr double kMinCallSeconds = 2e-3; ///< of a timed call: shorter runs are averaged

/// Configs that the user or the project knows for tasks.
KnownConfigs knownFrom(const nlohmann::json& list)
{
    std::map<std::string, std::vector<KnownConfig>> known;
    for (const auto& one : list) {
        auto entity = entityFromJson(one.at("entity"));
        if (entity) {
            known[one.at("task").get<std::string>() + one.at("args").dump()].push_back(
                {std::move(*entity), one.at("seconds").get<double>()});
        }
    }
    return [known = std::move(known)](const Task& task) {
        const auto found = known.find(task.name + task.args.dump());
        return found == known.end() ? std::vector<KnownConfig>() : found->second;
    };
}

/// Reads the network of a request.
Result<ModelNetwork> modelOf(const nlohmann::json& request)
{
    ImportOptions options;
    for (const auto& [name, extents] : request.at("shapes").get<std::vector<std::pair<std::string, Shape>>>()) {
        options.shapes[name] = extents;
    }
    return openModelNetwork(request.at("network").get<std::string>(), options, precisionFromJson(request.at("precision")));
}

/// A network that was read for its fingerprint, kept until it is opened.
struct IdentifiedModel {
    nlohmann::json network, shapes, precision; ///< as requested
    ModelNetwork model;
};

/// An open network.
struct OpenSlot {
    std::vector<uint8_t> request; ///< its opening request, as CBOR; checking and exporting read the network again
    std::unique_ptr<WholeProgram> executor;
    std::shared_ptr<const DynamicTail> tail; ///< null: none
    std::vector<std::optional<Program>> sections; ///< of the tail, until they are loaded
    std::vector<Tensor> inputs;
    NetworkReport report;                       ///< its steps are dropped once sent
    std::vector<TimedTransform> transforms;     ///< transforms that any choice of layouts can need
    std::vector<TimedTransform> planTransforms; ///< transforms of the chosen layouts
    Target target;
};

/// Returns an error if a graph that was read again has other inputs or outputs than the open one.
Result<void> checkSame(const OpenSlot& slot, const Graph& again)
{
    const auto types = [](const Graph& graph) {
        std::vector<std::pair<std::string, std::optional<TensorType>>> list;
        for (const auto* ids : {&graph.inputs, &graph.outputs}) {
            for (const ValueId id : *ids) {
                list.emplace_back(graph.value(id).name, graph.value(id).type);
            }
        }
        return list;
    };
    if (types(again) != types(slot.executor->program().graph)) {
        return fail(ErrorCode::InvalidArgument, "{} has changed since it was opened; open it again", slot.report.network);
    }
    return {};
}

/// Chooses the kernels of a network, each for itself or all together, and fills in the report.
Result<KernelChoices> choose(const Graph& graph, const std::vector<Group>& groups, const KernelCandidates& candidates,
                             const nlohmann::json& request, NetworkReport& report)
{
    const LayoutQuestion question =
        buildLayoutProblem(graph, groups, candidates,
                           secondsOf(fromJson<std::vector<TimedTransform>>(request.value("transforms", nlohmann::json()))));
    const auto fastest = TRY(chooseLayout(question.problem, LayoutMethod::PerLayer));
    const auto chosen = TRY(request.value("per_layer", false) ? fastest : solveLayout(question.problem));
    report.method = nameOf(chosen.method);
    report.isProven = chosen.isProven;
    report.predictedSeconds = chosen.cost.total();
    report.fastestSeconds = fastest.cost.total();
    return kernelsOf(question, candidates, chosen);
}

/// Chooses with the layouts that the request fixes; also reports the prediction without them.
Result<KernelChoices> chooseHolding(const Graph& graph, const std::vector<Group>& groups, const KernelCandidates& candidates,
                                    const nlohmann::json& request, NetworkReport& report)
{
    auto choices = TRY(choose(graph, groups, candidates, request, report));
    report.freeSeconds = report.predictedSeconds;
    const auto held = request.value("held", std::vector<FixedLayout>());
    if (held.empty()) {
        return choices;
    }
    KernelCandidates left = candidates;
    TRY(fixLayouts(left, graph, held));
    return choose(graph, groups, left, request, report);
}

/// Opens the user's cache; on failure returns nullopt and puts the reason into the report.
std::optional<ObjectCache> openCache(NetworkReport& report)
{
    auto cache = ObjectCache::open(ObjectCache::userFolder());
    report.cacheError = cache ? "" : cache.error().message;
    return cache ? std::optional(std::move(*cache)) : std::nullopt;
}

} // namespace

struct NetworkService::Impl {
    Result<Message> identify(const nlohmann::json& h)
    {
        identified.reset();
        auto model = TRY(modelOf(h));
        Message answer{{{"fingerprint", model.fingerprint}}, {}};
        identified = {h.at("network"), h.at("shapes"), h.at("precision"), std::move(model)};
        return answer;
    }

    /// Returns the model that identify() read if it matches, and reads it otherwise.
    Result<ModelNetwork> takeModel(const nlohmann::json& h)
    {
        auto known = std::exchange(identified, std::nullopt);
        const bool isIt = known && known->network == h.at("network") && known->shapes == h.at("shapes")
                       && known->precision == h.at("precision");
        return isIt ? std::move(known->model) : modelOf(h);
    }

    /// Compiles the network of a request; fills the slot except for its executor.
    Result<Program> compile(const nlohmann::json& h, OpenSlot& slot)
    {
        const double began = steadySeconds();
        const auto target = TRY(parseTarget(h.at("target").get<std::string>()));
        auto model = TRY(takeModel(h));
        TRY(fitToTarget(model, target));
        const Graph& graph = model.imported.graph;
        TRY(checkRunnable(graph));
        NetworkReport& report = slot.report;
        report.network = model.network.id();
        report.threads = h.at("threads").get<int>();
        const KnownConfigs known = knownFrom(h.at("known"));
        const auto candidates = TRY(candidatesOf(graph, model.groups, target, known, report.threads));
        auto choices = TRY(chooseHolding(graph, model.groups, candidates, h, report));
        const auto cache = h.value("cache", true) ? openCache(report) : std::nullopt;
        ProgramOptions options{std::move(choices),
                               target,
                               static_cast<int>(std::thread::hardware_concurrency()),
                               identifierOf(model.network.id()) + "_",
                               cache ? &*cache : nullptr,
                               report.threads};
        report.openSeconds = steadySeconds() - began;
        auto program = TRY(makeProgram(graph, model.groups, options));
        describe(report, graph, program, options.choices, candidates, target);
        slot.tail = model.imported.tail;
        if (slot.tail) {
            slot.sections = sectionPrograms(*slot.tail, {target, known, precisionFromJson(h.at("precision")).precision,
                                                         options.threads, options.compilers, options.prefix, options.cache});
            describeTail(report, *slot.tail, slot.sections);
        }
        slot.target = target;
        slot.inputs = TRY(inputSets(graph, inputsFromJson(h.at("inputs")))).front();
        slot.transforms = transformsFor(graph, model.groups, candidates);
        for (const Step& step : program.steps) {
            if (step.transform) {
                slot.planTransforms.push_back({*step.transform, 0});
            }
        }
        report.compileSeconds = steadySeconds() - began - report.openSeconds;
        return program;
    }

    Result<Message> open(const nlohmann::json& h, OpenSlot& slot)
    {
        slot = {};
        slot.request = nlohmann::json::to_cbor(h); // compact: the JSON tree of thousands of records takes megabytes
        auto program = TRY(compile(h, slot));
        const double compiled = steadySeconds();
        slot.executor = TRY(WholeProgram::create(std::move(program), slot.tail, std::move(slot.sections)));
        TRY(slot.executor->setInputs(slot.inputs));
        slot.report.compileSeconds += steadySeconds() - compiled;
        Message answer{{{"program", reportToJson(slot.report)}}, {}};
        slot.report.steps = {};
        return answer;
    }

    /// Compiles the network again: the running program has freed weights that only preparation reads.
    Result<Message> exportTo(const nlohmann::json& h, const OpenSlot& slot)
    {
        if (slot.tail) {
            return fail(ErrorCode::Unsupported,
                        "{} cannot become code: shapes from {} on depend on data, and code has none for their operators",
                        slot.report.network, nodeText(slot.tail->cause, slot.tail->causeOperator));
        }
        const auto name = identifierOf(h.at("name").get<std::string>());
        OpenSlot again;
        const auto program = TRY(compile(nlohmann::json::from_cbor(slot.request), again));
        TRY(checkSame(slot, program.graph));
        TRY(exportProgram(program, name, h.at("folder").get<std::string>()));
        return Message{{{"name", name}}, {}};
    }

    /// Times each for half a millisecond per sample; the median of nine samples.
    Result<Message> timeTransforms(const nlohmann::json& h, const OpenSlot& slot)
    {
        std::vector<TimedTransform> missing = h.value("of_plan", false) ? slot.planTransforms : slot.transforms;
        const std::vector<TimedTransform> known = fromJson<std::vector<TimedTransform>>(h.at("known"));
        std::erase_if(missing, [&](const LayoutTransform& one) {
            return std::ranges::any_of(known, [&](const LayoutTransform& other) { return other == one; });
        });
        for (TimedTransform& one : missing) {
            auto program = TRY(transformProgram(one.shape, one.from, one.to, slot.target, slot.report.threads));
            const auto executor = TRY(Executor::create(std::move(program)));
            std::vector<double> samples;
            for (int sample = 0; sample < 10; ++sample) {
                const double began = steadySeconds();
                int calls = 0;
                for (; calls == 0 || steadySeconds() - began < 0.5e-3; ++calls) {
                    TRY(executor->run());
                }
                samples.push_back((steadySeconds() - began) / calls);
            }
            one.seconds = quantile(std::span(samples).subspan(1), 0.5); // the first sample warms the caches
        }
        return Message{{{"transforms", missing}}, {}};
    }

    /// Computes the outputs for each kind of input in the interpreter, or only for the first kind if that takes long.
    static Result<NetworkReference> computeReference(const OpenSlot& slot)
    {
        const auto model = TRY(modelOf(nlohmann::json::from_cbor(slot.request)));
        const Graph& graph = model.imported.graph;
        TRY(checkSame(slot, graph));
        const double began = steadySeconds();
        auto outputs = TRY(interpret(graph, slot.inputs));
        const bool hasReals = std::ranges::any_of(slot.inputs, [](const Tensor& input) { return input.number().isFloat(); });
        if (hasReals && steadySeconds() - began < kMaxCheckSeconds) {
            auto others = TRY(interpret(graph, randomInputs(graph, InputKind::Positive)));
            std::ranges::move(others, std::back_inserter(outputs));
        }
        return referenceOf(outputs);
    }

    /// Runs the network on these inputs and compares it with the expected outputs.
    static Result<NetworkCheck> compare(const OpenSlot& slot, const std::vector<Tensor>& inputs,
                                        std::span<const std::vector<double>> expected)
    {
        WholeProgram& executor = *slot.executor;
        TRY(executor.setInputs(inputs));
        TRY(executor.run());
        std::vector<std::vector<double>> actual;
        for (const Tensor& output : executor.graphOutputs()) {
            actual.push_back(output.reals());
        }
        const auto request = nlohmann::json::from_cbor(slot.request);
        const auto read = [&]() -> Result<Graph> { return TRY(modelOf(request)).imported.graph; };
        const double noise = noiseOf(precisionFromJson(request.at("precision")).precision);
        return checkOutputs({read, inputs, noise, kMaxCheckSeconds}, expected, std::move(actual));
    }

    /// Compares with a reference; computes it and adds it to the answer if the request has none.
    static Result<Message> check(const Message& request, OpenSlot& slot)
    {
        WholeProgram& executor = *slot.executor;
        Message answer;
        if (request.blob.empty()) {
            answer.blob = TRY(computeReference(slot));
        }
        const Graph& graph = executor.program().graph;
        const auto expected = TRY(expectedOutputs(graph, request.blob.empty() ? answer.blob : request.blob));
        const std::span<const std::vector<double>> all = expected;
        const size_t outputs = graph.outputs.size();
        NetworkCheck worst = TRY(compare(slot, slot.inputs, all.first(outputs)));
        if (all.size() > outputs) {
            const auto other = compare(slot, randomInputs(graph, InputKind::Positive), all.subspan(outputs));
            TRY(executor.setInputs(slot.inputs));
            TRY(other);
            worst = worseOf(worst, *other);
        }
        const auto opening = nlohmann::json::from_cbor(slot.request);
        worst = worseOf(worst, TRY(executor.checkSections(precisionFromJson(opening.at("precision")).precision, slot.target)));
        answer.header = {{"error", worst.error}, {"mismatched", worst.mismatched}, {"excused", worst.excused}};
        if (!request.header.value("reference", false) || answer.blob.size() > kMaxBlobBytes) {
            answer.blob.clear();
        }
        return answer;
    }

    /// Runs both slots on all sets of slot 0's inputs.
    Result<Message> precision()
    {
        if (!slots[1].executor) {
            return fail(ErrorCode::InvalidArgument, "Two networks must be open to be compared");
        }
        const OpenSlot& slot = slots[0];
        const auto request = nlohmann::json::from_cbor(slot.request);
        PrecisionError error;
        for (const auto& inputs : TRY(inputSets(slot.executor->program().graph, inputsFromJson(request.at("inputs"))))) {
            for (const OpenSlot& one : slots) {
                TRY(one.executor->setInputs(inputs));
                TRY(one.executor->run());
            }
            TRY(addPrecisionError(error, slot.executor->graphOutputs(), slots[1].executor->graphOutputs()));
        }
        TRY(slot.executor->setInputs(slot.inputs));
        return Message{{{"max_abs", error.largest},
                        {"max_rel", error.largestRelative},
                        {"rms", error.rms},
                        {"agreeing", error.agreeing},
                        {"rows", error.rows}},
                       {}};
    }

    Result<Message> time(OpenSlot& slot, int runs)
    {
        std::vector<double> seconds;
        std::vector<double> paces;
        double last = 1;
        double sampled = 0;
        for (int run = 0; run < runs; ++run) {
            if (run == 0 || steadySeconds() - sampled > kPaceInterval) {
                last = pace.now();
                sampled = steadySeconds();
            }
            paces.push_back(last);
            seconds.push_back(TRY(secondsOf(*slot.executor)));
        }
        return Message{{{"seconds", seconds}, {"paces", paces}}, {}};
    }

    static Result<double> secondsOf(WholeProgram& executor)
    {
        const double began = steadySeconds();
        TRY(executor.run());
        return steadySeconds() - began;
    }

    /// Times both slots alternately. A call is the mean of the runs after one that warms the caches.
    Result<Message> timePairs(double maxSeconds)
    {
        if (!slots[0].executor || !slots[1].executor) {
            return fail(ErrorCode::InvalidArgument, "Two networks must be open to be timed alternately");
        }
        Result<void> ended;
        const auto callOf = [&](OpenSlot& slot) {
            return [&ended, &executor = *slot.executor] {
                double sum = 0;
                int runs = 0;
                for (auto once = secondsOf(executor); ended && (runs == 0 || sum < kMinCallSeconds); ++runs) {
                    once = secondsOf(executor);
                    ended = once ? Result<void>() : fail(once);
                    sum += once.value_or(0);
                }
                return sum / std::max(1, runs);
            };
        };
        std::vector<double> paces;
        TimedPairs pairs(callOf(slots[1]), callOf(slots[0]));
        pairs.setBeforeEach([&] { paces.push_back(pace.now()); });
        estimateSlowRatio(pairs, maxSeconds);
        TRY(ended);
        return Message{{{"first", pairs.partner()}, {"second", pairs.candidate()}, {"paces", paces}}, {}};
    }

    static Result<Message> profile(OpenSlot& slot, int runs)
    {
        std::vector<std::vector<double>> samples(slot.executor->program().steps.size() + (slot.tail ? 1 : 0));
        for (int run = 0; run < runs; ++run) {
            const auto seconds = TRY(slot.executor->profile());
            for (size_t s = 0; s < samples.size(); ++s) {
                samples[s].push_back(seconds[s]);
            }
        }
        nlohmann::json medians = nlohmann::json::array();
        for (const auto& of : samples) {
            medians.push_back(quantile(of, 0.5));
        }
        return Message{{{"seconds", std::move(medians)}}, {}};
    }

    Result<Message> answer(const Message& request, const std::string& op)
    {
        const nlohmann::json& h = request.header;
        OpenSlot& slot = slots[h.value("slot", 0) == 1 ? 1 : 0];
        if (std::exchange(leftMessages, false)) {
            ::malloc_trim(0); // the opening request with its many configs has been freed by now
        }
        const bool isOpening = op == "network open";
        const bool isIdentifying = op == "network identify";
        if (!isOpening && !isIdentifying && !slot.executor) {
            return fail(ErrorCode::InvalidArgument, "No network is open");
        }
        if (isOpening || isIdentifying || op == "network check") {
            ::prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
            auto answered = isOpening ? open(h, slot) : isIdentifying ? identify(h) : check(request, slot);
            // The imported network has been freed; returns its memory to the system. Disables huge pages first: the kernel would
            // merge partly used ones again.
            ::prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
            ::malloc_trim(0);
            leftMessages = true;
            return answered;
        }
        if (op == "network transforms") {
            return timeTransforms(h, slot);
        }
        if (op == "network export") {
            return exportTo(h, slot);
        }
        if (op == "network memory") {
            return Message{{{"bytes", memoryOf(::getpid()).own - idleBytes}}, {}};
        }
        if (op == "network precision") {
            return precision();
        }
        if (op == "network pairs") {
            return timePairs(h.at("seconds").get<double>());
        }
        const int runs = std::max(1, h.at("runs").get<int>());
        return op == "network time" ? time(slot, runs) : profile(slot, runs);
    }

    std::array<OpenSlot, 2> slots;
    std::optional<IdentifiedModel> identified;
    PaceGauge pace{fmaRate};
    bool leftMessages = false; ///< memory that was still in use while the answer was made can be freed
    int64_t idleBytes = memoryOf(::getpid()).own; ///< of the process before it opened a network
};

NetworkService::NetworkService()
    : m_impl(std::make_unique<Impl>())
{
    m_impl->pace.expectBest(BestRate().rateFor(1));
}
NetworkService::~NetworkService() = default;

std::optional<Message> NetworkService::answer(const Message& request)
{
    const std::string op = request.header.value("op", "");
    if (!op.starts_with("network ")) {
        return std::nullopt;
    }
    auto answer = m_impl->answer(request, op);
    if (!answer) {
        Message refusal;
        writeSentence(refusal.header, "message", answer.error());
        refusal.header["code"] = answer.error().code;
        return refusal;
    }
    return std::move(*answer);
}

} // namespace knobscope
