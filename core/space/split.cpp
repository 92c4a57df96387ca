// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/candidates.h"

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

constexpr std::array<std::string_view, 4> kPolicies{"factors", "power2", "verbose", "candidate"};
constexpr int64_t kMaxExtent = int64_t{1} << 40;
constexpr int64_t kMaxOutputs = 16;
constexpr int64_t kMaxSizes = 4 * Knob::kMaxCandidates; // over all candidates: half a gigabyte

/// AutoTVM's depth-first loops: the outermost (slowest) loop chooses the innermost size.
class SplitEnumerator
{
public:
    SplitEnumerator(const SplitKnob& knob, std::vector<int64_t> factors, bool noTail)
        : m_knob(knob)
        , m_factors(std::move(factors))
        , m_noTail(noTail)
        , m_sizes(static_cast<size_t>(knob.outputs), -1)
    {
    }

    bool run()
    {
        choose(m_sizes.size() - 1, 1);
        return !m_tooMany;
    }

    std::vector<KnobValue> take() { return std::move(m_found); }

private:
    void choose(size_t position, int64_t product)
    {
        if (position == 0) {
            if (!m_knob.filter || m_knob.filter->keeps(m_sizes)) {
                m_found.emplace_back(SplitEntity{m_sizes});
                const auto count = static_cast<int64_t>(m_found.size());
                m_tooMany = count > Knob::kMaxCandidates || count * m_knob.outputs > kMaxSizes;
            }
            return;
        }
        const int64_t most = m_knob.extent / product;
        for (const int64_t factor : m_factors) {
            if (m_tooMany || ++m_steps > kMaxSteps) {
                m_tooMany = true;
                return;
            }
            if (factor > most) {
                continue;
            }
            const int64_t next = product * factor;
            const bool divides = m_knob.extent % next == 0;
            // No multiple of a non-divisor divides the extent.
            if (divides || (!m_noTail && (position > 1 || next < m_knob.extent))) {
                m_sizes[position] = factor;
                choose(position - 1, next);
            }
        }
    }

    static constexpr int64_t kMaxSteps = 20'000'000;
    const SplitKnob& m_knob;
    std::vector<int64_t> m_factors;
    bool m_noTail;
    std::vector<int64_t> m_sizes;
    std::vector<KnobValue> m_found;
    int64_t m_steps = 0;
    bool m_tooMany = false;
};

Result<std::vector<KnobValue>> listedCandidates(const SplitKnob& knob)
{
    std::vector<KnobValue> out;
    for (const auto& sizes : knob.candidates) {
        if (static_cast<int64_t>(sizes.size()) != knob.outputs) {
            return fail(ErrorCode::InvalidArgument, "a listed split has {} sizes, but {} were declared", sizes.size(),
                        knob.outputs);
        }
        if (std::any_of(sizes.begin(), sizes.end(), [](int64_t s) { return s < 1 && s != -1; })) {
            return fail(ErrorCode::InvalidArgument, "a listed split has a size below 1");
        }
        if (!knob.filter || knob.filter->keeps(sizes)) {
            out.emplace_back(SplitEntity{sizes});
        }
    }
    return out;
}

} // namespace

std::vector<int64_t> divisors(int64_t extent)
{
    std::vector<int64_t> low;
    std::vector<int64_t> high;
    for (int64_t d = 1; d * d <= extent; ++d) {
        if (extent % d == 0) {
            low.push_back(d);
            if (d * d != extent) {
                high.push_back(extent / d);
            }
        }
    }
    low.insert(low.end(), high.rbegin(), high.rend());
    return low;
}

std::vector<int64_t> powersOfTwo(int64_t extent)
{
    std::vector<int64_t> out;
    for (int64_t p = 1; p <= extent; p *= 2) {
        out.push_back(p);
    }
    return out;
}

std::string_view policyName(SplitKnob::Policy policy)
{
    return kPolicies[static_cast<size_t>(policy)];
}

std::optional<SplitKnob::Policy> splitPolicy(std::string_view name)
{
    const auto found = std::find(kPolicies.begin(), kPolicies.end(), name);
    return found == kPolicies.end() ? std::nullopt : std::optional(static_cast<SplitKnob::Policy>(found - kPolicies.begin()));
}

Result<std::vector<KnobValue>> splitCandidates(const SplitKnob& knob)
{
    if (knob.extent < 1 || knob.extent > kMaxExtent) {
        return fail(ErrorCode::InvalidArgument, "an axis of extent {} cannot be split; extents are limited to 1 to 2^40",
                    knob.extent);
    }
    if (knob.outputs < 2 || knob.outputs > kMaxOutputs) {
        return fail(ErrorCode::InvalidArgument, "a split has 2 to {} outputs, not {}", kMaxOutputs, knob.outputs);
    }
    if (knob.policy == SplitKnob::Policy::Candidate) {
        return listedCandidates(knob);
    }
    std::vector<int64_t> factors = knob.policy == SplitKnob::Policy::Factors ? divisors(knob.extent)
                                 : knob.policy == SplitKnob::Policy::Power2  ? powersOfTwo(knob.extent)
                                                                             : verboseFactors(knob.extent);
    if (knob.maxFactor) {
        std::erase_if(factors, [&](int64_t f) { return f > *knob.maxFactor; });
    }
    const bool noTail = knob.noTail.value_or(knob.policy == SplitKnob::Policy::Factors);
    SplitEnumerator enumerator(knob, std::move(factors), noTail);
    if (!enumerator.run()) {
        return fail(ErrorCode::LimitExceeded,
                    "splitting {} into {} parts has more than {} possibilities; set max_factor or a filter", knob.extent,
                    knob.outputs, std::min(Knob::kMaxCandidates, kMaxSizes / knob.outputs));
    }
    return enumerator.take();
}

} // namespace knobscope
