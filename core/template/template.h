// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/op/rounding.h"
#include "core/target/description.h"
#include "core/template/context.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <optional>

namespace knobscope {

/// The definition of an operator, independent of how a template computes it.
struct OperatorDefinition {
    std::vector<ir::Tensor> inputs; ///< same shapes and order as the kernel's inputs
    ir::Tensor output;
};

/// A template applied to arguments and a config.
struct TemplateInstance {
    std::optional<Schedule> schedule; ///< nullopt if the template only declares a space
    double autotvmFlops = 0;          ///< as AutoTVM counts them
    double plainFlops = 0;            ///< 2 * multiply-accumulates
    std::optional<OperatorDefinition> definition; ///< reference for checking results; nullopt: the schedule's own tensors
};

/// Layers of networks for which a template's task is listed, in AutoTVM's case as by its operator strategies.
struct LayerKind {
    /// "conv2d", "depthwise_conv2d", "dense" or "batch_matmul"; "group_conv2d": in groups, also of one channel if each has
    /// several outputs. "conv2d_nhwc" does not occur in the networks here and is requested by its arguments only.
    std::string op;
    /// Element types of the layer: "float32", "int8", "bfloat16"; "float16" alone: computed in that instead of float32.
    std::vector<std::string> types{"float32"};
    bool (*predicate)(const Conv2d&) = nullptr; ///< condition on the convolution; null: all
    ComputeCapability from = {}; ///< first CUDA compute capability that supports it; unknown: all
    int64_t leastBatch = 1; ///< rows of a matrix product's first factor
    bool isPlain = false; ///< of batched products only (m, k) by (n, k), the form of TVM's first templates
};

/// CPUs whose networks a template is for. In int8 and bfloat16 all CPUs use those of x86.
enum class Cpus : uint8_t { X86, Arm, All };

/// A parameterised schedule: one function that declares knobs while it runs, and schedules with the chosen values.
struct Template {
    std::string name; ///< "conv2d_NCHWc.x86"
    std::string summary; ///< one sentence for users
    std::vector<std::string> aliases; ///< names of the same space in other TVM versions
    bool isGpu = false; ///< its schedules bind blocks and threads of a GPU
    std::function<Result<TemplateInstance>(TemplateContext& cfg, const nlohmann::json& args)> run;
    /// The config used without tuning; empty if AutoTVM searches for a similar record.
    std::function<ConfigEntity(const ConfigSpace& space, const TargetTraits& target)> fallback;
    bool isExtra = false; ///< not AutoTVM's: its tasks are listed on request, next to AutoTVM's
    std::vector<LayerKind> computes; ///< tasks of one layer are in the order of the templates, AutoTVM's before extra ones
    Cpus cpus = Cpus::X86;
    /// The best known config without tuning, for this image and number of threads (untunedConfig).
    std::optional<ConfigEntity> (*untuned)(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                           int threads) = nullptr;
    /// Error bounds of its results; null: only those of reordered sums.
    std::optional<Rounding> (*rounding)(const ConfigEntity& entity, const nlohmann::json& args) = nullptr;
    /// Minimum share of its operator's multiplications that any config executes, if its algorithm saves some. null: all.
    double (*productShare)(const nlohmann::json& args) = nullptr;
    size_t untunedRank = 3; ///< without tuning, the template of a workload with the lowest rank is used
    int64_t leastUntunedRows = 0; ///< minimum rows of the output for `untunedRank`
    bool needsMatrixTiles = false; ///< for CPUs with AMX: its tasks are not listed for others
};

/// Calls `run` with the arguments parsed by `read` (ArgumentReader); parse errors are reported in the template's name.
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

/// The instance of a template with a complete schedule, or the first error.
Result<TemplateInstance> instance(TemplateContext& cfg, Schedule s, double autotvmFlops, double plainFlops,
                                  std::optional<OperatorDefinition> definition = {});

/// All templates, in the order of the registry, without that of schedules by hand (user_schedule.h).
const std::vector<Template>& templates();
/// Finds a template by name or alias, or that of schedules by hand for "user/NAME"; the error for an unknown name lists the
/// nearest ones.
Result<const Template*> findTemplate(std::string_view name);

/// AutoTVM's fallback_split: from the innermost position outwards, the largest divisor of the remainder that does not exceed the
/// limit (-1: no limit). 128 into 3 with {-1, 8, 4} is {4, 8, 4}, written {-1, 8, 4}.
std::vector<int64_t> fallbackSplit(int64_t extent, const std::vector<int64_t>& limits);
/// The extent that a split knob splits.
int64_t extentOf(const ConfigSpace& space, std::string_view knob);
/// A config with these values and the first candidate of every other knob. Sets the index if it is in the space.
ConfigEntity configWith(const ConfigSpace& space, const std::vector<std::pair<std::string, KnobValue>>& values);

/// The value of an integer knob; 1 if it has none.
int64_t integerValue(const ConfigEntity& entity, const std::string& knob);

/// The first candidate of every knob: the fallback of templates without their own.
ConfigEntity firstCandidates(const ConfigSpace& space, const TargetTraits& target);

} // namespace knobscope
