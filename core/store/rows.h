// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Unix seconds.
inline double unixNow()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// A task as the project keeps it: enough to make it again.
struct TaskRow {
    int64_t id = 0;
    std::string key;        ///< target, template, arguments and edits as one text
    nlohmann::json task;    ///< {"task", "args", "target", "edits"}
    std::string label;      ///< "resnet-18:2" or the template's name
    std::string spaceText;
    int64_t spaceLength = 0;
    double flops = 0;       ///< what GFLOPS are computed from
};

/// What stands in the place of a tuner of the runs whose configs a person measured one by one.
inline constexpr const char* byHandName = "by hand";

/// One tuning of one task.
struct RunRow {
    int64_t id = 0;
    int64_t task = 0;
    std::string label;      ///< of the task
    std::string tuner;
    nlohmann::json parameters = nlohmann::json::object();
    nlohmann::json options = nlohmann::json::object(); ///< how it measures, what stops it
    uint64_t seed = 0;
    std::string state;      ///< "waiting", "running", "paused", "stopped", "finished", "killed" (its program is gone)
    bool isHeld = false;    ///< it is waiting, running or paused, and the program that does that is alive
    Sentence holder;        ///< that program: "process 4711"; empty: none
    double started = 0;     ///< Unix seconds; of a waiting run: when it was written down
    double ended = 0;
    int64_t budget = 0;     ///< trials wanted
    int64_t trials = 0;
    int64_t errors = 0;
    double bestGflops = 0;  ///< the largest of its trials; so are the next three, the earliest of equals
    int64_t bestIndex = -1;
    double bestSeconds = 0; ///< of a call of the best config, at full pace
    double bestSpeedup = 0; ///< of it over the anchor; 0: not known
    double pace = 0;        ///< of the machine, mean of the last trials; 0: not known
};

/// A trial as plots need it.
struct TrialPoint {
    int64_t number = 0;
    int64_t index = 0;    ///< in the run's space
    double gflops = 0;    ///< 0 when it failed
    int errorNo = 0;
    double timestamp = 0; ///< Unix seconds at its end
};

struct TrialRow {
    int64_t number = 0;     ///< within the run, from 1
    int64_t index = 0;      ///< in the (edited) space
    nlohmann::json entity;  ///< AutoTVM's record form
    std::vector<double> costs; ///< seconds a call at full pace
    double speedup = 0;        ///< over the run's anchor; 0: not known (it failed, or is of an earlier version)
    double pace = 0;           ///< of the machine meanwhile; 0: not known
    nlohmann::json timing;     ///< how it was timed, with raw samples (timingToJson); null: not known
    int errorNo = 0;
    Sentence why; ///< it failed, or its time is doubtful
    double allCost = 0;
    double timestamp = 0;
    double gflops = 0;
    double buildSeconds = 0;
    double runSeconds = 0;
};

/// How many of a run's last trials its pace is the mean of.
inline constexpr int pacedTrials = 101;

} // namespace knobscope
