// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/worker/channel.h"

#include <memory>
#include <optional>

namespace knobscope {

/// Worker side of NetworkRunner: builds a network, keeps it open, and runs it.
///   {"op": "network open", "network", "shapes": [[name, extents]], "target", "threads", "known": [{"task", "args", "entity",
///   "seconds"}],
///    "transforms": [[shape, from, to, seconds]], "held": [[node, block, block]], "per_layer": bool, "cache": bool,
///    "precision": as precisionToJson(), "inputs": as inputsToJson()} ->
///    {"program": as reportToJson()} or {"message"}
///   {"op": "network identify", "network", "shapes", "precision"} -> {"fingerprint"}; keeps the model for "network open"
///   {"op": "network transforms", "known": [as above], "of_plan": bool} -> {"transforms"}: times of the unknown ones
///   {"op": "network export", "name", "folder"} -> {"name": as an identifier}: see exportProgram
///   {"op": "network check", "reference": bool} -> {"error"} or {"message"}: compared with the interpreter on random inputs. With
///    "reference" the answer's bytes are the interpreter's results, which a later request can send as its bytes to reuse them;
///    none if they exceed kMaxBlobBytes
///   {"op": "network time", "runs"}      -> {"seconds": [of each run], "paces": [before each run]}
///   {"op": "network pairs", "seconds"}  -> {"first": [seconds of slot 0], "second": [of slot 1], "paces"}: timed alternately
///   {"op": "network profile", "runs"}   -> {"seconds": [median of each step]}
///   {"op": "network precision"}         -> {"max_abs", "max_rel", "rms", "agreeing", "rows"}: slot 0 compared with slot 1
///   {"op": "network memory"}            -> {"bytes": growth of the worker since it opened a network, without code}
/// Two networks can be open, in "slot" 0 (the default) and 1. A dynamic tail runs and is timed as the last step; checks and
/// precisions compare what the graph computes, which is what the tail reads: both sides compute the tail by the same definitions.
class NetworkService
{
public:
    NetworkService();
    ~NetworkService();
    /// Returns nullopt for requests to other services.
    std::optional<Message> answer(const Message& request);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace knobscope
