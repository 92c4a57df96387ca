// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/store/sampleproject.h"

#include <cstdint>
#include <string>

namespace knobscope::tests {

/// A project of `seeds` runs of a slow tuner and as many of a fast one, all of one task, with as many trials each; one trial in
/// eight fails. A thousand trials take a few hundredths of a second.
inline void makeReportProject(const std::string& path, int seeds, int64_t trials, const std::string& label = "resnet-18:2")
{
    (void)Project::open(path, Project::Mode::Create);
    auto writer = ProjectWriter::open(path).value();
    const Task task = convolution();
    const int64_t taskId = writer->addTask(taskRowOf(task, label)).value();
    for (int number = 0; number < 2 * seeds; ++number) {
        RunRow run;
        run.task = taskId;
        run.tuner = number % 2 == 0 ? "random" : "ga";
        run.seed = static_cast<uint64_t>(number / 2);
        run.state = "finished";
        run.started = 1.7e9;
        run.budget = trials;
        run.options = {{"machine", "AMD EPYC"}};
        const int64_t id = writer->addRun(run).value();
        for (int64_t trial = 1; trial <= trials; ++trial) {
            const int64_t config = (trial * 37 + number) % task.space.rangeLength();
            const double reach = number % 2 == 0 ? 0.3 : 0.9; // share of the trials until it is near its best
            const double share = static_cast<double>(trial) / static_cast<double>(trials);
            const double gflops =
                100 * std::min(1.0, 0.1 + share / (1.02 - reach)) - static_cast<double>((trial * 7 + number) % 5);
            const bool fails = trial % 8 == 3;
            writer->addTrial(id, trialOf(task, trial, config, gflops, fails ? 4 : 0, fails ? "it crashed with signal 11" : ""));
        }
    }
    writer->flush();
}

} // namespace knobscope::tests
