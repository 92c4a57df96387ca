// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace knobscope {

/// What a run was given of earlier results, and what that was worth.
struct WarmStart {
    std::string source;        ///< "project", or a file's path; empty: it started cold, or nothing was found
    int64_t records = 0;       ///< found there
    int64_t usable = 0;        ///< of them: of this template, with these knobs; to learn from, or kept as they are
    int64_t tasks = 0;         ///< that those are of
    int64_t kept = 0; ///< configs that count as measured, from before the space's edits: so many trials were not made again
    double keptGflops = 0; ///< the fastest of those
    int64_t trialsToKept = 0; ///< until the run had a config of its own within 1 % of that; 0: never, or there is none
    int64_t firstTrials = 0; ///< the trials that its first ones are judged by …
    double firstGflops = 0; ///< … their best …
    double shareOfBest = 0; ///< … as a share of the run's best, after all its trials

    bool isCold() const { return source.empty(); }
    /// "Warm start from project: 212 of 240 records usable, 12 configs not measured again; the first 8 trials reached 93 % of the
    /// best". Empty for a cold one.
    std::string text() const;

    static constexpr int64_t judgedTrials = 8; ///< as many as a cold start tries blindly
    /// Hears of the trials in order.
    void hear(int64_t number, double gflops);
    void finish(double bestGflops);
};
/// null for a cold start.
nlohmann::json warmStartToJson(const WarmStart& warm);

} // namespace knobscope
