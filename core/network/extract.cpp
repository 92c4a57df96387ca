// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/extract.h"

#include "core/base/numbertext.h"
#include "core/ir/dot.h"
#include "core/ir/integerdivision.h"
#include "core/target/host.h"
#include "core/target/targetdevice.h"
#include "core/task/task.h"

#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>

namespace knobscope {
namespace {

/// AutoTVM's groups of operator strategies.
enum class Family { X86, Arm, Gpu };

/// Returns the strategies for a target and an element type of the weights. For int8 and bfloat16 all CPUs use those of x86.
Result<Family> familyOf(const Target& target, std::string_view type)
{
    // AutoTVM has separate templates with other knobs for these GPUs; none is implemented here.
    for (const char* own : {"mali", "bifrost", "adreno", "intel_graphics"}) {
        if (target.hasKey(own)) {
            return fail(ErrorCode::Unsupported,
                        "there are no templates for '{}' targets; use a plain cuda, rocm, opencl, vulkan or metal one", own);
        }
    }
    const bool isSmall = type == "int8" || type == "int16" || type == "bfloat16";
    if (target.hasKey("arm_cpu") && !isSmall) {
        return Family::Arm;
    }
    if (target.hasKey("gpu")) {
        return Family::Gpu;
    }
    if (target.hasKey("cpu")) {
        return Family::X86;
    }
    return fail(ErrorCode::Unsupported, "there are no templates for target '{}'; use an llvm or a cuda target", target.text);
}

// ---- argument lists ----

nlohmann::json tensor(std::initializer_list<int64_t> shape)
{
    return nlohmann::json::array({"TENSOR", nlohmann::json(std::vector<int64_t>(shape)), "float32"});
}

nlohmann::json plainConvArgs(const ConvWorkload& conv)
{
    const nlohmann::json kernel = conv.depthwise ? tensor({conv.c, conv.k / conv.groups, conv.r, conv.s})
                                                 : tensor({conv.k, conv.c / conv.groups, conv.r, conv.s});
    return nlohmann::json::array(
        {tensor({conv.n, conv.c, conv.h, conv.w}), kernel, conv.stride, conv.pad, conv.dilation, "float32"});
}

nlohmann::json layoutConvArgs(const ConvWorkload& conv)
{
    nlohmann::json args = plainConvArgs(conv);
    args.insert(args.end() - 1, {"NCHW", "NCHW"});
    return args;
}

/// Arguments of AutoTVM's group_conv2d_nchw.
nlohmann::json groupConvArgs(const ConvWorkload& conv)
{
    return nlohmann::json::array({tensor({conv.n, conv.c, conv.h, conv.w}),
                                  tensor({conv.k, conv.c / conv.groups, conv.r, conv.s}), conv.stride, conv.pad, conv.dilation,
                                  conv.groups, "float32"});
}

nlohmann::json denseArgs(const DenseWorkload& dense)
{
    return nlohmann::json::array(
        {tensor({dense.batch, dense.inFeatures}), tensor({dense.outFeatures, dense.inFeatures}), nullptr, "float32"});
}

nlohmann::json batchMatmulArgs(const BatchMatmulWorkload& p)
{
    const nlohmann::json x = p.transposeA ? tensor({p.batch, p.k, p.m}) : tensor({p.batch, p.m, p.k});
    const nlohmann::json y = p.transposeB ? tensor({p.batch, p.n, p.k}) : tensor({p.batch, p.k, p.n});
    return nlohmann::json::array({x, y, {p.batch, p.m, p.n}, "float32", p.transposeA, p.transposeB});
}

/// Element types of a network's layers; weights are "float32", "int8", "int16", "bfloat16" or "float16".
struct LayerTypes {
    std::string weights = "float32";
    std::string data = weights;
};

LayerTypes typesOf(const Network& network, const Target& target)
{
    if (network.variant.ends_with("int8")) {
        return {"int8", multipliesSignedBytes(target) ? "int8" : "uint8"};
    }
    return network.variant.ends_with("bfloat16") ? LayerTypes{"bfloat16"} : LayerTypes();
}

/// The types of a layer that names its own, in a network of another precision; of the network for others.
LayerTypes typesOf(const NetworkWorkload& workload, const LayerTypes& network)
{
    const ir::DataType type = std::visit([](const auto& one) { return one.type; }, workload.shape);
    if (type == ir::uint8) {
        return {"int8", "uint8"};
    }
    return type == ir::int16 || type == ir::bfloat16 ? LayerTypes{type.text()} : network;
}

/// The type of the sums in a list of arguments: their last text.
nlohmann::json& sumType(nlohmann::json& args)
{
    return *std::find_if(args.rbegin(), args.rend(), [](const nlohmann::json& one) { return one.is_string(); });
}

/// Pads the channels of a convolution in an int8 network as AutoTVM does before it makes the task (conv2d_alter_int8_common):
/// inputs to multiples of 4, outputs to multiples of 16. Those of a graph have the channels that they have.
NetworkWorkload withFilledChannels(NetworkWorkload workload, const LayerTypes& types)
{
    auto* conv = std::get_if<ConvWorkload>(&workload.shape);
    if (conv && conv->type == ir::float32 && types.weights == "int8" && conv->op() == "conv2d") {
        conv->c = ir::roundedUp(conv->c, int64_t{4});
        conv->k = ir::roundedUp(conv->k, int64_t{16});
    }
    return workload;
}

/// Replaces the element types.
nlohmann::json withTypes(nlohmann::json args, const LayerTypes& types)
{
    args[0][2] = types.data;
    args[1][2] = types.weights;
    sumType(args) = types.weights.starts_with("int") ? "int32" : "float32";
    return args;
}

// ---- templates for each workload ----

/// Whether it is for a template of groups: several outputs per group, enough for a vector. With two or three, vectors of pixels,
/// as kernels without a template have them, are faster (0.50 instead of 0.88 ms for 32 channels of 112x112 with two outputs
/// each).
bool needsGroups(const ConvWorkload& conv)
{
    constexpr int64_t leastOutputs = 4;
    return conv.groups > 1 && conv.k / conv.groups >= leastOutputs && !(conv.depthwise && hasOneOutputPerChannel(conv));
}

constexpr std::string_view kGroupConv = "group_conv2d";

/// A template, and a kind of layer that it computes.
struct TemplateRule {
    const Template* made;
    const LayerKind* layers;

