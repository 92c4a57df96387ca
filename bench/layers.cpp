// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a network, each tuned with AutoTVM's templates and this program's own, beside oneDNN in the same process.
#include "bench/kernels.h"
#include "bench/onednn.h"
#include "bench/rows.h"

#include "core/loop/loop.h"
#include "core/network/extract.h"
#include "core/task/host.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace knobscope::bench {

namespace {

/// What is measured, by the environment (bench/rows.h).
struct Wanted {
    std::string network = "resnet-50";
    std::string layer; ///< by the id of its first task, "resnet-50:13"; empty: all
    int64_t trials = 192; ///< a layer
    Conditions conditions;
};

std::string environment(const char* name, std::string otherwise)
{
    const char* value = std::getenv(name);
    return value ? value : std::move(otherwise);
}

Wanted wanted()
{
    const std::string name = environment("KNOBSCOPE_BENCH_NETWORK", "resnet-50");
    const size_t colon = name.find(':');
    return {name.substr(0, colon),
            colon == std::string::npos ? std::string() : name,
            std::atoll(environment("KNOBSCOPE_BENCH_TRIALS", "192").c_str()),
            {std::max(1, std::atoi(environment("KNOBSCOPE_BENCH_THREADS", "1").c_str())),
             environment("KNOBSCOPE_BENCH_COLD", "0") == "1"}};
}

/// The fastest kernel of a layer.
struct Tuned {
    std::string name; ///< of the template
    int64_t index = -1;
    double flops = 0; ///< a call
    Call call;
};

/// AutoTVM's task and the extra ones of a layer.
using Alternatives = std::vector<NetworkTask>;

std::vector<Alternatives> layersOf(const std::string& name)
{
    const auto networks = loadNetworks().value();
    const auto extracted = extractTasks(findNetwork(networks, name).value(), hostTarget().value(), TaskChoice::WithExtra).value();
    std::vector<Alternatives> layers;
    std::string shape;
    for (const NetworkTask& task : extracted.tasks) {
        if (!task.isExtra && task.op + task.shape != shape) {
            layers.emplace_back();
        }
        shape = task.op + task.shape;
        layers.back().push_back(task);
    }
    return layers;
}

/// Each template's best, and the fastest of those in turn.
Tuned tuned(KernelLoader& loader, const Alternatives& alternatives, const Wanted& wanted)
{
    Tuned best;
    for (const NetworkTask& one : alternatives) {
        LoopTask task{makeTask(one.task, one.args, hostTarget().value()).value(), one.id, {}, {}, 0};
        task.options.trials = std::max<int64_t>(1, wanted.trials / static_cast<int64_t>(alternatives.size()));
        task.options.seed = 1;
        MeasureOptions measuring;
        measuring.threads = wanted.conditions.threads;
        measuring.coldWeights = wanted.conditions.areCold;
        auto measurer = makeLocalMeasurer(measuring).value();
        LoopControl control;
        const auto run = tune({task}, *measurer, control, {}).value().front();
        measurer->stop();
        if (run.bestIndex < 0) {
            continue;
        }
        Tuned next{one.task, run.bestIndex, task.task.plainFlops,
                   kernelOf(loader, task.task, run.bestIndex, wanted.conditions.threads)};
        next.call.run();
        if (!best.call || speedAgainst(next.call, best.call, wanted.conditions) > 1) {
            best = std::move(next);
        }
    }
    return best;
}

/// oneDNN's direct and, where there is one, Winograd's kernel for AutoTVM's arguments; none for what it is not asked here.
std::vector<Call> peersOf(const NetworkTask& task)
{
    const nlohmann::json& a = task.args;
    const PeerTypes types = a[0][2] == "uint8"    ? PeerTypes::Int8
                          : a[0][2] == "bfloat16" ? PeerTypes::BFloat16
                                                  : PeerTypes::Float32;
    if (task.op == "dense") {
        return {onednnDense(a[0][1][1], a[1][1][0], types)};
    }
    const PeerConv conv{a[0][1][1], a[0][1][2], a[1][1][0], a[1][1][2], a[2][0], a[3][0], task.op == "depthwise_conv2d", types};
    std::vector<Call> out{onednnConv2d(conv)};
    if (conv.kernel == 3 && conv.stride == 1 && !conv.depthwise && types == PeerTypes::Float32) {
        if (auto winograd = onednnWinograd(conv)) {
            out.push_back(std::move(winograd));
        }
    }
    return out;
}

/// Of a convolution that is not depthwise: 1x1, and 3x3 with stride 1 on at least 14 pixels in each direction.
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

void addSummary(std::vector<Row>& rows, const std::string& name, const std::vector<double>& values, double mean, double worst)
{
    if (!values.empty()) {
        rows.push_back(atLeast(name + ".mean", geometricMean(values), fmt::format("of oneDNN, of {}", values.size()), mean));
        rows.push_back(atLeast(name + ".worst", *std::min_element(values.begin(), values.end()), "of oneDNN", worst));
    }
}

} // namespace

