// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/knobcoordinates.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace knobscope {

namespace {

using Rows = std::vector<std::vector<float>>;

float log2Of(int64_t value)
{
    return std::log2(static_cast<float>(std::max<int64_t>(1, std::abs(value))));
}

std::vector<float> splitRow(const SplitEntity& split)
{
    std::vector<float> row;
    for (size_t i = 1; i < split.sizes.size(); ++i) {
        row.push_back(log2Of(split.sizes[i]));
    }
    return row;
}

std::vector<float> reorderRow(const ReorderEntity& reorder)
{
    std::vector<float> row(reorder.order.size(), 0);
    for (size_t place = 0; place < reorder.order.size(); ++place) {
        const auto axis = static_cast<size_t>(reorder.order[place]);
        if (axis < row.size()) {
            row[axis] = static_cast<float>(place);
        }
    }
    return row;
}

std::optional<float> numberOf(const OtherValue& value)
{
    if (const auto* b = std::get_if<bool>(&value)) {
        return *b ? 1.0F : 0.0F;
    }
    if (const auto* i = std::get_if<int64_t>(&value)) {
        return std::copysign(std::log2(1 + std::abs(static_cast<float>(*i))), static_cast<float>(*i));
    }
    if (const auto* d = std::get_if<double>(&value); d != nullptr && std::isfinite(*d)) {
        return static_cast<float>(std::copysign(std::log2(1 + std::abs(*d)), *d));
    }
    return std::nullopt;
}

/// One column for each distinct text, 1 in rows that have it.
Rows oneHot(const std::vector<std::vector<std::string>>& texts)
{
    std::set<std::pair<size_t, std::string>> columns;
    for (const auto& row : texts) {
        for (size_t i = 0; i < row.size(); ++i) {
            columns.emplace(i, row[i]);
        }
    }
    Rows rows;
    for (const auto& row : texts) {
        rows.emplace_back();
        for (const auto& [place, text] : columns) {
            rows.back().push_back(place < row.size() && row[place] == text ? 1.0F : 0.0F);
        }
    }
    return rows;
}

Rows rowsOf(const Knob& knob)
{
    Rows rows;
    std::vector<std::vector<std::string>> texts;
    for (const KnobValue& value : knob.candidates()) {
        std::vector<std::string> words{valueText(value)};
        if (const auto* split = std::get_if<SplitEntity>(&value)) {
            rows.push_back(splitRow(*split));
        } else if (const auto* reorder = std::get_if<ReorderEntity>(&value)) {
            rows.push_back(reorderRow(*reorder));
        } else if (const auto* annotate = std::get_if<AnnotateEntity>(&value); annotate != nullptr && !annotate->isAnchors) {
            words = annotate->annotations;
        } else if (const auto* other = std::get_if<OtherEntity>(&value)) {
            if (const auto number = numberOf(other->value)) {
                rows.push_back({*number});
            }
        }
        texts.push_back(std::move(words));
    }
    return rows.size() == texts.size() ? rows : oneHot(texts);
}

/// Scales each column to 0 … 1; a constant column becomes 0.
void scale(Rows& rows, size_t width)
{
    for (size_t column = 0; column < width; ++column) {
        float low = rows[0][column];
        float high = low;
        for (const auto& row : rows) {
            low = std::min(low, row[column]);
            high = std::max(high, row[column]);
        }
        for (auto& row : rows) {
            row[column] = high > low ? (row[column] - low) / (high - low) : 0;
        }
    }
}

} // namespace

KnobCoordinates::KnobCoordinates(const ConfigSpace& space)
    : m_space(space)
{
    for (size_t knob = 0; knob < space.knobs().size(); ++knob) {
        Rows rows = rowsOf(space.knobs()[knob]);
        size_t width = 0;
        for (const auto& row : rows) {
            width = std::max(width, row.size());
        }
        for (auto& row : rows) {
            row.resize(width, 0);
        }
        scale(rows, width);
        m_widths.push_back(width);
        m_knobOf.insert(m_knobOf.end(), width, knob);
        m_values.emplace_back();
        for (const auto& row : rows) {
            m_values.back().insert(m_values.back().end(), row.begin(), row.end());
        }
    }
}

void KnobCoordinates::append(int64_t index, std::vector<float>& out) const
{
    const std::vector<int64_t> digits = m_space.digits(index);
    for (size_t knob = 0; knob < digits.size(); ++knob) {
        const auto first = m_values[knob].begin() + digits[knob] * static_cast<std::ptrdiff_t>(m_widths[knob]);
        out.insert(out.end(), first, first + static_cast<std::ptrdiff_t>(m_widths[knob]));
    }
}

} // namespace knobscope
