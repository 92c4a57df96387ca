// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/configspace.h"

#include "core/space/counting.h"

#include <algorithm>
#include <random>

namespace knobscope {

namespace {

constexpr int64_t kMaxRange = int64_t{1} << 62;
constexpr int64_t kMaxNumbersRead = 20'000'000; // 16 bytes each during counting
constexpr int kQuickSamples = 500; // random points tried before counting all

Result<int64_t> productOfSizes(const std::vector<Knob>& knobs)
{
    int64_t product = 1;
    for (const Knob& knob : knobs) {
        if (__builtin_mul_overflow(product, knob.size(), &product) || product > kMaxRange) {
            return fail(ErrorCode::LimitExceeded, "With knob {} the space has more than 2^62 points; drop candidates first",
                        knob.name());
        }
    }
    return product;
}

} // namespace

Result<void> ConfigSpace::define(Knob knob)
{
    if (knob.size() == 0) {
        return fail(ErrorCode::InvalidArgument, "Knob {} has no candidates, because its filter or limits exclude all",
                    knob.name());
    }
    if (m_listed) {
        return fail(ErrorCode::InvalidArgument, "Knob {} follows the list of points and would change their numbers", knob.name());
    }
    std::vector<Knob> knobs = m_knobs;
    const auto same = std::find_if(knobs.begin(), knobs.end(), [&](const Knob& k) { return k.name() == knob.name(); });
    if (same == knobs.end()) {
        knobs.push_back(std::move(knob));
    } else {
        *same = std::move(knob);
    }
    m_rangeLength = TRY(productOfSizes(knobs));
    m_knobs = std::move(knobs);
    m_counted = m_constraints.empty() ? nullptr : std::make_shared<Counted>();
    return {};
}

Result<void> ConfigSpace::constrain(Constraint constraint)
{
    int64_t numbers = 0; // total numbers read by its terms, over all candidates of their knobs
    for (const ExpressionTerm& term : constraint.terms()) {
        const Knob* knob = find(term.knob);
        if (!knob) {
            return fail(ErrorCode::NotFound, "The constraint '{}' names knob {}, which this space does not have",
                        constraint.text(), term.knob);
        }
        numbers += knob->size();
    }
    if (m_listed) {
        return fail(ErrorCode::InvalidArgument, "The points of this space are listed, so it cannot have constraints");
    }
    if (numbers > kMaxNumbersRead) {
        return fail(ErrorCode::LimitExceeded, "The constraint '{}' reads more than {} numbers of its knobs' candidates",
                    constraint.text().substr(0, 200), kMaxNumbersRead);
    }
    ConfigSpace constrained = *this;
    constrained.m_constraints.push_back(std::move(constraint));
    constrained.m_counted = std::make_shared<Counted>();
    if (!constrained.hasValidPoint()) {
        return fail(ErrorCode::InvalidArgument, "The constraint '{}' excludes all points of the space",
                    constrained.m_constraints.back().text());
    }
    *this = std::move(constrained);
    return {};
}

Result<void> ConfigSpace::keepOnly(std::unordered_set<int64_t> points)
{
    if (points.empty() || !m_constraints.empty() || m_listed) {
        return fail(ErrorCode::InvalidArgument,
                    "A list of points must not be empty, and a space has either one list or constraints");
    }
    for (const int64_t index : points) {
        if (index < 0 || index >= m_rangeLength) {
            return fail(ErrorCode::InvalidArgument, "The list contains point {}; this space has 0 to {}", index,
                        m_rangeLength - 1);
        }
    }
    m_listed = std::make_shared<const std::unordered_set<int64_t>>(std::move(points));
    return {};
}

const Knob* ConfigSpace::find(std::string_view name) const
{
    const auto found = std::find_if(m_knobs.begin(), m_knobs.end(), [&](const Knob& k) { return k.name() == name; });
    return found == m_knobs.end() ? nullptr : &*found;
}

std::vector<int64_t> ConfigSpace::digits(int64_t index) const
{
    std::vector<int64_t> out;
    out.reserve(m_knobs.size());
    for (const Knob& knob : m_knobs) {
        out.push_back(index % knob.size());
        index /= knob.size();
    }
    return out;
}

int64_t ConfigSpace::indexOfDigits(std::span<const int64_t> digits) const
{
    int64_t index = 0;
    for (size_t i = m_knobs.size(); i-- > 0;) {
        index = index * m_knobs[i].size() + digits[i];
    }
    return index;
}

bool ConfigSpace::holds(const Constraint& constraint, std::span<const int64_t> digits) const
{
    std::vector<std::optional<int64_t>> numbers;
    for (const ExpressionTerm& term : constraint.terms()) {
        const Knob& knob = *find(term.knob); // constrain() has checked that it exists
        const KnobValue& value = knob.at(digits[static_cast<size_t>(&knob - m_knobs.data())]);
        numbers.push_back(constraint.number(value, knob.definition(), term.position));
    }
    return constraint.holds(numbers);
}

std::string ConfigSpace::violatedConstraint(int64_t index) const
{
    if (m_listed && !m_listed->contains(index)) {
        return fmt::format("one of {} listed points", m_listed->size());
    }
    if (m_constraints.empty()) {
        return {};
    }
    const std::vector<int64_t> point = digits(index);
    for (const Constraint& constraint : m_constraints) {
        if (!holds(constraint, point)) {
            return constraint.text();
        }
    }
    return {};
}

bool ConfigSpace::isValid(int64_t index) const
{
    return index >= 0 && index < m_rangeLength && violatedConstraint(index).empty();
}

Result<ConfigEntity> ConfigSpace::at(int64_t index) const
{
    if (index < 0 || index >= m_rangeLength) {
        return fail(ErrorCode::InvalidArgument, "Index {} is out of range; this space has indexes 0 to {}", index,
                    m_rangeLength - 1);
    }
    if (const std::string broken = violatedConstraint(index); !broken.empty()) {
        return fail(ErrorCode::InvalidArgument, "Index {} is excluded by the constraint '{}'", index, broken);
    }
    ConfigEntity entity;
    entity.index = index;
    const std::vector<int64_t> point = digits(index);
    for (size_t i = 0; i < m_knobs.size(); ++i) {
        entity.values.emplace_back(m_knobs[i].name(), m_knobs[i].at(point[i]));
    }
    return entity;
}

Result<int64_t> ConfigSpace::indexOf(const ConfigEntity& entity) const
{
    std::vector<int64_t> point;
    for (const Knob& knob : m_knobs) {
        const KnobValue* value = entity.find(knob.name());
        KnobValue before; // edits may have removed it from the candidates
        if (const auto* other = std::get_if<OtherKnob>(&knob.definition()); !value && other && other->isLater) {
            before = OtherEntity{other->candidates.front()};
            value = &before;
        }
        if (!value) {
            return fail(ErrorCode::NotFound, "The config has no value for knob {}", knob.name());
        }
        const auto digit = knob.indexOf(*value);
        if (!digit) {
            return fail(ErrorCode::NotFound, "Knob {} has no candidate {}", knob.name(), valueText(*value));
        }
        point.push_back(*digit);
    }
    for (const auto& [name, value] : entity.values) {
        if (!find(name)) {
            return fail(ErrorCode::NotFound, "The config names knob {}, which this space does not have", name);
        }
    }
    return indexOfDigits(point);
}

std::vector<int64_t> ConfigSpace::neighbours(int64_t index) const
{
    std::vector<int64_t> out;
    int64_t weight = 1;
    for (const Knob& knob : m_knobs) {
        const int64_t own = index / weight % knob.size();
        for (int64_t digit = 0; digit < knob.size(); ++digit) {
            const int64_t other = index + (digit - own) * weight;
            if (digit != own && isValid(other)) {
                out.push_back(other);
            }
        }
        weight *= knob.size();
    }
    return out;
}

SpaceCount ConfigSpace::validCount() const
{
    if (m_listed) {
        const auto count = static_cast<int64_t>(m_listed->size());
        return {count, count, true};
    }
    if (!m_counted) {
        return {m_rangeLength, m_rangeLength, true};
    }
    std::call_once(m_counted->once, [&] { m_counted->count = countEffects(*this).valid; });
    return m_counted->count;
}

bool ConfigSpace::hasValidPoint() const
{
    std::mt19937_64 random(1);
    for (int i = 0; i < (m_constraints.empty() ? 1 : kQuickSamples); ++i) {
        if (isValid(static_cast<int64_t>(random() % static_cast<uint64_t>(m_rangeLength)))) {
            return true;
        }
    }
    return validCount().high > 0;
}

std::string ConfigSpace::text() const
{
    const SpaceCount count = validCount();
    const std::string length = count.exact ? std::to_string(count.low) : fmt::format("{}..{}", count.low, count.high);
    std::string out = fmt::format("ConfigSpace (len={}, range_length={}, space_map=\n", length, m_rangeLength);
    for (size_t i = 0; i < m_knobs.size(); ++i) {
        out += fmt::format("  {:2} {}: {}\n", i, m_knobs[i].name(), m_knobs[i].text());
    }
    return out + ")";
}

} // namespace knobscope
