// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/largeproject.h"

#include "bench/shapes.h"

#include "core/store/projectwriter.h"
#include "core/store/traceimport.h"

#include <random>

namespace knobscope::bench {

TrialRow madeUpTrial(const Task& task, int64_t number, int64_t all, std::mt19937_64& random)
{
    TrialRow row;
    row.number = number;
    row.index = static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()));
    row.entity = entityToJson(task.space.at(row.index).value());
    row.timestamp = 1.7e9 + static_cast<double>(number) * 0.01;
    row.errorNo = random() % 12 == 0 ? 1 + static_cast<int>(random() % 7) : 0;
    const double part = static_cast<double>(random() % 10000) / 10000;
    row.gflops = row.errorNo == 0 ? 5 + part * part * (60 + 60 * static_cast<double>(number) / static_cast<double>(all)) : 0;
    row.costs = {row.errorNo == 0 ? task.autotvmFlops / (row.gflops * 1e9) : 1e9};
    row.why = row.errorNo == 0 ? Sentence() : phrase("the kernel needs {} bytes of stack", 4096 * (random() % 64));
    row.allCost = 0.08;
    return row;
}

void writeTrials(const std::string& path, int64_t trials)
{
    (void)Project::open(path, Project::Mode::Create).value();
    const auto writer = ProjectWriter::open(path).value();
    const Task task = taskOf(shapes[0]);
    TaskRow row;
    row.task = taskToJson(task);
    row.key = row.task.dump();
    row.label = "resnet-18:2";
    row.spaceLength = task.space.rangeLength();
    row.flops = task.autotvmFlops;
    RunRow run;
    run.task = writer->addTask(row).value();
    run.label = row.label;
    run.tuner = "random";
    run.state = "finished";
    run.started = 1.7e9;
    run.ended = run.started + static_cast<double>(trials) * 0.01;
    run.budget = trials;
    const int64_t id = writer->addRun(run).value();
    std::mt19937_64 random(1);
    constexpr int64_t batch = 20000; // limits the data waiting to be written
    for (int64_t number = 1; number <= trials; ++number) {
        writer->addTrial(id, madeUpTrial(task, number, trials, random));
        if (number % batch == 0) {
            writer->flush();
        }
    }
    writer->flush();
}

void writeSpans(const std::string& path, int64_t spans)
{
    constexpr uint32_t trackCount = 16;
    const char* names[] = {"request", "parse", "plan",  "execute", "fetch", "sort",
                           "join",    "write", "flush", "lock",    "wait",  "encode"};
    auto project = Project::open(path, Project::Mode::Create).value();
    TraceImport import(project, "bench.json");
    TraceSummary summary;
    std::mt19937_64 random(1);
    for (uint32_t track = 0; track < trackCount; ++track) {
        summary.tracks.push_back({1, track, "bench", fmt::format("thread {}", track)});
        int64_t at = 0;
        for (int64_t i = 0; i < spans / trackCount; i += 5) { // inner calls first
            const auto length = static_cast<int64_t>(10'000 + random() % 200'000);
            for (int part = 0; part < 2; ++part) {
                const int64_t begin = at + part * length / 2;
                import.span({track, begin + length / 10, length / 5, names[4 + random() % 8], "bench", "", "", 0, "{}"});
                import.span({track, begin, length / 2 - 10, names[1 + random() % 3], "bench", "", "", 0, "{}"});
            }
            import.span({track, at, length, names[0], "bench", "", "", 0, "{}"});
            at += length + static_cast<int64_t>(random() % 20'000);
        }
    }
    (void)import.write(summary).value();
}

} // namespace knobscope::bench