    const std::string& op() const { return layers->op; }
    const std::string& task() const { return made->name; }
    bool isExtra() const { return made->isExtra; }
    bool isFor(Family family) const
    {
        return made->isGpu ? family == Family::Gpu
                           : family != Family::Gpu && made->cpus != (family == Family::Arm ? Cpus::X86 : Cpus::Arm);
    }
    /// Its own element type; empty: the network's.
    std::string type() const { return layers->types == std::vector<std::string>{"float16"} ? layers->types.front() : ""; }
    bool supportsType(std::string_view type) const
    {
        return this->type().empty() ? std::ranges::find(layers->types, type) != layers->types.end() : type == "float32";
    }
    bool computes(const ConvWorkload& conv) const
    {
        if (op() == kGroupConv) {
            return needsGroups(conv);
        }
        return op() == conv.op() && (conv.depthwise || conv.groups == 1) && (!layers->predicate || layers->predicate(conv));
    }
    bool computes(const DenseWorkload& dense) const { return op() == dense.op() && dense.batch >= layers->leastBatch; }
    bool computes(const BatchMatmulWorkload& p) const
    {
        return op() == p.op() && p.m >= layers->leastBatch && (!layers->isPlain || (!p.transposeA && p.transposeB));
    }
    bool computes(const NetworkWorkload& workload) const
    {
        return std::visit([this](const auto& shape) { return computes(shape); }, workload.shape);
    }
    /// Whether the arguments of its convolutions name layouts.
    bool hasLayouts() const { return !made->isGpu && made->cpus != Cpus::Arm; }
    nlohmann::json argsOf(const ConvWorkload& conv) const
    {
        return op() == kGroupConv ? groupConvArgs(conv) : hasLayouts() ? layoutConvArgs(conv) : plainConvArgs(conv);
    }
    nlohmann::json argsOf(const DenseWorkload& dense) const { return denseArgs(dense); }
    nlohmann::json argsOf(const BatchMatmulWorkload& p) const { return batchMatmulArgs(p); }
    nlohmann::json argsOf(const NetworkWorkload& workload) const
    {
        return std::visit([this](const auto& shape) { return argsOf(shape); }, workload.shape);
    }
    /// Extra ones on GPUs need CUDA and a minimum compute capability, if the target names a card; some on CPUs need AMX.
    bool runsOn(const Target& target) const
    {
        if (made->needsMatrixTiles) {
            return hasMatrixTiles(target);
        }
        if (!isExtra() || !made->isGpu) {
            return true;
        }
        const auto capability = architectureOf(target);
        return target.kind == "cuda"
            && (!layers->from.isKnown() || (capability && (!capability->isKnown() || *capability >= layers->from)));
    }
};

/// AutoTVM's templates in their order, then the extra ones.
const std::vector<TemplateRule>& templateRules()
{
    static const std::vector<TemplateRule> all = [] {
        std::vector<TemplateRule> list;
        for (const Template& one : templates()) {
            for (const LayerKind& layers : one.computes) {
                list.push_back({&one, &layers});
            }
        }
        std::ranges::stable_partition(list, [](const TemplateRule& rule) { return !rule.isExtra(); });
        return list;
    }();
    return all;
}

/// The templates for a layer of these types on a target, AutoTVM's first.
std::vector<const TemplateRule*> rulesFor(const NetworkWorkload& workload, const LayerTypes& types, Family family,
                                          const Target& target)
{
    const NetworkWorkload filled = withFilledChannels(workload, types);
    std::vector<const TemplateRule*> found;
    for (const TemplateRule& rule : templateRules()) {
        if (rule.isFor(family) && rule.supportsType(types.weights) && rule.computes(filled) && rule.runsOn(target)) {
            found.push_back(&rule);
        }
    }
    return found;
}

/// A layer in the type in which kernels compute it best: those of int16 in bytes if the target multiplies these (but for
/// staysInt16()); those of bfloat16 in float32 if the target has no dot products of it, or no template multiplies it.
NetworkWorkload inTypeOf(NetworkWorkload workload, Family family, const Target& target)
{
    std::visit(
        [&](auto& shape) {
            const auto computes = [&](const TemplateRule& rule) {
                return rule.isFor(family) && rule.supportsType(shape.type.text()) && rule.computes(shape);
            };
            if constexpr (std::is_same_v<decltype(shape), ConvWorkload&>) {
                shape = multipliesBytes(target) && !staysInt16(shape, target) ? shape.asBytes() : shape;
            } else if constexpr (std::is_same_v<decltype(shape), DenseWorkload&>) {
                shape = multipliesBytes(target) ? shape.asBytes() : shape;
            }
            if (shape.type == ir::bfloat16 && !(multipliesBfloat16(target) && std::ranges::any_of(templateRules(), computes))) {
                shape.type = ir::float32;
            }
        },
        workload.shape);
    return workload;
}

/// Element type of a task's weights, derived from the data's: int8 for uint8 data. float32 for arguments without data.
std::string weightsOf(const nlohmann::json& args)
{
    const ir::DataType data = ArgumentReader("", args).tensor(0, "data", {2, 3, 4, 5}).type;
    return data == ir::uint8 ? "int8" : data.text();
}

/// Arguments for an extra template that computes the same layer as these valid arguments: unchanged, or with the template's
/// element type in place of float32. nullopt if the template does not support the layer or type.
std::optional<nlohmann::json> argumentsFor(const TemplateRule& rule, const nlohmann::json& args)
{
    const std::string type = weightsOf(args);
    if (rule.layers->predicate) {
        ArgumentReader reader(rule.task(), args);
        const Conv2d conv = readConv2d(reader, rule.op() == "depthwise_conv2d", rule.hasLayouts());
        if (reader.error() || !rule.layers->predicate(conv)) {
            return std::nullopt;
        }
    }
    if (rule.type().empty() ? rule.supportsType(type) : rule.type() == type) {
        return args;
    }
    nlohmann::json own = args;
    if (rule.type().empty() || !rule.supportsType(type) || sumType(own) != type) {
        return std::nullopt;
    }
    own[0][2] = own[1][2] = rule.type(); // keep the type of the sums, which is last
    return own;
}

/// Collects tasks and merges equal ones.
class TaskList
{
public:
    TaskList(std::string network, LayerTypes types)
        : m_network(std::move(network))
        , m_types(std::move(types))
    {
    }

