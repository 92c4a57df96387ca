// SPDX-License-Identifier: GPL-3.0-or-later
// A small space, and a tuner let loose on one as the loop does it.
#pragma once

#include "core/tuner/tuner.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace knobscope {

inline Knob splitKnob(std::string name, int64_t extent, int64_t outputs = 2)
{
    SplitKnob knob;
    knob.extent = extent;
    knob.outputs = outputs;
    return Knob::make(std::move(name), knob).value();
}

/// 140 configs, fewer where a constraint leaves some out.
inline ConfigSpace smallSpace(const char* constraint = nullptr)
{
    ConfigSpace space;
    (void)space.define(splitKnob("a", 64));
    (void)space.define(splitKnob("b", 48));
    (void)space.define(Knob::make("c", OtherKnob{{true, false}}).value());
    if (constraint) {
        (void)space.constrain(Constraint(Expression::parse(constraint).value()));
    }
    return space;
}

using Landscape = std::function<double(int64_t index)>;

/// The order of a tuner's proposals, of which at most `window` are on the way.
inline std::vector<int64_t> play(const std::string& name, const ConfigSpace& space, uint64_t seed, int trials, size_t window,
                                 const Landscape& flops, const nlohmann::json& parameters = nlohmann::json::object())
{
    auto tuner = makeTuner(name, space, seed, parameters).value();
    std::vector<int64_t> order;
    std::deque<int64_t> pending;
    while (true) {
        if (static_cast<int>(order.size()) < trials && pending.size() < window) {
            if (const auto next = tuner->next()) {
                order.push_back(*next);
                pending.push_back(*next);
                continue;
            }
        }
        if (pending.empty()) {
            return order;
        }
        const Trial trial{pending.front(), flops(pending.front())};
        pending.pop_front();
        tuner->update(std::span(&trial, 1));
    }
}

} // namespace knobscope
