// SPDX-License-Identifier: GPL-3.0-or-later
// Whole networks against ONNX Runtime, run alternately.
#include "bench/onnxruntime.h"

#include "core/base/statistics.h"
#include "core/network/extract.h"
#include "core/network/modelfile.h"
#include "core/target/host.h"
#include "core/tuning/wholerun.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace knobscope::bench {

namespace {

NetworkOpening openingOf(const std::string& network, int threads)
{
    return openingFor(WholeNetwork{network, {}, hostTarget().value(), threads, {}, {}});
}

Row compared(const std::string& network, int threads, const std::string& model)
{
    const WholeNetwork whole{network, {}, hostTarget().value(), threads, {}, {}};
    return shareOfPeer(fmt::format("{}.{}", network, threads), whole, model, 1, 1);
}

/// Seconds from starting a process to the end of the first inference on a second start: the median of five.
Row started(const std::string& network)
{
    std::vector<double> samples;
    for (int start = 0; start < 5; ++start) {
        samples.push_back(seconds([&] {
            auto runner = NetworkRunner::start("");
            (void)(runner && runner->open(openingOf(network, 1)) && runner->time(1));
        }));
    }
    return below(network + ".start", median(samples), "s, kernels on disk", 1);
}

/// Memory of a second start after some runs, relative to the weights in the kernels' layout plus 1.3 times the minimum for values
/// and scratch memory.
Row memoryOfRun(const std::string& network)
{
    const std::string name = network + ".memory";
    auto runner = NetworkRunner::start("");
    const auto report = runner ? runner->open(openingOf(network, 1)) : fail(runner);
    const auto ran = report ? runner->time(3) : fail(report);
    const auto bytes = ran ? runner->memory() : fail(ran);
    if (!bytes) {
        return {name, 0, bytes.error().message, "<= 1", false};
    }
    const double allowed = static_cast<double>(report->weightBytes) + 1.3 * static_cast<double>(report->leastArenaBytes);
    return below(name, static_cast<double>(*bytes) / allowed,
                 fmt::format("of {:.1f} MB; weights {:.1f}, values and scratch {:.1f}", allowed / 1e6,
                             static_cast<double>(report->weightBytes) / 1e6, static_cast<double>(report->arenaBytes) / 1e6),
                 1);
}

/// Seconds from a file to its tuning tasks.
Row imported(const std::string& network, const std::string& file)
{
    const Target target = hostTarget().value();
    std::vector<double> samples;
    for (int sample = 0; sample < 5; ++sample) {
        samples.push_back(seconds([&] {
            const auto model = readModelNetwork(file);
            (void)extractTasks(model.value().network, target).value();
        }));
    }
    const double megabytes = static_cast<double>(std::filesystem::file_size(file)) / 1e6;
    return below(network + ".import", median(samples), fmt::format("s for {:.0f} MB", megabytes),
                 1.5 * std::max(1.0, megabytes / 100));
}

} // namespace

std::vector<Row> networkRows()
{
    const char* wanted = std::getenv("KNOBSCOPE_BENCH_NETWORK");
    std::istringstream names(wanted ? wanted
                                    : "resnet-18 resnet-50 vgg-16 mobilenet-v2 squeezenet-1.1 inception-v3 densenet-121");
    std::vector<Row> rows;
    for (std::string network; names >> network;) {
        const std::string file =
            fmt::format("{}/knobscope-bench-{}.onnx", std::filesystem::temp_directory_path().string(), getpid());
        const auto model = openModelNetwork(network);
        const auto written = model ? writeOnnx(model->imported.graph, file) : fail(model);
        if (!written) {
            rows.push_back({network, 0, written.error().message, "<= 1", false});
            continue;
        }
        const auto report = [&](Row row) {
            std::fprintf(stderr, "%s: %.3f %s\n", row.name.c_str(), row.value, row.unit.c_str());
            rows.push_back(std::move(row));
        };
        for (const int threads : {1, 2}) {
            report(compared(network, threads, file));
        }
        report(imported(network, file));
        std::filesystem::remove(file);
        report(started(network));
        report(memoryOfRun(network));
    }
    return rows;
}

} // namespace knobscope::bench
