// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/trialscale.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>

namespace knobscope {

/// Writes to a project from a thread of its own. Calls return at once; each trial is committed as it arrives, so that a killed
/// program loses at most the one in flight. When writing fails (full disk, lock) the rows wait in memory and are tried again;
/// `onProblem` (called from that thread) gets the sentence once. When the file is deleted, or another one gets its name, all that
/// it held goes into a new file beside it, where the writing goes on (see loss()); the other file is left alone.
class ProjectWriter
{
public:
    using ProblemHandler = std::function<void(const Sentence& problem)>;
    /// Opens its own connection to the file, which must be a project. `patience`: how long calls that wait do so at most.
    static Result<std::unique_ptr<ProjectWriter>> open(const std::string& path, ProblemHandler onProblem = {},
                                                       std::chrono::milliseconds patience = std::chrono::seconds(10));
    /// Writes what waits.
    ~ProjectWriter();

    /// Both wait for the row and give its number. A task is known by its key.
    Result<int64_t> addTask(const TaskRow& task);
    Result<int64_t> addRun(const RunRow& run);
    void addTrial(int64_t run, TrialRow trial);
    void addSpans(int64_t run, std::vector<Span> spans);
    /// A counter's value from that moment on, until its next sample.
    void addSample(std::string counter, std::string unit, double unixSeconds, double value);
    /// From now on the writing itself is a span of the run, on a track of its own; 0: no more.
    void traceWritingFor(int64_t run);
    /// The runs it marks waiting, running or paused are locked for this writer (see ProjectLocks) until it marks them otherwise.
    void setRunState(int64_t run, std::string state);
    /// Makes this writer the one that goes on with runs that ended or wait, all or none, in one transaction: running, or waiting
    /// still. Refuses when a program has one of them, and says which. What is not begun by setRunState() when the writer goes
    /// gets its old state back. How many trials they have at that moment; what this writer has already is counted as well.
    Result<int64_t> claim(std::span<const int64_t> runs);
    /// Budget and options as changed while the run goes on.
    void setRunOptions(int64_t run, int64_t budget, nlohmann::json options);
    /// A trial that had worked has another result: costs, error, message, speeds and timing of the row are written over.
    void correctTrial(int64_t run, TrialRow trial);
    /// See scaleTrials() in trialrows.h.
    void scaleTrials(int64_t run, const TrialScale& scale);
    /// A value of the project itself, known by a key; an empty one is forgotten.
    void setMeta(std::string key, std::string value);
    /// Waits until all before is written, and looks whether the file is still under its name (see loss()); false when it could
    /// not be written, which a full disk shows sooner than a lock.
    bool flush();
    /// Rows taken over so far, and how many of them, from the first on, are committed.
    uint64_t accepted() const;
    uint64_t written() const;
    /// The path that it was opened with.
    const std::string& path() const;
    /// A sentence once the file is not under its name any more: what happened, and where all is instead. Empty while it is.
    Sentence loss() const;
    /// The new file in which the writing goes on since; empty: it could not be made, or need not.
    std::string rescuedPath() const;
    /// The sentence for what waits in vain.
    Error refusal() const;

private:
    struct Impl;
    explicit ProjectWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
    bool m_hasClaimed = false;
};

} // namespace knobscope
