// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/description.h"
#include "core/op/conv2d.h"
#include "core/op/rounding.h"
#include "core/template/context.h"
#include "core/template/launch.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <optional>

namespace knobscope {

/// What an operator is, whatever way a template has of computing it.
struct OperatorDefinition {
    std::vector<ir::Tensor> inputs; ///< of the shapes and in the order of the kernel's
    ir::Tensor output;
};

/// What a template makes of arguments and a config.
struct TemplateInstance {
    std::optional<Schedule> schedule; ///< none where a template only declares a space
    double autotvmFlops = 0;          ///< as AutoTVM counts them
    double plainFlops = 0;            ///< 2 * multiply-accumulates
    std::optional<OperatorDefinition> definition; ///< what answers are held against; none: the schedule's own tensors
};

/// Of a template that AutoTVM does not have: layers of networks for which its task stands beside AutoTVM's.
struct Alternative {
    /// "conv2d", "depthwise_conv2d" or "dense"; a convolution in groups is none. "batch_matmul" and "conv2d_nhwc", which no
    /// network here has, are asked for by their arguments alone.
    std::string op;
    std::vector<std::string> types; ///< of the layer's elements: "float32", "int8", "bfloat16"; "float16" instead of float32
    bool (*suits)(const Conv2d&) = nullptr; ///< null: all
    ComputeCapability from = {}; ///< the first CUDA device that has what it takes; not known: no matter
};

/// A parameterised schedule: one function that declares knobs while it runs, and schedules with the chosen values.
struct Template {
    std::string name; ///< "conv2d_NCHWc.x86"
    std::string summary; ///< one sentence for people
    std::vector<std::string> aliases; ///< names of the same space in other TVM versions
    bool isGpu = false; ///< its schedules bind blocks and threads of a GPU
    std::function<Result<TemplateInstance>(TemplateContext& cfg, const nlohmann::json& args)> run;
    /// The config used without tuning; none where AutoTVM looks for a similar record.
    std::function<ConfigEntity(const ConfigSpace& space, const TargetTraits& target)> fallback;
    bool isExtra = false; ///< not AutoTVM's: its tasks are listed on request, side by side with AutoTVM's
    /// Of a GPU: the launch that a config's knobs mean, and what it keeps in shared memory; none where the knobs do not say.
    std::function<KnobLaunch(const ConfigQuestion& question)> launch;
    std::function<std::optional<KnobShared>(const ConfigQuestion& question)> shared;
    std::vector<Alternative> alternatives;
    /// What runs best without tuning, as far as the template knows the image and the threads that share it (untunedConfig).
    std::optional<ConfigEntity> (*untuned)(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                           int threads) = nullptr;
    /// null: no more than the order of sums does
    std::optional<Rounding> (*rounding)(const ConfigEntity& entity, const nlohmann::json& args) = nullptr;
    /// Of its operator's multiplications the least share that any config carries out, where its algorithm saves some. null: all.
    double (*productShare)(const nlohmann::json& args) = nullptr;
    size_t untunedRank = 3; ///< of a workload's templates the one with the least is taken where nothing was tuned …
    int64_t leastUntunedRows = 0; ///< … but not for images of fewer rows
};

/// A template's `run` on what `read` makes of its arguments (ArgumentReader); refuses what that refuses, in the template's name.
template<class Read, class Run>
auto runWith(std::string name, Read read, Run run)
{
    return [name = std::move(name), read, run](TemplateContext& cfg, const nlohmann::json& args) -> Result<TemplateInstance> {
        ArgumentReader reader(name, args);
        const auto arguments = read(reader);
        TRY(reader.check());
        return run(cfg, arguments);
    };
}

/// The instance of a template whose schedule is complete, or what went wrong on the way.
Result<TemplateInstance> instance(TemplateContext& cfg, Schedule s, double autotvmFlops, double plainFlops,
                                  std::optional<OperatorDefinition> definition = {});

/// All templates, in the order of the registry.
const std::vector<Template>& templates();
/// By name or alias; an unknown name is answered with the nearest ones.
Result<const Template*> findTemplate(std::string_view name);

/// AutoTVM's fallback_split: from the innermost position outwards, the largest divisor of what remains that is not above the
/// limit (-1: no limit). 128 into 3 with {-1, 8, 4} is {4, 8, 4}, written {-1, 8, 4}.
std::vector<int64_t> fallbackSplit(int64_t extent, const std::vector<int64_t>& limits);
/// What a split knob splits.
int64_t extentOf(const ConfigSpace& space, std::string_view knob);
/// A config that takes these values and the first candidate of every other knob. The index is set when it is in the space.
ConfigEntity configWith(const ConfigSpace& space, const std::vector<std::pair<std::string, KnobValue>>& values);

/// The first candidate of every knob: what a template that sets nothing itself falls back to.
ConfigEntity firstCandidates(const ConfigSpace& space, const TargetTraits& target);

} // namespace knobscope
