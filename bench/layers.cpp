// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a network, each tuned with AutoTVM's templates and this program's own, against oneDNN in the same process.
#include "bench/kernels.h"
#include "bench/onednn.h"
#include "bench/parts.h"
#include "bench/rows.h"

#include "core/network/extract.h"
#include "core/target/host.h"
#include "core/tuning/loop.h"
#include "core/worker/makemeasurer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>

namespace knobscope::bench {

namespace {

/// AutoTVM's task of a layer and the extra ones.
using Alternatives = std::vector<NetworkTask>;

/// Layers that are summarised together, by a word of the environment variable (bench/rows.h).
struct Part {
    std::string name; ///< the word
    std::vector<Alternatives> layers;
    Conditions conditions;
};

std::string environment(const char* name, std::string fallback)
{
    const char* value = std::getenv(name);
    return value ? value : std::move(fallback);
}

/// Returns the layers of a network, or the one layer with the first task "NETWORK:N".
std::vector<Alternatives> layersOf(const std::string& name)
{
    const size_t colon = name.find(':');
    const auto network = findNetwork(loadNetworks().value(), name.substr(0, colon)).value();
    const auto extracted = extractTasks(network, hostTarget().value(), TaskChoice::WithExtra).value();
    std::vector<Alternatives> layers;
    std::string shape;
    for (const NetworkTask& task : extracted.tasks) {
        if (!task.isExtra && task.op + task.shape != shape) {
            layers.emplace_back();
        }
        shape = task.op + task.shape;
        layers.back().push_back(task);
    }
    std::erase_if(layers, [&](const Alternatives& one) { return colon != std::string::npos && one.front().id != name; });
    return layers;
}

std::vector<Part> wantedParts()
{
    const Conditions usual{std::max(1, std::atoi(environment("KNOBSCOPE_BENCH_THREADS", "1").c_str())),
                           environment("KNOBSCOPE_BENCH_COLD", "0") == "1"};
    std::vector<Part> parts;
    for (const PartName& name : partNames(environment("KNOBSCOPE_BENCH_NETWORK", "resnet-50"))) {
        Part& part = parts.emplace_back(Part{name.word, {}, usual});
        part.conditions.threads = name.threads.value_or(usual.threads);
        for (const std::string& network : name.networks) {
            std::ranges::move(layersOf(network), std::back_inserter(part.layers));
        }
    }
    return parts;
}

/// The fastest kernel of a layer.
struct Tuned {
    std::string name; ///< of the template
    int64_t index = -1;
    double flops = 0; ///< per call
    Call call;
};

/// Tunes with each template, then times their best kernels alternately and returns the fastest.
Tuned tuned(KernelLoader& loader, const Alternatives& alternatives, const Conditions& conditions)
{
    const int64_t trials = std::atoll(environment("KNOBSCOPE_BENCH_TRIALS", "192").c_str());
    Tuned best;
    for (const NetworkTask& one : alternatives) {
        LoopTask task{makeTask(one.task, one.args, hostTarget().value()).value(), one.id, {}, {}, 0};
        task.options.trials = std::max<int64_t>(1, trials / static_cast<int64_t>(alternatives.size()));
        task.options.seed = 1;
        MeasureOptions measuring;
        measuring.threads = conditions.threads;
        measuring.coldWeights = conditions.areCold;
        auto measurer = makeLocalMeasurer(measuring).value();
        LoopControl control;
        const auto run = tune({task}, *measurer, control, {}).value().front();
        measurer->stop();
        if (run.bestIndex < 0) {
            continue;
        }
        Tuned next{one.task, run.bestIndex, task.task.plainFlops, kernelOf(loader, task.task, run.bestIndex, conditions.threads)};
        next.call.run();
        if (!best.call || speedAgainst(next.call, best.call, conditions) > 1) {
            best = std::move(next);
        }
    }
    return best;
}

/// Returns oneDNN's direct kernel and, if available, its Winograd kernel for AutoTVM's arguments; none for unsupported layers.
std::vector<Call> peersOf(const NetworkTask& task)
{
    const nlohmann::json& a = task.args;
    const PeerTypes types = a[0][2] == "uint8"    ? PeerTypes::Int8
                          : a[0][2] == "bfloat16" ? PeerTypes::BFloat16
                                                  : PeerTypes::Float32;
    if (task.op == "dense") {
        return {onednnDense(a[0][1][1], a[1][1][0], types)};
    }
    const PeerConv conv{a[0][1], a[1][1], a[2], a[3], a[4], task.op == "depthwise_conv2d", types};
    std::vector<Call> out{onednnConv2d(conv)};
    const bool is3x3 = conv.weights[2] == 3 && conv.weights[3] == 3;
    if (is3x3 && task.args[2] == nlohmann::json{1, 1} && !conv.depthwise && types == PeerTypes::Float32) {
        if (auto winograd = onednnWinograd(conv)) {
            out.push_back(std::move(winograd));
        }
    }
    return out;
}

/// For convolutions that are not depthwise: 1x1, and 3x3 with stride 1 on at least 14 pixels in each direction.
bool isPointwise(const NetworkTask& task)
{
    const nlohmann::json& kernel = task.args[1][1];
    return task.op == "conv2d" && kernel[2] == 1 && kernel[3] == 1;
}

bool isWideWindow(const NetworkTask& task)
{
    constexpr int least = 14;
    const nlohmann::json& image = task.args[0][1];
    const nlohmann::json& kernel = task.args[1][1];
    return task.op == "conv2d" && kernel[2] == 3 && kernel[3] == 3 && task.args[2] == nlohmann::json{1, 1} && image[2] >= least
        && image[3] >= least;
}

double geometricMean(const std::vector<double>& values)
{
    double sum = 0;
    for (const double v : values) {
        sum += std::log(v);
    }
    return std::exp(sum / static_cast<double>(std::max<size_t>(1, values.size())));
}

/// Targets of a group of layers, as a multiple of oneDNN's speed.
struct Least {
    std::optional<double> mean;
    std::optional<double> worst;
};

void addSummary(std::vector<Row>& rows, const std::string& name, const std::vector<double>& values, const Least& least)
{
    if (!values.empty()) {
        const auto row = [&](const char* what, double value, std::string unit, std::optional<double> limit) {
            rows.push_back(limit ? atLeast(name + what, value, std::move(unit), *limit)
                                 : figure(name + what, value, std::move(unit)));
        };
        row(".mean", geometricMean(values), fmt::format("of oneDNN, of {}", values.size()), least.mean);
        row(".worst", *std::ranges::min_element(values), "of oneDNN", least.worst);
    }
}

/// Shares of oneDNN's speed, by group of layers.
struct Shares {
    std::map<std::string, std::vector<double>> direct; ///< by operator
    std::vector<double> either;                        ///< convolutions against the better of direct and Winograd
    std::vector<double> pointwise;
    std::vector<double> wideWindows;
};

void addLayer(std::vector<Row>& rows, Shares& all, KernelLoader& loader, const Alternatives& alternatives,
              const Conditions& conditions)
{
    const NetworkTask& first = alternatives.front();
    const std::string id = conditions.threads > 1 ? fmt::format("{}@{}", first.id, conditions.threads) : first.id;
    const Tuned ours = tuned(loader, alternatives, conditions);
    if (!ours.call) {
        rows.push_back({id, 0, "no config worked", "> 0", false});
        return;
    }
    std::vector<double> shares;
    for (const Call& peer : peersOf(first)) {
        ours.call.run();
        peer.run();
        shares.push_back(speedAgainst(ours.call, peer, conditions));
    }
    const double least = *std::ranges::min_element(shares);
    all.direct[first.op].push_back(shares.front());
    if (first.op == "conv2d") {
        all.either.push_back(least);
    }
    if (isPointwise(first)) {
        all.pointwise.push_back(shares.front());
    }
    if (isWideWindow(first)) {
        all.wideWindows.push_back(least);
    }
    const double peak = shareOfPeak(ours.call, ours.flops, conditions);
    const std::string kernel = fmt::format("{} {}, {:.0f} % of peak", ours.name, ours.index, 100 * peak);
    std::fprintf(stderr, "%s: %.2f of oneDNN's speed with %s\n", id.c_str(), shares.front(), kernel.c_str());
    rows.push_back(figure(id, shares.front(), fmt::format("of oneDNN, {}", kernel)));
    if (shares.size() > 1) {
        rows.push_back(figure(id + ".winograd", shares.back(), "of oneDNN's"));
    }
}

/// Sets targets only for the layers that a network is included for; other groups are reported without one.
void addSummaries(std::vector<Row>& rows, Shares& of, const Part& part)
{
    const auto has = [&](const char* name) { return part.name.find(name) != std::string::npos; };
    const bool isShared = part.conditions.threads > 1;
    const auto add = [&](const char* group, const std::vector<double>& values, const Least& least) {
        addSummary(rows, part.name + group, values, least);
    };
    if (has("/int8") || has("/bfloat16")) {
        add(".conv", of.direct["conv2d"], has("resnet-50") && !isShared ? Least{0.95, {}} : Least());
        return;
    }
    const bool isResnet = has("resnet-50");
    add(".conv.direct", of.direct["conv2d"], !isResnet ? Least() : isShared ? Least{1.05, {}} : Least{1.08, 0.97});
    add(".conv.either", of.either, !isResnet ? Least() : isShared ? Least{0.97, {}} : Least{1.00, 0.90});
    add(".conv.1x1", of.pointwise, has("mobilenet") && !isShared ? Least{1.08, {}} : Least());
    add(".conv.3x3.wide", of.wideWindows, (has("resnet-18") || has("vgg-16")) && !isShared ? Least{1.00, 1.00} : Least());
    add(".depthwise", of.direct["depthwise_conv2d"], isShared ? Least() : Least{1.15, 0.95});
    add(".dense", of.direct["dense"], isShared ? Least() : Least{{}, 1.05});
}

} // namespace

std::vector<Row> layerRows()
{
    auto loader = KernelLoader::create().value();
    std::vector<Row> rows;
    for (const Part& part : wantedParts()) {
        Shares shares;
        for (const Alternatives& layer : part.layers) {
            addLayer(rows, shares, *loader, layer, part.conditions);
        }
        if (part.layers.empty()) {
            rows.push_back({part.name, 0, "no such layer: see knobscope-cli tasks", "> 0", false});
        }
        addSummaries(rows, shares, part);
    }
    return rows;
}

} // namespace knobscope::bench
