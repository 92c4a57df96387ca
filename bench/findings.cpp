// SPDX-License-Identifier: GPL-3.0-or-later
// Whether findings help: the first one about random configs, applied and measured in pairs.
#include "bench/kernels.h"
#include "bench/rows.h"

#include "core/network/extract.h"
#include "core/study/findings.h"
#include "core/target/host.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <sstream>

namespace knobscope::bench {

namespace {

constexpr const char* kTasks = "resnet-18:2 resnet-18:5 resnet-18:9 resnet-50:3 resnet-50:13 mobilenet-v1:2 mobilenet-v1:3 "
                               "vgg-16:4 resnet-50:8/conv2d_tiles_NCHWc.x86 resnet-18:13";

std::optional<Task> taskOf(const std::string& id)
{
    const auto network = findNetwork(loadNetworks().value(), id.substr(0, id.find(':'))).value();
    const auto extracted = extractTasks(network, hostTarget().value(), TaskChoice::WithExtra).value();
    for (const NetworkTask& task : extracted.tasks) {
        if (task.id == id) {
            return makeTask(task.task, task.args, hostTarget().value()).value();
        }
    }
    return std::nullopt;
}

struct Outcome {
    double promised = 0;
    double brought = 0;
};

/// Nullopt if there is no finding.
std::optional<Outcome> applied(const std::string& id, const Task& task, int64_t index)
{
    const auto findings = findingsOf(task, index, profileOf(task.target));
    if (!findings || findings->empty()) {
        return std::nullopt;
    }
    const Finding& first = findings->front();
    const auto loader = KernelLoader::create().value();
    const Call own = kernelOf(*loader, task, index);
    const Call changed = kernelOf(*loader, task, first.index);
    own.run();
    changed.run();
    const Outcome outcome{first.gain, speedAgainst(changed, own)};
    std::fprintf(stderr, "%s %lld -> %lld %s: %.2f promised, %.2f brought. %s %s\n", id.c_str(), static_cast<long long>(index),
                 static_cast<long long>(first.index), first.id.c_str(), outcome.promised, outcome.brought,
                 first.text.message.c_str(), first.change.message.c_str());
    return outcome;
}

} // namespace

std::vector<Row> findingRows()
{
    const char* const named = std::getenv("KNOBSCOPE_BENCH_NETWORK");
    const char* const count = std::getenv("KNOBSCOPE_BENCH_TRIALS");
    std::istringstream words(named ? named : kTasks);
    std::mt19937_64 random(1);
    double asked = 0;
    double faster = 0;
    double close = 0;
    double gains = 0;
    std::vector<Outcome> outcomes;
    for (std::string id; words >> id;) {
        const auto task = taskOf(id);
        if (!task) {
            std::fprintf(stderr, "%s: no such task\n", id.c_str());
            continue;
        }
        std::uniform_int_distribution<int64_t> any(0, task->space.rangeLength() - 1);
        for (int i = count ? std::atoi(count) : 20; i > 0; --i) {
            int64_t index = any(random);
            while (!task->space.isValid(index)) {
                index = any(random);
            }
            ++asked;
            if (const auto outcome = applied(id, *task, index)) {
                outcomes.push_back(*outcome);
                faster += outcome->brought > 1 ? 1 : 0;
                close += std::abs(outcome->promised / outcome->brought - 1) <= 0.3 ? 1 : 0;
                gains += std::log(outcome->brought);
            }
        }
    }
    const double all = std::max(1.0, static_cast<double>(outcomes.size()));
    return {figure("findings.configs", asked, "configs"), figure("findings.found", all, "with a finding"),
            atLeast("findings.faster", 100 * faster / all, "%", 80), atLeast("findings.close", 100 * close / all, "%", 60),
            figure("findings.gain", std::exp(gains / all), "times, mean")};
}

} // namespace knobscope::bench
