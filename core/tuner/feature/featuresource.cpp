// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/feature/featuresource.h"

#include "core/space/validpoints.h"

namespace knobscope {

namespace {

constexpr int64_t kMaxCachedCandidates = 65536; // limit for caching a knob's features

} // namespace

FeatureSource::FeatureSource(const ConfigSpace& space, const Task* task)
    : m_space(space)
    , m_task(task)
    , m_values(space.knobs().size())
    , m_knobs(space.knobs().size())
{
    for (size_t k = 0; k < space.knobs().size(); ++k) {
        const int64_t size = space.knobs()[k].size();
        if (size <= kMaxCachedCandidates) {
            m_values[k].resize(static_cast<size_t>(size));
            m_knobs[k].resize(static_cast<size_t>(size));
        }
    }
}

Result<void> FeatureSource::check(FeatureKind kind)
{
    for (const int64_t index : someValidPoints(m_space, 1)) { // if there is none, each row reports its own error
        const auto entity = TRY(m_space.at(index));
        TRY(features(kind, m_space, m_task, entity));
    }
    return {};
}

std::vector<float> FeatureSource::fromCandidates(FeatureKind kind, Candidates& known, int64_t index)
{
    const std::vector<int64_t> digits = m_space.digits(index);
    std::vector<float> row;
    double tile = 0;
    for (size_t k = 0; k < digits.size(); ++k) {
        const Knob& knob = m_space.knobs()[k];
        Candidate scratch;
        Candidate& candidate = known[k].empty() ? scratch : known[k][static_cast<size_t>(digits[k])];
        if (!candidate.isKnown) {
            FeatureRow part;
            if (kind == FeatureKind::Value) {
                candidate.tile = addValueFeaturesOf(part, &knob, knob.name(), knob.at(digits[k]));
            } else if (!addKnobFeaturesOf(part, knob.name(), knob.at(digits[k]))) {
                return {};
            }
            candidate.values = part.takeValues();
            candidate.isKnown = true;
        }
        row.insert(row.end(), candidate.values.begin(), candidate.values.end());
        tile += candidate.tile;
    }
    if (kind == FeatureKind::Value) {
        row.push_back(static_cast<float>(tile));
    }
    return row;
}

std::vector<float> FeatureSource::fromNest(FeatureKind kind, int64_t index)
{
    auto& known = m_nests[kind == FeatureKind::Itervar ? 0 : 1];
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = known.find(index); found != known.end()) {
            return found->second;
        }
    }
    std::vector<float> row;
    if (const auto entity = m_space.at(index)) {
        if (auto made = features(kind, m_space, m_task, *entity)) {
            row = made->takeValues();
        }
    }
    const std::lock_guard lock(m_mutex);
    if (known.size() >= kMaxCached) {
        known.clear();
    }
    known.emplace(index, row);
    return row;
}

std::vector<std::vector<float>> FeatureSource::rows(FeatureKind kind, std::span<const int64_t> indexes)
{
    std::vector<std::vector<float>> out;
    out.reserve(indexes.size());
    if (needsLoopNest(kind)) {
        for (const int64_t index : indexes) {
            out.push_back(fromNest(kind, index));
        }
        return out;
    }
    const std::lock_guard lock(m_mutex);
    for (const int64_t index : indexes) {
        out.push_back(fromCandidates(kind, kind == FeatureKind::Value ? m_values : m_knobs, index));
    }
    return out;
}

} // namespace knobscope
