// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/feature/features.h"

#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>

namespace knobscope {

/// Cached features of a space's configs by index: loop nests by config, knobs by candidate. Thread-safe. A failed extraction
/// gives an empty row (AutoTVM: zeros). Space and task must outlive it.
class FeatureSource
{
public:
    FeatureSource(const ConfigSpace& space, const Task* task);
    virtual ~FeatureSource() = default;
    virtual std::vector<std::vector<float>> rows(FeatureKind kind, std::span<const int64_t> indexes);
    /// Returns why a kind is not available for this space (tries its first valid config), or success.
    Result<void> check(FeatureKind kind);

    static constexpr size_t kMaxCached = 100'000; ///< limit of loop nest rows, then the cache is cleared (as AutoTVM)

private:
    struct Candidate {
        std::vector<float> values;
        double tile = 0;
        bool isKnown = false;
    };
    using Candidates = std::vector<std::vector<Candidate>>; ///< by knob and digit
    std::vector<float> fromCandidates(FeatureKind kind, Candidates& known, int64_t index);
    std::vector<float> fromNest(FeatureKind kind, int64_t index);

    const ConfigSpace& m_space;
    const Task* m_task;
    std::mutex m_mutex;
    Candidates m_values;
    Candidates m_knobs;
    std::unordered_map<int64_t, std::vector<float>> m_nests[2]; ///< itervar, curve
};

} // namespace knobscope
