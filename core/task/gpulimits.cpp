// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/gpulimits.h"

#include "core/base/numbertext.h"
#include "core/ir/warpmma.h"
#include "core/target/targetdevice.h"
#include "core/task/figures.h"
#include "core/template/template.h"

#include <algorithm>
#include <array>
#include <set>

namespace knobscope {

namespace {

using Kind = LimitBreach::Kind;

/// A number in a knob's value that is a factor of some figure.
struct KnobFactor {
    std::string knob;
    int position = -1; ///< index in a split, from 0; -1: the whole value
    int64_t value = 1;

    /// "tile_y's third factor"; "num_thread_n"
    Sentence text() const
    {
        if (position < 0) {
            return Sentence(knob);
        }
        const std::array ordinals{phrase("first"),  phrase("second"), phrase("third"),
                                  phrase("fourth"), phrase("fifth"),  phrase("sixth")};
        const auto place = static_cast<size_t>(position);
        return phrase("{}'s {} factor", knob, place < ordinals.size() ? ordinals[place] : phrase("last"));
    }
};

/// The knobs that choose a kernel's threads along each axis. In a split the threads stand before the part of a thread, or last.
std::vector<KnobFactor> threadFactors(const ir::DeviceProgram& program, const std::string& kernelName, const ConfigEntity& entity)
{
    std::vector<KnobFactor> factors;
    const auto kernel = std::ranges::find(program.kernels, kernelName, &ir::DeviceKernel::name);
    for (size_t d = 3; d-- > 0;) {
        const auto id = static_cast<size_t>(kernel->threadProvenance[d]);
        const std::string knob = id > 0 ? program.provenance[id].knob : std::string();
        if (const KnobValue* value = entity.find(knob)) {
            const auto* split = std::get_if<SplitEntity>(value);
            const int position = split ? std::max(1, static_cast<int>(split->sizes.size()) - 2) : -1;
            factors.push_back({knob, position, kernel->block[d]});
        }
    }
    return factors;
}

/// The numbers of a config that enlarge its tiles, and thus the copied data.
std::vector<KnobFactor> sharedFactors(const ConfigEntity& entity)
{
    std::vector<KnobFactor> factors;
    for (const auto& [knob, value] : entity.values) {
        const auto* split = std::get_if<SplitEntity>(&value);
        for (size_t i = 1; split && i < split->sizes.size(); ++i) {
            factors.push_back({knob, static_cast<int>(i), split->sizes[i]});
        }
        static const std::set<std::string> wholes{"step",           "step_k",        "chunk",           "stages",
                                                  "block_f",        "block_p",       "block_row_warps", "block_col_warps",
                                                  "warp_row_tiles", "warp_col_tiles"};
        if (wholes.contains(knob)) {
            factors.push_back({knob, -1, integerValue(entity, knob)});
        }
    }
    return factors;
}

/// Names the two largest factors: "tile_y's or tile_x's third factor", "tile_f's fourth or tile_x's third factor", "num_thread_n
/// or num_thread_c".
Sentence choiceOf(std::vector<KnobFactor> factors)
{
    std::erase_if(factors, [](const KnobFactor& f) { return f.value <= 1; });
    std::stable_sort(factors.begin(), factors.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
    if (factors.empty()) {
        return {};
    }
    if (factors.size() == 1) {
        return factors[0].text();
    }
    if (factors[0].position >= 0 && factors[0].position == factors[1].position) {
        return phrase("{}'s or {}", factors[0].knob, factors[1].text());
    }
    return phrase("{} or {}", factors[0].text(), factors[1].text());
}

Sentence withAdvice(Sentence refusal, const LimitBreach& breach, const ir::DeviceProgram& program, const ConfigEntity& entity)
{
    const bool isThreads = breach.kind == Kind::Threads || breach.kind == Kind::BlockExtent;
    const Sentence choice = choiceOf(isThreads ? threadFactors(program, breach.kernel, entity) : sharedFactors(entity));
    return choice.empty()                  ? refusal
         : breach.kind == Kind::GridExtent ? phrase("{}: raise {}", refusal, choice)
                                           : phrase("{}: lower {}", refusal, choice);
}

Sentence figurePhrase(const LimitBreach& breach)
{
    const std::string figure = groupedNumber(breach.figure);
    switch (breach.kind) {
    case Kind::Threads: return phrase("{} threads per block", figure);
    case Kind::BlockExtent: return phrase("{} threads of a block along {}", figure, breach.axis);
    case Kind::GridExtent: return phrase("{} blocks along {}", figure, breach.axis);
    case Kind::Shared: return phrase("{} bytes of shared memory per block", figure);
    case Kind::Local: return phrase("{} bytes of local memory per thread", figure);
    }
    return Sentence(figure);
}

} // namespace

Result<void> checkProducts(const ir::DeviceProgram& program, const ComputeCapability& capability, const std::string& device)
{
    for (const ir::DeviceKernel& kernel : program.kernels) {
        for (const ir::MmaKind kind : ir::mmaKinds(kernel.body)) {
            const int needed = ir::mmaInstruction(kind).capability;
            if (capability.isKnown() && capability.major * 10 + capability.minor < needed) {
                const bool isHalf = kind == ir::MmaKind::F16;
                return fail(ErrorCode::Unsupported,
                            "Kernel {} multiplies {} on tensor cores, which need sm_{} or newer ({}), but {} is {}: {}, or tune "
                            "the operator's template without tensor cores",
                            kernel.name, isHalf ? "float16" : "TF32", needed, isHalf ? "Turing" : "Ampere", device,
                            capability.arch(),
                            isHalf ? "name a newer card with -arch or -model"
                                   : "use float16 arguments on Turing, name a newer card with -arch or -model");
            }
        }
    }
    return {};
}

Result<void> checkProgramLimits(const ir::DeviceProgram& program, const ConfigEntity& entity, const DeviceDescription& device)
{
    TRY(checkProducts(program, device.capability, device.name));
    const auto breaches = checkLimits(program, device);
    if (breaches.empty()) {
        return {};
    }
    const LimitBreach& first = breaches.front();
    Sentence refusal = phrase("{}; {} allows {}", figurePhrase(first), device.limitsOf(), groupedNumber(first.allowed));
    return tl::make_unexpected(Error(ErrorCode::LimitExceeded, withAdvice(std::move(refusal), first, program, entity)));
}

Sentence violatedLimit(const Task& task, const ConfigEntity& entity)
{
    const auto program = lowerDeviceConfig(task, entity);
    const auto allowed = program ? checkProgramLimits(*program, entity, deviceOf(task.target)) : Result<void>();
    return allowed ? Sentence() : Sentence(allowed.error());
}

} // namespace knobscope
