// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonmembers.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// The load of an execution port or unit.
struct PortLoad {
    std::string name;  ///< in LLVM's model: "Zn3FP0"
    double cycles = 0; ///< busy cycles per iteration
};
void visitElements(MaybeConst<PortLoad> auto& port, const auto& visit)
{
    visit(port.name, port.cycles);
}

/// Cost of an instruction by itself.
struct InstructionCost {
    int line = 0;          ///< from 1 in the assembly
    int latency = 0;       ///< cycles until its result can be read
    double busyCycles = 0; ///< of the most used kind of unit, divided by the number of such units (reciprocal throughput)
};
void visitElements(MaybeConst<InstructionCost> auto& cost, const auto& visit)
{
    visit(cost.line, cost.latency, cost.busyCycles);
}

/// LLVM's scheduling model of a CPU (llvm-mca) on a loop, as if its data were in the first-level cache and its branches
/// predicted.
struct LoopEstimate {
    enum class Limit : uint8_t {
        Dispatch, ///< the front end hands over as many micro-operations as it can
        Port,     ///< an execution port is busy in every cycle
        Latency   ///< instructions wait for results
    };
    double cycles = 0;          ///< per iteration; 0: no estimate
    double operations = 0;      ///< micro-operations per iteration
    int64_t instructions = 0;   ///< per iteration
    int64_t dispatchWidth = 0;  ///< micro-operations per cycle
    Limit limit = Limit::Latency;
    std::vector<PortLoad> ports; ///< the busiest first; idle ones are left out
    std::vector<InstructionCost> costs; ///< of each instruction, in order
};
NLOHMANN_JSON_SERIALIZE_ENUM(LoopEstimate::Limit, {{LoopEstimate::Limit::Dispatch, "dispatch"},
                                                   {LoopEstimate::Limit::Port, "port"},
                                                   {LoopEstimate::Limit::Latency, "latency"}})

void visitMembers(MaybeConst<LoopEstimate> auto& estimate, const auto& visit)
{
    visit("cycles", estimate.cycles);
    visit("operations", estimate.operations);
    visit("instructions", estimate.instructions);
    visit("dispatch_width", estimate.dispatchWidth);
    visit("limit", estimate.limit);
    visit("ports", estimate.ports);
    visit("costs", estimate.costs);
}

/// "12.0 cycles per iteration by LLVM's model: Zn3FP0 is busy in each of them"; empty without an estimate.
Sentence estimateSentence(const LoopEstimate& estimate);

} // namespace knobscope
