// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/channel.h"

#include <memory>
#include <optional>

namespace knobscope {

/// The worker's side of a NetworkRunner: builds a network, keeps it, and runs it.
///   {"op": "network open", "network", "shapes": [[name, extents]], "target", "threads", "known": [{"task", "args", "entity",
///   "seconds"}]}
///     -> {"program": as programReport()'s JSON} or {"message"}
///   {"op": "network check"}             -> {"error"} or {"message"}: against the interpreter, on random inputs
///   {"op": "network time", "runs"}      -> {"seconds": [of each run]}
///   {"op": "network profile", "runs"}   -> {"seconds": [median of each step]}
class NetworkService
{
public:
    NetworkService();
    ~NetworkService();
    /// Nothing for requests of others.
    std::optional<Message> answer(const Message& request);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace knobscope
