// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/validpoints.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace knobscope {

namespace {

constexpr int64_t kMaxSteps = 20'000'000; // knob assignments: two seconds
constexpr size_t kMaxChosen = 1'000'000;  // stored combinations

/// A knob, in the order of the search.
struct Level {
    const Knob* knob = nullptr;
    int64_t weight = 1;                               ///< weight of its digit in an index
    std::vector<std::pair<size_t, size_t>> terms;     ///< constraint and term that read it
    std::vector<std::pair<size_t, Expression>> parts; ///< constraint and condition that can be evaluated once it is assigned
};

class Walk
{
public:
    /// Quick: starts with the knobs of the condition that has the fewest combinations, which prunes the others most, and skips
    /// knobs that no condition reads. ByNumber: all knobs, the last one first.
    enum class Order : uint8_t { Quick, ByNumber };
    Walk(const ConfigSpace& space, Order order)
        : m_space(space)
    {
        std::vector<Open> open = conditions();
        for (size_t knob = space.knobs().size(); order == Order::ByNumber && knob-- > 0;) {
            choose(space.knobs()[knob], open);
        }
        while (!open.empty()) {
            const auto missing = std::ranges::min_element(open, {}, &Open::combinations)->missing;
            for (const Knob* knob : missing) {
                choose(*knob, open);
            }
        }
    }

    const std::vector<Level>& levels() const { return m_levels; }
    /// Quick: all points; nullopt if there are too many.
    std::optional<std::vector<int64_t>> all()
    {
        return m_isNever || descend(0, 0) ? std::optional(std::move(m_found)) : std::nullopt;
    }
    /// ByNumber: the first point from `first` on; nullopt also if all calls together took too long.
    std::optional<int64_t> next(int64_t first)
    {
        m_first = first;
        m_found.clear();
        (void)(m_isNever || descend(0, 0));
        return m_found.empty() ? std::nullopt : std::optional(m_found.front());
    }

private:
    struct Open {
        size_t constraint;
        Expression condition;
        std::set<const Knob*> missing; ///< knobs that it reads and that are not assigned yet
        double combinations() const
        {
            return std::accumulate(missing.begin(), missing.end(), 1.0,
                                   [](double product, const Knob* knob) { return product * static_cast<double>(knob->size()); });
        }
    };

    std::vector<Open> conditions()
    {
        std::vector<Open> open;
        for (size_t c = 0; c < m_space.constraints().size(); ++c) {
            const auto& terms = m_space.constraints()[c].terms();
            m_values.emplace_back(terms.size());
            for (Expression::Part& part : m_space.constraints()[c].parts()) {
                Open one{c, std::move(part.condition), {}};
                for (const size_t term : part.reads) {
                    one.missing.insert(m_space.find(terms[term].knob));
                }
                if (one.missing.empty()) { // constant condition
                    m_isNever = m_isNever || one.condition.evaluate(m_values[c]).value_or(0) == 0;
                } else {
                    open.push_back(std::move(one));
                }
            }
        }
        return open;
    }

    /// Adds a knob to the order, with the conditions that can be evaluated once it is assigned.
    void choose(const Knob& knob, std::vector<Open>& open)
    {
        Level level = levelOf(knob);
        for (auto one = open.begin(); one != open.end();) {
            one->missing.erase(&knob);
            if (one->missing.empty()) {
                level.parts.emplace_back(one->constraint, std::move(one->condition));
                one = open.erase(one);
            } else {
                ++one;
            }
        }
        m_levels.push_back(std::move(level));
    }

    Level levelOf(const Knob& knob) const
    {
        Level level{&knob, 1, {}, {}};
        for (const Knob* before = m_space.knobs().data(); before != &knob; ++before) {
            level.weight *= before->size();
        }
        for (size_t c = 0; c < m_space.constraints().size(); ++c) {
            const auto& terms = m_space.constraints()[c].terms();
            for (size_t t = 0; t < terms.size(); ++t) {
                if (terms[t].knob == knob.name()) {
                    level.terms.emplace_back(c, t);
                }
            }
        }
        return level;
    }

