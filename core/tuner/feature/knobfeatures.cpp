// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/feature/features.h"

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

/// AutoTVM's order of annotations.
constexpr std::array<const char*, 11> kAnnotations{"none",        "vec",        "unroll",      "blockIdx.x",
                                                   "blockIdx.y",  "blockIdx.z", "threadIdx.x", "threadIdx.y",
                                                   "threadIdx.z", "vthread",    "fuse"};

size_t annotationPlace(const std::string& word)
{
    return static_cast<size_t>(std::find(kAnnotations.begin(), kAnnotations.end(), word) - kAnnotations.begin());
}

/// A split with its outermost part computed.
struct SplitParts {
    std::vector<int64_t> sizes;
    int64_t extent = 1;
    bool isUneven = false;
};

SplitParts partsOf(const Knob* knob, const SplitEntity& split)
{
    SplitParts parts{split.sizes, 1, false};
    const SplitKnob* definition = knob ? std::get_if<SplitKnob>(&knob->definition()) : nullptr;
    int64_t inner = 1;
    for (size_t i = 1; i < split.sizes.size(); ++i) {
        inner *= std::max<int64_t>(1, split.sizes[i]);
    }
    parts.extent = definition ? definition->extent : inner * std::max<int64_t>(1, split.sizes.empty() ? 1 : split.sizes[0]);
    if (!parts.sizes.empty()) {
        parts.sizes[0] = (parts.extent + inner - 1) / inner;
        parts.isUneven = parts.extent % inner != 0;
    }
    return parts;
}

double log2Factor(int64_t n)
{
    return n > 0 ? __builtin_ctzll(static_cast<unsigned long long>(n)) : 0;
}

} // namespace

Result<void> addKnobFeatures(FeatureRow& row, const ConfigEntity& entity)
{
    for (const auto& [name, value] : entity.values) {
        TRY(addKnobFeaturesOf(row, name, value));
    }
    return {};
}

Result<void> addOptionFeatures(FeatureRow& row, const ConfigEntity& entity)
{
    for (const auto& [name, value] : entity.values) {
        if (std::holds_alternative<OtherEntity>(value)) {
            TRY(addKnobFeaturesOf(row, name, value));
        }
    }
    return {};
}

Result<void> addKnobFeaturesOf(FeatureRow& row, const std::string& name, const KnobValue& value)
{
    const auto part = [&](size_t i) { return fmt::format("{}[{}]", name, i); };
    const auto addAll = [&](const std::vector<int64_t>& numbers) {
        for (size_t i = 0; i < numbers.size(); ++i) {
            row.add(static_cast<double>(numbers[i]), [&] { return part(i); });
        }
    };
    if (const auto* split = std::get_if<SplitEntity>(&value)) {
        addAll(split->sizes);
    } else if (const auto* reorder = std::get_if<ReorderEntity>(&value)) {
        addAll(reorder->order);
    } else if (const auto* annotate = std::get_if<AnnotateEntity>(&value)) {
        addAll(annotate->anchors);
        for (size_t i = 0; i < annotate->annotations.size(); ++i) {
            for (const char* const word : kAnnotations) {
                row.add(annotate->annotations[i] == word ? 1 : 0, [&] { return part(i) + "=" + word; });
            }
        }
    } else {
        const auto number = numericValue(std::get<OtherEntity>(value).value);
        if (!number) {
            return fail(ErrorCode::Unsupported,
                        "Knob {} is text, which the features knob, itervar and curve cannot represent; use value", name);
        }
        row.add(*number, [&] { return name; });
    }
    return {};
}

double addValueFeaturesOf(FeatureRow& row, const Knob* knob, const std::string& name, const KnobValue& value)
{
    const auto named = [&](size_t i) { return fmt::format("{}[{}]", name, i); };
    if (const auto* split = std::get_if<SplitEntity>(&value)) {
        const SplitParts parts = partsOf(knob, *split);
        for (size_t i = 0; i < parts.sizes.size(); ++i) {
            row.add(std::log2(static_cast<double>(std::max<int64_t>(1, parts.sizes[i]))), [&] { return "log2 " + named(i); });
        }
        const int64_t innermost = parts.sizes.empty() ? 1 : std::max<int64_t>(1, parts.sizes.back());
        row.add(log2Factor(innermost), [&] { return "twos in " + named(parts.sizes.size() - 1); });
        row.add(parts.isUneven ? 1 : 0, [&] { return name + " uneven"; });
        row.add(std::log2(static_cast<double>(parts.extent)), [&] { return "log2 extent of " + name; });
        return std::log2(static_cast<double>(innermost));
    }
    if (const auto* reorder = std::get_if<ReorderEntity>(&value)) {
        for (size_t axis = 0; axis < reorder->order.size(); ++axis) {
            const auto place = std::find(reorder->order.begin(), reorder->order.end(), static_cast<int64_t>(axis));
            row.add(static_cast<double>(place - reorder->order.begin()), [&] { return "place of " + named(axis); });
        }
    } else if (const auto* annotate = std::get_if<AnnotateEntity>(&value)) {
        for (size_t i = 0; i < annotate->annotations.size(); ++i) {
            row.add(static_cast<double>(annotationPlace(annotate->annotations[i])), [&] { return named(i); });
        }
        for (size_t i = 0; i < annotate->anchors.size(); ++i) {
            row.add(static_cast<double>(annotate->anchors[i]), [&] { return named(i); });
        }
    } else {
        const auto number = numericValue(std::get<OtherEntity>(value).value);
        const double v = number ? *number : static_cast<double>(knob ? knob->indexOf(value).value_or(-1) : -1);
        row.add(v < 0 ? -std::log2(1 - v) : std::log2(1 + v), [&] { return (number ? "log2 " : "place of ") + name; });
    }
    return 0;
}

void addValueFeatures(FeatureRow& row, const ConfigSpace& space, const ConfigEntity& entity)
{
    double tile = 0;
    for (const auto& [name, value] : entity.values) {
        tile += addValueFeaturesOf(row, space.find(name), name, value);
    }
    row.add(tile, [] { return std::string("log2 of the innermost tile"); });
}

} // namespace knobscope
