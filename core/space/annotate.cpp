// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/candidates.h"

#include "core/base/strings.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kMaxAnnotations = 100'000; // one word per axis: some 500 bytes each, for up to three such knobs

Result<std::vector<KnobValue>> bound(const AnnotateKnob& knob, bool isVirtual)
{
    // Groups of (axes needed, annotations), widest first; remaining axes are fused.
    struct Shape {
        int64_t axes;
        std::vector<std::string> annotations;
    };
    static const std::vector<Shape> plain{
        {6, {"blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.y", "threadIdx.x"}},
        {4, {"blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"}},
        {2, {"blockIdx.x", "threadIdx.x"}}};
    static const std::vector<Shape> withVirtual{
        {9,
         {"blockIdx.z", "blockIdx.y", "blockIdx.x", "vthread", "vthread", "vthread", "threadIdx.z", "threadIdx.y",
          "threadIdx.x"}},
        {6, {"blockIdx.y", "blockIdx.x", "vthread", "vthread", "threadIdx.y", "threadIdx.x"}},
        {3, {"blockIdx.x", "vthread", "threadIdx.x"}}};
    for (const Shape& shape : isVirtual ? withVirtual : plain) {
        if (knob.axes >= shape.axes) {
            AnnotateEntity entity;
            entity.annotations.assign(static_cast<size_t>(knob.axes - shape.axes), "fuse");
            entity.annotations.insert(entity.annotations.end(), shape.annotations.begin(), shape.annotations.end());
            return std::vector<KnobValue>{entity};
        }
    }
    return fail(ErrorCode::InvalidArgument, "{} needs more than {} axes", knob.policy, knob.axes);
}

Result<std::vector<KnobValue>> anchors(const AnnotateKnob& knob)
{
    if (knob.anchors < 0 || knob.anchors > knob.axes || knob.axes > 24) {
        return fail(ErrorCode::InvalidArgument, "locate_cache cannot choose {} of {} axes", knob.anchors, knob.axes);
    }
    std::vector<KnobValue> out;
    std::vector<int> chosen(static_cast<size_t>(knob.axes), 0);
    std::fill(chosen.begin(), chosen.begin() + knob.anchors, 1);
    do {
        AnnotateEntity entity;
        entity.isAnchors = true;
        for (size_t i = 0; i < chosen.size(); ++i) {
            if (chosen[i]) {
                entity.anchors.push_back(static_cast<int64_t>(i));
            }
        }
        out.emplace_back(std::move(entity));
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
    return out;
}

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
    if (knob.policy == "bind_gpu" || knob.policy == "bind_gpu_virtual") {
        return bound(knob, knob.policy == "bind_gpu_virtual");
    }
    if (knob.policy == "locate_cache") {
        return anchors(knob);
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
