// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/candidates.h"

#include <algorithm>
#include <numeric>

namespace knobscope {

namespace {

constexpr int64_t kMaxPermutedAxes = 10; // 10! = 3.6 million candidates
constexpr int64_t kMaxPositions = 40'000'000; // over all candidates

std::vector<int64_t> identity(int64_t axes)
{
    std::vector<int64_t> order(static_cast<size_t>(axes));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

Result<std::vector<KnobValue>> permutations(int64_t axes, int64_t begin, int64_t end)
{
    if (begin < 0 || end > axes || begin > end) {
        return fail(ErrorCode::InvalidArgument, "the interval [{}, {}) is not within {} axes", begin, end, axes);
    }
    if (end - begin > kMaxPermutedAxes) {
        return fail(ErrorCode::LimitExceeded, "{} axes have more than {} orders; permute an interval of at most {}", end - begin,
                    Knob::kMaxCandidates, kMaxPermutedAxes);
    }
    int64_t orders = axes;
    for (int64_t n = 2; n <= end - begin; ++n) {
        orders *= n;
    }
    if (orders > kMaxPositions) {
        return fail(ErrorCode::LimitExceeded, "the orders of {} of {} axes hold more than {} numbers; permute a shorter interval",
                    end - begin, axes, kMaxPositions);
    }
    std::vector<KnobValue> out;
    std::vector<int64_t> order = identity(axes);
    do {
        out.emplace_back(ReorderEntity{order, true});
    } while (std::next_permutation(order.begin() + begin, order.begin() + end));
    return out;
}

/// Repeatedly takes the next element of the first chain that has the most elements left.
std::vector<int64_t> mergeChains(std::vector<std::vector<int64_t>> chains)
{
    std::vector<int64_t> out;
    std::vector<size_t> taken(chains.size(), 0);
    while (true) {
        size_t best = chains.size();
        for (size_t c = 0; c < chains.size(); ++c) {
            const size_t left = chains[c].size() - taken[c];
            if (left > 0 && (best == chains.size() || left > chains[best].size() - taken[best])) {
                best = c;
            }
        }
        if (best == chains.size()) {
            return out;
        }
        out.push_back(chains[best][taken[best]++]);
    }
}

Result<std::vector<KnobValue>> interleaved(const ReorderKnob& knob, bool cuda)
{
    std::vector<std::vector<int64_t>> outer;
    std::vector<std::vector<int64_t>> inner;
    std::vector<int64_t> innermost;
    const auto lengthOf = [](const std::vector<std::vector<int64_t>>& chains) {
        return std::accumulate(chains.begin(), chains.end(), size_t{0},
                               [](size_t sum, const auto& chain) { return sum + chain.size(); });
    };
    if (const size_t length = lengthOf(knob.spatial) + lengthOf(knob.reduce); length > static_cast<size_t>(knob.axes)) {
        return fail(ErrorCode::InvalidArgument, "chains of {} axes are interleaved, but there are {}", length, knob.axes);
    }
    for (const auto& chain : knob.spatial) {
        if (chain.empty()) {
            return fail(ErrorCode::InvalidArgument, "an interleaved chain has no axis");
        }
        outer.emplace_back(chain.begin(), chain.end() - 1);
        inner.push_back({chain.back()});
        innermost.push_back(chain.back());
    }
    std::vector<int64_t> order = mergeChains(outer);
    if (cuda) {
        const auto reduce = mergeChains(knob.reduce);
        order.insert(order.end(), reduce.begin(), reduce.end());
        order.insert(order.end(), innermost.begin(), innermost.end());
    } else {
        inner.insert(inner.end(), knob.reduce.begin(), knob.reduce.end());
        const auto rest = mergeChains(inner);
        order.insert(order.end(), rest.begin(), rest.end());
    }
    return std::vector<KnobValue>{ReorderEntity{order, false}};
}

} // namespace

Result<std::vector<KnobValue>> reorderCandidates(const ReorderKnob& knob)
{
    if (knob.axes < 1 || knob.axes > 64) {
        return fail(ErrorCode::InvalidArgument, "a reorder has 1 to 64 axes, not {}", knob.axes);
    }
    if (knob.policy == "identity") {
        return std::vector<KnobValue>{ReorderEntity{identity(knob.axes), false}};
    }
    if (knob.policy == "all") {
        return permutations(knob.axes, 0, knob.axes);
    }
    if (knob.policy == "interval_all") {
        return permutations(knob.axes, knob.intervalBegin, knob.intervalEnd);
    }
    if (knob.policy == "interleave" || knob.policy == "interleave_cuda") {
        return interleaved(knob, knob.policy == "interleave_cuda");
    }
    if (knob.policy != "candidate") {
        return fail(ErrorCode::InvalidArgument,
                    "'{}' is not a reorder policy; use identity, all, interval_all, candidate, interleave or interleave_cuda",
                    knob.policy);
    }
    std::vector<KnobValue> out;
    for (const auto& order : knob.candidates) {
        std::vector<int64_t> sorted = order;
        std::sort(sorted.begin(), sorted.end());
        if (sorted != identity(knob.axes)) {
            return fail(ErrorCode::InvalidArgument, "a listed order is not a permutation of {} axes", knob.axes);
        }
        out.emplace_back(ReorderEntity{order, false});
    }
    return out;
}

} // namespace knobscope
