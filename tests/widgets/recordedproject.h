// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/projectwriter.h"
#include "core/target/host.h"
#include "core/task/task.h"

#include <QString>

#include <cmath>
#include <cstdint>

namespace knobscope::testing {

/// A dense layer's task on this machine.
inline Task denseTask()
{
    const nlohmann::json args{{"TENSOR", {1, 512}, "float32"}, {"TENSOR", {1000, 512}, "float32"}, nullptr, "float32"};
    return makeTask("dense_pack.x86", args, hostTarget().value()).value();
}

inline TaskRow taskRow(const Task& task)
{
    TaskRow row;
    row.task = taskToJson(task);
    row.key = row.task.dump();
    row.label = "resnet-18:13";
    row.spaceLength = task.space.rangeLength();
    row.flops = 1e6;
    return row;
}

/// Trial `number` of a run that starts at second 1000: speeds that wander between 1 and 100 GFLOPS; every 7th fails, by turns in
/// each of AutoTVM's ways.
inline TrialRow trialRow(const Task& task, int64_t number)
{
    TrialRow row;
    row.number = number;
    row.index = number * 7919 % task.space.rangeLength();
    row.entity = entityToJson(task.space.at(row.index).value());
    row.timestamp = 1000 + 0.5 * static_cast<double>(number);
    row.errorNo = number % 7 == 0 ? 1 + static_cast<int>(number / 7 % 8) : 0;
    row.gflops = row.errorNo == 0 ? 50.5 + 49.5 * std::sin(static_cast<double>(number) * 0.37) : 0;
    row.costs = {row.gflops > 0 ? 1e6 / (row.gflops * 1e9) : 1e9};
    return row;
}

/// A project of finished runs with so many trials each; the ids are 1, 2, ...
inline Result<void> writeProject(const QString& path, const std::vector<int64_t>& trialsOfRuns)
{
    TRY(Project::open(path.toStdString(), Project::Mode::Create));
    auto writer = TRY(ProjectWriter::open(path.toStdString()));
    const Task task = denseTask();
    const auto taskId = writer->addTask(taskRow(task));
    uint64_t seed = 0;
    for (const int64_t trials : trialsOfRuns) {
        RunRow run;
        run.task = taskId.value();
        run.tuner = "random";
        run.seed = seed++; // runs of one seed count once
        run.state = "running";
        run.started = 1000;
        run.budget = trials;
        const auto id = TRY(writer->addRun(run));
        for (int64_t number = 1; number <= trials; ++number) {
            writer->addTrial(id, trialRow(task, number));
        }
        writer->setRunState(id, "finished");
    }
    return writer->flush() ? Result<void>{} : fail(ErrorCode::Io, "{} could not be written", path.toStdString());
}

} // namespace knobscope::testing
