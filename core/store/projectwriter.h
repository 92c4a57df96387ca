// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/trialscale.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>

namespace knobscope {

/// Writes to a project from its own thread. Calls return at once; each trial is committed as it arrives, so that a killed program
/// loses at most the trial in flight. When a write fails (full disk, lock), the rows stay in memory and are retried; `onProblem`
/// (called from that thread) gets the message once. If the file is deleted or replaced by another file, the writer copies all of
/// its data to a new file next to it and continues there (see loss()); it does not touch the other file.
class ProjectWriter
{
public:
    using ProblemHandler = std::function<void(const Sentence& problem)>;
    /// Opens a separate connection to the file, which must be a project. `patience` limits the time that blocking calls wait.
    static Result<std::unique_ptr<ProjectWriter>> open(const std::string& path, ProblemHandler onProblem = {},
                                                       std::chrono::milliseconds patience = std::chrono::seconds(10));
    /// Writes the pending rows.
    ~ProjectWriter();

    /// Both wait for the row and return its id. Tasks are identified by their key.
    Result<int64_t> addTask(const TaskRow& task);
    Result<int64_t> addRun(const RunRow& run);
    void addTrial(int64_t run, TrialRow trial);
    void addSpans(int64_t run, std::vector<Span> spans);
    /// Sets a counter's value from that time until its next sample.
    void addSample(std::string counter, std::string unit, double unixSeconds, double value);
    /// Records the writing itself as spans of the run, on a separate track; 0: stops recording.
    void traceWritingFor(int64_t run);
    /// Locks runs marked as waiting, running or paused for this writer (see ProjectLocks) until they are marked otherwise.
    void setRunState(int64_t run, std::string state);
    /// Makes this writer the owner of ended or waiting runs, all or none, in one transaction: ended runs become running, waiting
    /// ones stay waiting. Fails, naming the run, if a program owns one. Runs without a later setRunState() get their old state
    /// back when the writer is destroyed. Returns the number of trials of the runs, including those already owned here.
    Result<int64_t> claim(std::span<const int64_t> runs);
    /// Stores budget and options changed during the run.
    void setRunOptions(int64_t run, int64_t budget, nlohmann::json options);
    /// Replaces the result of a trial that had succeeded: costs, error, message, speeds and timing.
    void correctTrial(int64_t run, TrialRow trial);
    /// See scaleTrials() in trialrows.h.
    void scaleTrials(int64_t run, const TrialScale& scale);
    /// Sets a project-wide value by key; an empty value deletes the key.
    void setMeta(std::string key, std::string value);
    /// Waits until all earlier rows are written and checks that the file is still at its path (see loss()). Returns false if
    /// writing fails; a full disk is reported sooner than a lock.
    bool flush();
    /// Rows accepted so far, and how many of them, from the first on, are committed.
    uint64_t accepted() const;
    uint64_t written() const;
    /// The path that the writer was opened with.
    const std::string& path() const;
    /// Message once the file is no longer at its path: what happened, and where the data is. Empty otherwise.
    Sentence loss() const;
    /// The new file that the writer continues in; empty if none was needed or none could be created.
    std::string rescuedPath() const;
    /// The reason why pending rows cannot be written.
    Error refusal() const;

private:
    struct Impl;
    explicit ProjectWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
    bool m_hasClaimed = false;
};

} // namespace knobscope
