// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/channel.h"

#include <memory>
#include <optional>

namespace knobscope {

/// The worker's side of a NetworkRunner: builds a network, keeps it, and runs it.
///   {"op": "network open", "network", "shapes": [[name, extents]], "target", "threads", "known": [{"task", "args", "entity",
///   "seconds"}],
///    "transforms": [[shape, from, to, seconds]], "held": [[node, block, block]], "per_layer": bool, "cache": bool} ->
///    {"program": as reportToJson()} or {"message"}
///   {"op": "network identify", "network", "shapes"} -> {"fingerprint"}; what was read is kept for "network open"
///   {"op": "network transforms", "known": [as above], "of_plan": bool} -> {"transforms"}: the times of those that are not known
///   {"op": "network export", "name", "folder"} -> {"name": as an identifier}: see exportProgram
///   {"op": "network check", "reference": bool} -> {"error"} or {"message"}: against the interpreter, on random inputs. With
///    "reference" the answer's bytes are what the interpreter computed, which takes its place as the bytes of a later request
///   {"op": "network time", "runs"}      -> {"seconds": [of each run]}
///   {"op": "network profile", "runs"}   -> {"seconds": [median of each step]}
///   {"op": "network memory"}            -> {"bytes": beyond what the worker had before it opened a network, without code}
/// Two can be open: those with "slot" 0, which is also the one meant without, and 1.
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
