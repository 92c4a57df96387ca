// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Current time in Unix seconds.
inline double unixNow()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// A stored task: enough to create it again.
struct TaskRow {
    int64_t id = 0;
    std::string key;        ///< target, template, arguments and edits as one text
    nlohmann::json task;    ///< {"task", "args", "target", "edits"}
    std::string label;      ///< "resnet-18:2" or the template's name
    std::string spaceText;
    int64_t spaceLength = 0;
    double flops = 0;       ///< FLOPs that GFLOPS are computed from
};

/// Tuner name of runs whose configs were measured manually, one by one.
inline constexpr const char* kManualTunerName = "by hand";

/// One tuning run of one task.
struct RunRow {
    int64_t id = 0;
    int64_t task = 0;
    std::string label;      ///< the task's label
    std::string tuner;
    nlohmann::json parameters = nlohmann::json::object();
    nlohmann::json options = nlohmann::json::object(); ///< measuring options and limits
    uint64_t seed = 0;
    std::string state;      ///< "waiting", "running", "paused", "stopped", "finished", "killed" (its program is gone)
    bool isOwned = false;    ///< the run is waiting, running or paused, and the program that owns it is alive
    Sentence owner;        ///< that program: "process 4711"; empty: none
    double started = 0;     ///< Unix seconds; for a waiting run the time it was added
    double ended = 0;
    int64_t budget = 0;     ///< requested number of trials
    int64_t trials = 0;
    int64_t errors = 0;
    double bestGflops = 0;  ///< of the best trial, the earliest among equals, like bestIndex, bestSeconds and bestSpeedup
    int64_t bestIndex = -1;
    double bestSeconds = 0; ///< seconds per call of the best config, at full clock rate
    double bestSpeedup = 0; ///< speed-up of the best config over the anchor; 0: unknown
    double pace = 0;        ///< clock ratio of the machine, mean of the last trials; 0: unknown
};

/// The subject of a note: at most one of these; none: the whole project.
struct NoteSubject {
    int64_t run = 0;
    int64_t trial = 0;   ///< of that run; 0: the run itself
    std::string task;    ///< label, "resnet-18:2"
    std::string network; ///< id, "resnet-18"
    friend bool operator==(const NoteSubject&, const NoteSubject&) = default;
};

/// A note, written by the user or the program. Words in it that begin with # are its tags.
struct NoteRow {
    int64_t id = 0;
    NoteSubject about;
    double created = 0; ///< Unix seconds
    std::string text;
    friend bool operator==(const NoteRow&, const NoteRow&) = default;
};

/// Plot data of a trial.
struct TrialPoint {
    int64_t number = 0;
    int64_t index = 0;    ///< config number in the run's space
    double gflops = 0;    ///< 0 if the trial failed
    int errorNo = 0;
    double timestamp = 0; ///< Unix seconds at the end of the trial

    /// Replaces figures of a damaged file that are no numbers by 0, and the speed of a trial that failed.
    void makeFinite()
    {
        gflops = errorNo == 0 && std::isfinite(gflops) && gflops > 0 ? gflops : 0;
        timestamp = std::isfinite(timestamp) ? timestamp : 0;
    }
};

struct TrialRow {
    int64_t number = 0;     ///< number within the run, from 1
    int64_t index = 0;      ///< config number in the (edited) space
    nlohmann::json entity;  ///< config in AutoTVM's record form
    std::vector<double> costs; ///< seconds per call at full clock rate
    double speedup = 0;        ///< over the run's anchor; 0: unknown (failed, or timed without an anchor)
    double pace = 0;           ///< clock ratio of the machine during the trial; 0: unknown
    nlohmann::json timing;     ///< timing details with raw samples (Timing); null: unknown
    int errorNo = 0;
    Sentence why; ///< why it failed, or why its time is doubtful
    nlohmann::json reason; ///< why it was proposed (ProposalReason); null: unknown. Read by proposalReasons() only
    double allCost = 0;
    double timestamp = 0;
    double gflops = 0;
    double buildSeconds = 0;
    double runSeconds = 0;
};

/// Number of last trials that a run's `pace` is averaged over.
inline constexpr int kPacedTrials = 101;

} // namespace knobscope
