// SPDX-License-Identifier: GPL-3.0-or-later
// A project that was tuned for a target which ends LLVM's code generator.
#pragma once

#include "core/store/projectwriter.h"
#include "core/task/task.h"

#include <cstdint>
#include <string>

/// 32-bit CPUs of x86 have no 64-bit code; LLVM says so by a fatal error.
inline constexpr const char* kKillingTarget = "llvm -mtriple=x86_64-linux-gnu -mcpu=pentium4";

/// A stopped run of one trial on that target.
inline bool writeKillingProject(const std::string& path)
{
    using namespace knobscope;
    const auto task = makeTask("tutorial/matmul", {16, 16, 16, "float32"}, parseTarget(kKillingTarget).value()).value();
    if (!Project::open(path, Project::Mode::Create)) {
        return false;
    }
    const auto writer = ProjectWriter::open(path).value();
    TaskRow row;
    row.key = workloadKey(task);
    row.task = taskToJson(task);
    row.label = "matmul";
    RunRow run;
    run.task = writer->addTask(row).value();
    run.tuner = "random";
    run.state = "running";
    run.budget = 4;
    const int64_t id = writer->addRun(run).value();
    TrialRow trial;
    trial.number = 1;
    trial.index = 3;
    trial.entity = entityToJson(task.space.at(trial.index).value());
    trial.costs = {1e-4};
    trial.gflops = 1;
    writer->addTrial(id, trial);
    writer->setRunState(id, "stopped");
    return writer->flush();
}
