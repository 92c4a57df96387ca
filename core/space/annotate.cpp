// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/candidates.h"

#include "core/base/strings.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kMaxAnnotations = 100'000; // one word per axis: some 500 bytes each, for up to three such knobs

Result<std::vector<std::string>> parseAnnotations(const std::string& policy)
{
    std::vector<std::string> annotations = splitText(policy, '_');
    for (std::string& word : annotations) {
        if (word == "try") {
            word = "none";
        }
        if (word != "none" && word != "unroll" && word != "vec") {
            return fail(ErrorCode::InvalidArgument, "'{}' is not an annotate policy: '{}' is not none, unroll, vec or try",
                        policy, word);
        }
    }
    return annotations;
}

} // namespace

Result<std::vector<KnobValue>> annotateCandidates(const AnnotateKnob& knob)
{
    if (knob.axes < 1 || knob.axes > 12) {
        return fail(ErrorCode::InvalidArgument, "an annotation covers 1 to 12 axes, not {}", knob.axes);
    }
    const auto annotations = TRY(parseAnnotations(knob.policy));
    int64_t total = 1;
    for (int64_t axis = 0; axis < knob.axes; ++axis) {
        if (__builtin_mul_overflow(total, static_cast<int64_t>(annotations.size()), &total) || total > kMaxAnnotations) {
            return fail(ErrorCode::LimitExceeded, "{} axes with one of {} annotations each have more than {} combinations",
                        knob.axes, annotations.size(), kMaxAnnotations);
        }
    }
    std::vector<KnobValue> out;
    for (int64_t number = 0; number < total; ++number) {
        AnnotateEntity entity;
        int64_t rest = number;
        int64_t weight = total;
        for (int64_t axis = 0; axis < knob.axes; ++axis) {
            weight /= static_cast<int64_t>(annotations.size());
            entity.annotations.push_back(annotations[static_cast<size_t>(rest / weight)]);
            rest %= weight;
        }
        if (std::count(entity.annotations.begin(), entity.annotations.end(), "vec") <= 1) {
            out.emplace_back(std::move(entity));
        }
    }
    return out;
}

} // namespace knobscope