std::vector<Row> layerRows()
{
    const Wanted wanted = bench::wanted();
    const bool areSmall = wanted.network.ends_with("/int8") || wanted.network.ends_with("/bfloat16");
    const bool areShared = wanted.conditions.threads > 1;
    auto loader = KernelLoader::create().value();
    std::vector<Row> rows;
    std::map<std::string, std::vector<double>> direct; // by operator
    std::map<std::string, std::vector<double>> either;
    std::vector<double> pointwise;
    std::vector<double> wideWindows;
    for (const Alternatives& alternatives : layersOf(wanted.network)) {
        const std::string& id = alternatives.front().id;
        if (!wanted.layer.empty() && wanted.layer != id) {
            continue;
        }
        const Tuned ours = tuned(*loader, alternatives, wanted);
        if (!ours.call) {
            rows.push_back({id, 0, "no config worked", ">= 1", false});
            continue;
        }
        std::vector<double> shares;
        for (const Call& peer : peersOf(alternatives.front())) {
            ours.call.run();
            peer.run();
            shares.push_back(speedAgainst(ours.call, peer, wanted.conditions));
        }
        const std::string& op = alternatives.front().op;
        direct[op].push_back(shares.front());
        either[op].push_back(*std::min_element(shares.begin(), shares.end()));
        if (isPointwise(alternatives.front())) {
            pointwise.push_back(shares.front());
        }
        if (isWideWindow(alternatives.front())) {
            wideWindows.push_back(either[op].back());
        }
        const double peak = shareOfPeak(ours.call, ours.flops, wanted.conditions);
        const std::string kernel = fmt::format("{} {}, {:.0f} % of peak", ours.name, ours.index, 100 * peak);
        std::fprintf(stderr, "%s: %.2f of oneDNN's speed with %s\n", id.c_str(), shares.front(), kernel.c_str());
        rows.push_back(atLeast(id, shares.front(), fmt::format("of oneDNN, {}", kernel), 1));
        if (shares.size() > 1) {
            rows.push_back(atLeast(id + ".winograd", shares.back(), "of oneDNN's", 1));
        }
    }
    if (rows.empty()) {
        rows.push_back({wanted.layer, 0, "no such layer: see knobscope-cli tasks", ">= 1", false});
    }
    if (areSmall) {
        addSummary(rows, "conv.small", direct["conv2d"], 0.95, 0);
        return rows;
    }
    addSummary(rows, "conv.direct", direct["conv2d"], areShared ? 1.05 : 1.08, areShared ? 0 : 0.97);
    addSummary(rows, "conv.either", either["conv2d"], areShared ? 0.97 : 1.00, areShared ? 0 : 0.90);
    addSummary(rows, "conv.1x1", pointwise, areShared ? 0 : 1.08, 0);
    addSummary(rows, "conv.3x3.wide", wideWindows, areShared ? 0 : 1.00, areShared ? 0 : 1.00);
    addSummary(rows, "depthwise", direct["depthwise_conv2d"], 1.15, 0.95);
    addSummary(rows, "dense", direct["dense"], 1.05, 1.05);
    return rows;
}

} // namespace knobscope::bench
