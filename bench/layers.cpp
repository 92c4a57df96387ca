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

/// The fastest kernel of a layer.
struct Tuned {
    std::string name; ///< of the template
    int64_t index = -1;
    double seconds = 1e9;
    double flops = 0; ///< a call
    std::function<void()> call;
};

/// The tasks of each layer, AutoTVM's and extra ones, by the first one's id.
std::map<std::string, std::vector<NetworkTask>> layersOf(const std::string& name)
{
    const auto networks = loadNetworks().value();
    const auto extracted = extractTasks(findNetwork(networks, name).value(), hostTarget().value(), TaskChoice::WithExtra).value();
    std::map<std::string, std::vector<NetworkTask>> layers;
    std::string plain;
    std::string shape;
    for (const NetworkTask& task : extracted.tasks) {
        plain = task.isExtra || task.op + task.shape == shape ? plain : task.id;
        shape = task.op + task.shape;
        layers[plain].push_back(task);
    }
    return layers;
}

Tuned tuned(KernelLoader& loader, const std::vector<NetworkTask>& alternatives, int64_t trials)
{
    Tuned best;
    for (const NetworkTask& one : alternatives) {
        LoopTask task{makeTask(one.task, one.args, hostTarget().value()).value(), one.id, {}, {}, 0};
        task.options.trials = std::max<int64_t>(1, trials / static_cast<int64_t>(alternatives.size()));
        task.options.seed = 1;
        auto measurer = makeLocalMeasurer({}).value();
        LoopControl control;
        const auto run = tune({task}, *measurer, control, {}).value().front();
        measurer->stop();
        if (run.bestIndex >= 0 && run.bestSeconds < best.seconds) {
            best = {one.task, run.bestIndex, run.bestSeconds, task.task.plainFlops, kernelOf(loader, task.task, run.bestIndex)};
        }
    }
    return best;
}

/// oneDNN's direct and, where there is one, Winograd's kernel for AutoTVM's arguments; none for what it is not asked here.
std::vector<std::function<void()>> peersOf(const NetworkTask& task)
{
    const nlohmann::json& a = task.args;
    const PeerTypes types = a[0][2] == "uint8"    ? PeerTypes::Int8
                          : a[0][2] == "bfloat16" ? PeerTypes::BFloat16
                                                  : PeerTypes::Float32;
    if (task.op == "dense") {
        return {onednnDense(a[0][1][1], a[1][1][0], types)};
    }
    const PeerConv conv{a[0][1][1], a[0][1][2], a[1][1][0], a[1][1][2], a[2][0], a[3][0], task.op == "depthwise_conv2d", types};
    std::vector<std::function<void()>> out{onednnConv2d(conv)};
    if (conv.kernel == 3 && conv.stride == 1 && !conv.depthwise && types == PeerTypes::Float32) {
        if (auto winograd = onednnWinograd(conv)) {
            out.push_back(std::move(winograd));
        }
    }
    return out;
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
    const char* network = std::getenv("KNOBSCOPE_BENCH_NETWORK"); // "resnet-50/int8": its layers on bytes
    const bool areSmall =
        network && (std::string_view(network).ends_with("/int8") || std::string_view(network).ends_with("/bfloat16"));
    const char* trials = std::getenv("KNOBSCOPE_BENCH_TRIALS");
    auto loader = KernelLoader::create().value();
    std::vector<Row> rows;
    std::map<std::string, std::vector<double>> direct; // by operator
    std::map<std::string, std::vector<double>> either;
    for (const auto& [id, alternatives] : layersOf(network ? network : "resnet-50")) {
        const Tuned ours = tuned(*loader, alternatives, trials ? std::atoll(trials) : 192);
        if (!ours.call) {
            rows.push_back({id, 0, "no config worked", ">= 1", false});
            continue;
        }
        std::vector<double> shares;
        for (const auto& peer : peersOf(alternatives.front())) {
            ours.call();
            peer();
            shares.push_back(speedAgainst(ours.call, peer));
        }
        const std::string& op = alternatives.front().op;
        direct[op].push_back(shares.front());
        either[op].push_back(*std::min_element(shares.begin(), shares.end()));
        const std::string kernel =
            fmt::format("{} {}, {:.0f} % of peak", ours.name, ours.index, 100 * shareOfPeak(ours.call, ours.flops));
        std::fprintf(stderr, "%s: %.2f of oneDNN's speed with %s\n", id.c_str(), shares.front(), kernel.c_str());
        rows.push_back(atLeast(id, shares.front(), fmt::format("of oneDNN, {}", kernel), 1));
        if (shares.size() > 1) {
            rows.push_back(atLeast(id + ".winograd", shares.back(), "of oneDNN's", 1));
        }
    }
    if (areSmall) {
        addSummary(rows, "conv.small", direct["conv2d"], 0.95, 0);
        return rows;
    }
    addSummary(rows, "conv.direct", direct["conv2d"], 1.08, 0.97);
    addSummary(rows, "conv.either", either["conv2d"], 1.00, 0.90);
    addSummary(rows, "depthwise", direct["depthwise_conv2d"], 1.15, 0.95);
    addSummary(rows, "dense", direct["dense"], 1.05, 1.05);
    return rows;
}

} // namespace knobscope::bench