    /// Adds a task and returns its id. The first task of a workload is numbered, AutoTVM's always; an extra task is named after
    /// `sibling` of the same workload.
    std::string add(const TemplateRule& rule, const NetworkWorkload& workload, const std::string& sibling)
    {
        const LayerTypes types = rule.type().empty() ? typesOf(workload, m_types) : LayerTypes{rule.type()};
        nlohmann::json args = withTypes(rule.argsOf(withFilledChannels(workload, types)), types);
        const auto [place, isNew] = m_places.emplace(rule.task() + args.dump(), m_tasks.size());
        if (!isNew) {
            m_tasks[place->second].count += workload.count;
            return m_tasks[place->second].id;
        }
        const char* slash = rule.type().empty() ? "" : "/"; // distinguishes two extra tasks of one template and workload
        std::string id = rule.isExtra() && !sibling.empty() ? fmt::format("{}/{}{}{}", sibling, rule.task(), slash, rule.type())
                                                            : fmt::format("{}:{}", m_network, ++m_numbered);
        m_tasks.push_back({id, std::string(workload.op()), rule.task(), std::move(args), workload.count, workload.plainFlops(),
                           workload.text(), rule.isExtra()});
        return id;
    }

    std::vector<NetworkTask> take() && { return std::move(m_tasks); }

private:
    std::string m_network;
    LayerTypes m_types;
    std::vector<NetworkTask> m_tasks;
    size_t m_numbered = 0;
    std::map<std::string, size_t> m_places; ///< template and arguments -> index in m_tasks
};

/// Lists the extra tasks with the workload of task `number`, for a message.
std::string extraTemplatesOf(const std::vector<NetworkTask>& tasks, const std::string& number)
{
    std::string list;
    for (const NetworkTask& task : tasks) {
        if (task.isExtra && task.id.starts_with(number + "/")) {
            list += (list.empty() ? "" : ", ") + task.id.substr(number.size() + 1);
        }
    }
    return list;
}

Result<NetworkTask> findExtraTask(const Network& network, size_t number, std::string_view name, const Target& target)
{
    auto extracted = TRY(extractTasks(network, target, TaskChoice::WithExtra));
    const std::string sibling = fmt::format("{}:{}", network.id(), number);
    const std::string id = fmt::format("{}/{}", sibling, name);
    if (const auto own = std::ranges::find(extracted.tasks, sibling, &NetworkTask::id);
        own != extracted.tasks.end() && own->task == name) {
        return std::move(*own); // the user named the task's own template
    }
    for (NetworkTask& task : extracted.tasks) {
        if (task.id == id) {
            return std::move(task);
        }
    }
    const std::string offered = extraTemplatesOf(extracted.tasks, sibling);
    return fail(ErrorCode::NotFound, "there is no extra template '{}' for {} on {}; {}", name.substr(0, 80), sibling, target.text,
                offered.empty() ? "`tasks --extra` lists the extra templates" : "available: " + offered);
}

} // namespace

Result<ExtractedTasks> extractTasks(const Network& network, const Target& target, TaskChoice choice)
{
    const LayerTypes types = typesOf(network, target);
    const auto family = TRY(familyOf(target, types.weights));
    std::vector<NetworkWorkload> ordered = network.workloads;
    std::ranges::stable_sort(ordered, {}, [](const NetworkWorkload& workload) { return workload.shape.index(); });

    if (types.weights != "float32" && family != Family::X86) {
        return fail(ErrorCode::Unsupported, "{} is for CPUs; on {} only float32 tasks are available", network.id(), target.text);
    }
    TaskList tasks(network.id(), types);
    ExtractedTasks extracted;
    extracted.skipped = network.skipped;
    const auto typed = [&](const NetworkWorkload& asked) {
        const NetworkWorkload workload = inTypeOf(asked, family, target);
        return std::pair(workload, typesOf(workload, types));
    };
    const auto add = [&](const NetworkWorkload& asked, bool needsAutoTvm) {
        const auto [workload, own] = typed(asked);
        std::string first;
        for (const TemplateRule* rule : rulesFor(workload, own, family, target)) {
            if (rule->isExtra() && (choice == TaskChoice::AutoTvm || (needsAutoTvm && first.empty()))) {
                continue;
            }
            const std::string id = tasks.add(*rule, workload, first);
            first = first.empty() ? id : first;
        }
        return !first.empty();
    };
    std::vector<NetworkWorkload> others; // numbered last, so that extra templates do not change AutoTVM's numbers
    std::ranges::copy_if(ordered, std::back_inserter(others), [&](const NetworkWorkload& one) { return !add(one, true); });
    for (const NetworkWorkload& workload : others) {
        if (!add(workload, false)) {
            const auto [layer, own] = typed(workload);
            const auto extra = rulesFor(layer, own, family, target);
            const std::string named = fmt::format("{} {}", layer.op(), layer.text());
            extra.empty() ? extracted.skipped.push_back(fmt::format("{} has no template for {}", named, target.text))
                          : extracted.onlyExtra.push_back(
                                fmt::format("{} has no template of AutoTVM's for {}; the extra template {} computes it", named,
                                            target.text, extra.front()->task()));
        }
    }
    extracted.tasks = std::move(tasks).take();
    return extracted;
}

Result<NetworkTask> findTask(std::span<const Network> networks, std::string_view id, const Target& target)
{
    const size_t colon = id.rfind(':');
    const size_t slash = colon == std::string_view::npos ? colon : id.find('/', colon);
    const bool isExtra = slash != std::string_view::npos;
    const auto number = colon == std::string_view::npos
                          ? std::nullopt
                          : parseNumber<size_t>(id.substr(colon + 1, isExtra ? slash - colon - 1 : std::string_view::npos));
    if (!number) {
        return fail(ErrorCode::InvalidArgument, "'{}' is not a task; write NETWORK:N, as in 'resnet-18:2'", id.substr(0, 80));
    }
    const auto network = TRY(findNetwork(networks, id.substr(0, colon)));
    auto extracted = TRY(extractTasks(network, target, TaskChoice::WithExtra));
    // Numbered tasks only, in order.
    std::erase_if(extracted.tasks,
                  [&](const NetworkTask& task) { return task.id.find('/', network.id().size()) != std::string::npos; });
    const size_t count = extracted.tasks.size();
    if (*number < 1 || *number > count) {
        return fail(ErrorCode::NotFound, "there is no task {}; {} has {} on {}, numbered from 1", *number, network.id(), count,
                    target.text);
    }
    if (isExtra) {
        return findExtraTask(network, *number, id.substr(slash + 1), target);
    }
    return std::move(extracted.tasks[*number - 1]);
}

std::vector<Task> extraTasksOf(std::string_view name, const nlohmann::json& args, const Target& target)
{
    std::vector<Task> out;
    const auto family = familyOf(target, weightsOf(args));
    const auto found = findTemplate(name);
    if (!family || !found || !makeTask((*found)->name, args, target)) {
        return out;
    }
    const auto own = std::ranges::find_if(templateRules(),
                                          [&](const TemplateRule& rule) { return rule.isFor(*family) && rule.made == *found; });
    if (own == templateRules().end()) {
        return out;
    }
    for (const TemplateRule& rule : templateRules()) {
        if (!rule.isExtra() || !rule.isFor(*family) || rule.op() != own->op() || !rule.runsOn(target)) {
            continue;
        }
        const auto adapted = argumentsFor(rule, args);
        if (!adapted || (rule.made == own->made && *adapted == args)) {
            continue;
        }
        if (auto task = makeTask(rule.task(), *adapted, target)) {
            out.push_back(std::move(*task));
        }
    }
    return out;
}

std::optional<Task> autotvmTaskOf(std::string_view name, const nlohmann::json& args, const Target& target)
{
    const auto family = familyOf(target, weightsOf(args));
    if (!family || !makeTask(std::string(name), args, target)) {
        return std::nullopt;
    }
    for (const TemplateRule& own : templateRules()) {
        if (!own.isExtra() || !own.isFor(*family) || own.task() != name) {
            continue;
        }
        for (const TemplateRule& rule : templateRules()) {
            if (rule.isExtra() || !rule.isFor(*family) || rule.op() != own.op() || !argumentsFor(rule, args)) {
                continue;
            }
            if (auto task = makeTask(rule.task(), args, target)) {
                return std::move(*task);
            }
        }
    }
    return std::nullopt;
}

} // namespace knobscope