    /// Returns false if the limits are exceeded or no more points are wanted.
    bool descend(size_t depth, int64_t index)
    {
        if (depth == m_levels.size()) {
            m_found.push_back(index);
            return !m_first && m_found.size() <= kMaxChosen;
        }
        const Level& level = m_levels[depth];
        for (int64_t digit = m_first ? std::max<int64_t>(0, (*m_first - index) / level.weight) : 0; digit < level.knob->size();
             ++digit) {
            if (++m_steps > kMaxSteps) {
                return false;
            }
            for (const auto& [c, term] : level.terms) {
                const Constraint& constraint = m_space.constraints()[c];
                m_values[c][term] =
                    constraint.number(level.knob->at(digit), level.knob->definition(), constraint.terms()[term].position);
            }
            const bool holds = std::ranges::all_of(
                level.parts, [&](const auto& part) { return part.second.evaluate(m_values[part.first]).value_or(0) != 0; });
            const int64_t at = index + digit * level.weight;
            if (holds && !descend(depth + 1, at)) {
                return false;
            }
            if (level.terms.empty() && m_first && at >= *m_first) {
                break; // no condition distinguishes the remaining candidates
            }
        }
        return true;
    }

    const ConfigSpace& m_space;
    std::vector<Level> m_levels;
    std::vector<std::vector<std::optional<int64_t>>> m_values; ///< by constraint and term
    std::vector<int64_t> m_found;
    std::optional<int64_t> m_first; ///< ByNumber: number to start from
    bool m_isNever = false; ///< a condition that reads no knob is false
    int64_t m_steps = 0;
};

} // namespace

std::optional<ValidPoints> ValidPoints::search(const ConfigSpace& space)
{
    ValidPoints out;
    if (const auto* listed = space.listed()) {
        out.m_chosen.assign(listed->begin(), listed->end());
        std::ranges::sort(out.m_chosen); // makes the order deterministic
        return out;
    }
    Walk walk(space, Walk::Order::Quick);
    auto found = walk.all();
    if (!found) {
        return std::nullopt;
    }
    out.m_chosen = std::move(*found);
    int64_t weight = 1;
    for (const Knob& knob : space.knobs()) {
        if (std::ranges::find(walk.levels(), &knob, &Level::knob) == walk.levels().end()) {
            out.m_free.emplace_back(knob.size(), weight);
            out.m_freePoints *= knob.size();
        }
        weight *= knob.size();
    }
    return out;
}

int64_t ValidPoints::at(int64_t number) const
{
    int64_t index = m_chosen[static_cast<size_t>(number / m_freePoints)];
    int64_t rest = number % m_freePoints;
    for (const auto& [size, weight] : m_free) {
        index += rest % size * weight;
        rest /= size;
    }
    return index;
}

std::optional<int64_t> nextValidPoint(const ConfigSpace& space, int64_t first)
{
    if (!space.listed()) {
        return Walk(space, Walk::Order::ByNumber).next(first);
    }
    std::optional<int64_t> next;
    for (const int64_t index : *space.listed()) {
        next = index >= first ? std::min(next.value_or(index), index) : next;
    }
    return next;
}

std::vector<int64_t> someValidPoints(const ConfigSpace& space, size_t most)
{
    std::vector<int64_t> some;
    Walk walk(space, Walk::Order::ByNumber);
    while (!space.listed() && some.size() < most) {
        const auto next = walk.next(some.empty() ? 0 : some.back() + 1);
        if (!next) {
            break;
        }
        some.push_back(*next);
    }
    const auto valid = some.empty() ? ValidPoints::search(space) : std::nullopt;
    for (int64_t i = 0; valid && i < valid->count() && some.size() < most; ++i) {
        some.push_back(valid->at(i));
    }
    return some;
}

} // namespace knobscope
