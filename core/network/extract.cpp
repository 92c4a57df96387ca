// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/extract.h"

#include "core/task/targetdevice.h"
#include "core/template/template.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>

namespace knobscope {
namespace {

/// Which of AutoTVM's operator strategies a target gets.
enum class Family { X86, Arm, Gpu };

Result<Family> familyOf(const Target& target)
{
    // These GPUs have templates of their own in AutoTVM, with other knobs; none of them is here.
    for (const char* own : {"mali", "bifrost", "adreno", "intel_graphics"}) {
        if (target.hasKey(own))
            return fail(ErrorCode::Unsupported,
                        "there are no templates for '{}' targets; use a plain cuda, rocm, opencl, vulkan or metal one", own);
    }
    if (target.hasKey("arm_cpu"))
        return Family::Arm;
    if (target.hasKey("gpu"))
        return Family::Gpu;
    if (target.hasKey("cpu"))
        return Family::X86;
    return fail(ErrorCode::Unsupported, "there are no templates for target '{}'; use an llvm or a cuda target", target.text);
}

// ---- argument lists ----

nlohmann::json tensor(std::initializer_list<int64_t> shape)
{
    return nlohmann::json::array({"TENSOR", nlohmann::json(std::vector<int64_t>(shape)), "float32"});
}

nlohmann::json plainConvArgs(const NetworkWorkload& workload)
{
    const auto& conv = std::get<ConvWorkload>(workload.shape);
    const int64_t multiplier = conv.outChannels / conv.groups;
    const nlohmann::json kernel =
        conv.depthwise ? tensor({conv.inChannels, multiplier, conv.kernelHeight, conv.kernelWidth})
                       : tensor({conv.outChannels, conv.inChannels / conv.groups, conv.kernelHeight, conv.kernelWidth});
    const nlohmann::json padding = {conv.padding[0], conv.padding[1], conv.padding[0], conv.padding[1]};
    return nlohmann::json::array(
        {tensor({conv.batch, conv.inChannels, conv.height, conv.width}), kernel, conv.stride, padding, conv.dilation, "float32"});
}

nlohmann::json layoutConvArgs(const NetworkWorkload& workload)
{
    nlohmann::json args = plainConvArgs(workload);
    args.insert(args.end() - 1, {"NCHW", "NCHW"});
    return args;
}

nlohmann::json denseArgs(const NetworkWorkload& workload)
{
    const auto& dense = std::get<DenseWorkload>(workload.shape);
    return nlohmann::json::array(
        {tensor({dense.batch, dense.inFeatures}), tensor({dense.outFeatures, dense.inFeatures}), nullptr, "float32"});
}

/// The element type that a network's layers are computed in: "float32", "int8" or "bfloat16".
std::string typeOf(const Network& network)
{
    for (const char* type : {"int8", "bfloat16"}) {
        if (network.variant.ends_with(type))
            return type;
    }
    return "float32";
}

/// The same in other types. A convolution's channels are filled up as AutoTVM does before it makes a task of one on bytes
/// (conv2d_alter_int8_common): to whole words of four inputs, and to whole vectors of 16 outputs.
nlohmann::json withType(nlohmann::json args, std::string_view type, std::string_view op)
{
    if (type == "float32")
        return args;
    args[0][2] = type == "int8" ? "uint8" : type;
    args[1][2] = type;
    args.back() = type == "int8" ? "int32" : "float32"; // what sums are kept in
    if (type == "int8" && op == "conv2d") {
        const auto fillUp = [](nlohmann::json& channels, int64_t multiple) {
            channels = (channels.get<int64_t>() + multiple - 1) / multiple * multiple;
        };
        fillUp(args[0][1][1], 4);
        fillUp(args[1][1][1], 4);
        fillUp(args[1][1][0], 16);
    }
    return args;
}

// ---- which template suits which workload ----

const std::vector<std::string> kAllTypes{"float32", "int8", "bfloat16"};

/// As templates know it.
Conv2d convolutionOf(const NetworkWorkload& workload)
{
    const auto& conv = std::get<ConvWorkload>(workload.shape);
    Conv2d out;
    out.n = conv.batch;
    out.c = conv.inChannels;
    out.h = conv.height;
    out.w = conv.width;
    out.k = conv.outChannels;
    out.r = conv.kernelHeight;
    out.s = conv.kernelWidth;
    out.stride = conv.stride;
    out.pad = {conv.padding[0], conv.padding[1], conv.padding[0], conv.padding[1]};
    out.dilation = conv.dilation;
    out.depthwise = conv.depthwise;
    return out;
}

bool always(const NetworkWorkload&)
{
    return true;
}

bool isUngrouped(const NetworkWorkload& workload)
{
    return std::get<ConvWorkload>(workload.shape).groups == 1;
}

bool hasOneOutputAChannel(const NetworkWorkload& workload)
{
    const auto& conv = std::get<ConvWorkload>(workload.shape);
    return conv.outChannels == conv.inChannels;
}

bool isWinogradEligible(const NetworkWorkload& workload)
{
    const auto& conv = std::get<ConvWorkload>(workload.shape);
    constexpr std::array<int64_t, 2> kOnes{1, 1};
    return conv.groups == 1 && conv.kernelHeight == conv.kernelWidth && conv.kernelWidth > 2 && conv.kernelWidth < 8
        && conv.stride == kOnes && conv.dilation == kOnes;
}

bool isLargeBatch(const NetworkWorkload& workload)
{
    return std::get<DenseWorkload>(workload.shape).batch >= 32;
}

/// A template that a family offers for an operator.
struct Offer {
    Family family;
    std::string_view op, task;
    std::function<bool(const NetworkWorkload&)> suits;
    nlohmann::json (*args)(const NetworkWorkload&);
    std::vector<std::string> types{"float32"}; ///< of networks, that it is offered for
    std::string type;                          ///< that it computes in; empty: the network's
    bool isExtra = false;                      ///< AutoTVM does not have it
    ComputeCapability from = {};               ///< of an extra one on GPUs: the first that has what it takes
};

/// AutoTVM's operator strategies, in the order in which one workload's tasks are listed.
std::vector<Offer> strategies()
{
    return {
        {Family::X86, "conv2d", "conv2d_NCHWc.x86", isUngrouped, layoutConvArgs, {"float32", "bfloat16"}},
        {Family::X86, "conv2d", "conv2d_NCHWc_int8.x86", isUngrouped, layoutConvArgs, {"int8"}},
        {Family::X86, "depthwise_conv2d", "depthwise_conv2d_NCHWc.x86", hasOneOutputAChannel, layoutConvArgs, kAllTypes},
        {Family::X86, "dense", "dense_nopack.x86", always, denseArgs, kAllTypes},
        {Family::X86, "dense", "dense_pack.x86", always, denseArgs, kAllTypes},
        {Family::Arm, "conv2d", "conv2d_nchw_spatial_pack.arm_cpu", isUngrouped, plainConvArgs},
        {Family::Arm, "dense", "dense_nopack.x86", always, denseArgs}, // AutoTVM's CPU strategy serves ARM too
        {Family::Arm, "dense", "dense_pack.x86", always, denseArgs},
        {Family::Gpu, "conv2d", "conv2d_nchw.cuda", isUngrouped, plainConvArgs},
        {Family::Gpu, "conv2d", "conv2d_nchw_winograd.cuda", isWinogradEligible, plainConvArgs},
        {Family::Gpu, "depthwise_conv2d", "depthwise_conv2d_nchw.cuda", always, plainConvArgs},
        {Family::Gpu, "dense", "dense_small_batch.gpu", always, denseArgs},
        {Family::Gpu, "dense", "dense_large_batch.gpu", isLargeBatch, denseArgs},
    };
}

/// A layer that an extra template says it is for.
Offer offerOf(const Template& extra, const Alternative& one)
{
    const bool isDense = one.op == "dense";
    const auto suits = [own = one.suits, isDense](const NetworkWorkload& workload) {
        return isDense || ((workload.op() != "conv2d" || isUngrouped(workload)) && (!own || own(convolutionOf(workload))));
    };
    const bool isHalf = one.types == std::vector<std::string>{"float16"}; // in place of a network's float32
    return {extra.isGpu ? Family::Gpu : Family::X86,
            one.op,
            extra.name,
            suits,
            isDense       ? denseArgs
            : extra.isGpu ? plainConvArgs
                          : layoutConvArgs,
            isHalf ? std::vector<std::string>{"float32"} : one.types,
            isHalf ? "float16" : "",
            true,
            one.from};
}

const std::vector<Offer>& offers()
{
    static const std::vector<Offer> all = [] {
        std::vector<Offer> list = strategies();
        for (const Template& one : templates()) {
            for (const Alternative& layers : one.alternatives)
                list.push_back(offerOf(one, layers));
        }
        return list;
    }();
    return all;
}

bool isOffered(const Offer& offer, std::string_view type)
{
    return std::ranges::find(offer.types, type) != offer.types.end();
}

/// An extra template on a GPU needs CUDA, and a card that has what it takes; a target that names no card is listed for all.
bool runsOn(const Offer& offer, const Target& target)
{
    if (!offer.isExtra || offer.family != Family::Gpu)
        return true;
    const auto capability = architectureOf(target);
    return target.kind == "cuda"
        && (!offer.from.isKnown() || (capability && (!capability->isKnown() || *capability >= offer.from)));
}

nlohmann::json argumentsOf(const Offer& offer, const NetworkWorkload& workload, const std::string& type)
{
    return withType(offer.args(workload), offer.type.empty() ? type : offer.type, offer.op);
}

/// The layer whose task this is, when AutoTVM's arguments for it are exactly these.
std::optional<NetworkWorkload> workloadOf(const Offer& offer, const nlohmann::json& args, const std::string& type)
{
    NetworkWorkload out;
    try {
        const auto first = args.at(0).at(1).get<std::vector<int64_t>>();
        const auto second = args.at(1).at(1).get<std::vector<int64_t>>();
        if (offer.op == "dense") {
            out.shape = DenseWorkload{first.at(0), first.at(1), second.at(0)};
        } else {
            ConvWorkload conv;
            conv.batch = first.at(0);
            conv.inChannels = first.at(1);
            conv.height = first.at(2);
            conv.width = first.at(3);
            conv.depthwise = offer.op == "depthwise_conv2d";
            conv.outChannels = conv.depthwise ? second.at(0) * second.at(1) : second.at(0);
            conv.groups = conv.depthwise ? conv.inChannels : 1;
            conv.kernelHeight = second.at(2);
            conv.kernelWidth = second.at(3);
            conv.stride = args.at(2).get<std::array<int64_t, 2>>();
            const auto padding = args.at(3).get<std::array<int64_t, 4>>();
            conv.padding = {padding[0], padding[1]};
            conv.dilation = args.at(4).get<std::array<int64_t, 2>>();
            out.shape = conv;
        }
        return argumentsOf(offer, out, type) == args ? std::optional(out) : std::nullopt;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt; // no arguments of this template
    } catch (const std::out_of_range&) {
        return std::nullopt;
    }
}

/// Gathers tasks, each once.
class TaskList
{
public:
    TaskList(std::string network, std::string type)
        : m_network(std::move(network))
        , m_type(std::move(type))
    {
    }

    /// AutoTVM's tasks are numbered; `sibling` is the one whose workload an extra task shares. Returns the task's id.
    std::string add(const Offer& offer, const NetworkWorkload& workload, const std::string& sibling)
    {
        nlohmann::json args = argumentsOf(offer, workload, m_type);
        const auto [place, isNew] = m_places.emplace(std::string(offer.task) + args.dump(), m_tasks.size());
        if (!isNew) {
            m_tasks[place->second].count += workload.count;
            return m_tasks[place->second].id;
        }
        const char* slash = offer.type.empty() ? "" : "/"; // tells two extra tasks of one template and workload apart
        std::string id = offer.isExtra ? fmt::format("{}/{}{}{}", sibling, offer.task, slash, offer.type)
                                       : fmt::format("{}:{}", m_network, ++m_numbered);
        m_tasks.push_back({id, std::string(workload.op()), std::string(offer.task), std::move(args), workload.count,
                           workload.plainFlops(), workload.text(), offer.isExtra});
        return id;
    }

    std::vector<NetworkTask> take() && { return std::move(m_tasks); }

private:
    std::string m_network;
    std::string m_type;
    std::vector<NetworkTask> m_tasks;
    size_t m_numbered = 0;
    std::map<std::string, size_t> m_places; ///< template and arguments -> position in m_tasks
};

std::optional<size_t> positiveNumber(std::string_view text)
{
    size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

/// The extra tasks that share the workload of task `number`, as a list for people.
std::string extraTemplatesOf(const std::vector<NetworkTask>& tasks, const std::string& number)
{
    std::string list;
    for (const NetworkTask& task : tasks) {
        if (task.isExtra && task.id.starts_with(number + "/"))
            list += (list.empty() ? "" : ", ") + task.id.substr(number.size() + 1);
    }
    return list;
}

Result<NetworkTask> findExtraTask(const Network& network, size_t number, std::string_view name, const Target& target)
{
    auto extracted = extractTasks(network, target, TaskChoice::WithExtra);
    if (!extracted)
        return fail(extracted);
    const std::string sibling = fmt::format("{}:{}", network.id(), number);
    const std::string id = fmt::format("{}/{}", sibling, name);
    for (NetworkTask& task : extracted->tasks) {
        if (task.id == id)
            return std::move(task);
    }
    const std::string offered = extraTemplatesOf(extracted->tasks, sibling);
    return fail(ErrorCode::NotFound, "there is no extra template '{}' for {} on {}; {}", name.substr(0, 80), sibling, target.text,
                offered.empty() ? "`tasks --extra` lists where there are" : "there is " + offered);
}

} // namespace

Result<ExtractedTasks> extractTasks(const Network& network, const Target& target, TaskChoice choice)
{
    const auto family = familyOf(target);
    if (!family)
        return fail(family);
    std::vector<NetworkWorkload> ordered = network.workloads;
    std::stable_partition(ordered.begin(), ordered.end(),
                          [](const NetworkWorkload& workload) { return workload.op() != "dense"; });

    const std::string type = typeOf(network);
    if (type != "float32" && *family != Family::X86)
        return fail(ErrorCode::Unsupported, "{} is for x86 CPUs; on {} there are tasks in float32 alone", network.id(),
                    target.text);
    TaskList tasks(network.id(), type);
    ExtractedTasks extracted;
    for (const NetworkWorkload& workload : ordered) {
        std::string first;
        for (const Offer& offer : offers()) {
            if (offer.family != *family || offer.op != workload.op() || !isOffered(offer, type) || !offer.suits(workload))
                continue;
            if (offer.isExtra && (choice == TaskChoice::AutoTvm || first.empty() || !runsOn(offer, target)))
                continue;
            const std::string id = tasks.add(offer, workload, first);
            first = first.empty() ? id : first;
        }
        if (first.empty())
            extracted.skipped.push_back(fmt::format("{} {} has no template for {}", workload.op(), workload.text(), target.text));
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
                          : positiveNumber(id.substr(colon + 1, isExtra ? slash - colon - 1 : std::string_view::npos));
    if (!number)
        return fail(ErrorCode::InvalidArgument, "'{}' names no task; write NETWORK:N, as in 'resnet-18:2'", id.substr(0, 80));
    const auto network = findNetwork(networks, id.substr(0, colon));
    if (!network)
        return fail(network);
    auto extracted = extractTasks(*network, target);
    if (!extracted)
        return fail(extracted);
    const size_t count = extracted->tasks.size();
    if (*number < 1 || *number > count)
        return fail(ErrorCode::NotFound, "there is no task {}; {} has {} on {}, numbered from 1", *number, network->id(), count,
                    target.text);
    if (isExtra)
        return findExtraTask(*network, *number, id.substr(slash + 1), target);
    return std::move(extracted->tasks[*number - 1]);
}

std::vector<NetworkTask> extraTasksOf(std::string_view task, const nlohmann::json& args, const Target& target)
{
    const auto family = familyOf(target);
    std::vector<NetworkTask> out;
    for (const Offer& own : offers()) {
        if (!family || own.family != *family || own.task != task)
            continue;
        std::string type;
        std::optional<NetworkWorkload> workload;
        for (const std::string& tried : own.types) {
            if (!workload) {
                type = tried;
                workload = workloadOf(own, args, tried);
            }
        }
        if (!workload)
            continue;
        for (const Offer& offer : offers()) {
            if (offer.family != *family || offer.op != own.op || !offer.isExtra || !runsOn(offer, target)
                || !isOffered(offer, type) || !offer.suits(*workload) || (offer.task == own.task && offer.type == own.type))
                continue;
            nlohmann::json extraArgs = argumentsOf(offer, *workload, type);
            nlohmann::json whole = extraArgs;
            whole.insert(whole.begin(), offer.task);
            out.push_back({whole.dump(), std::string(workload->op()), std::string(offer.task), std::move(extraArgs), 1,
                           workload->plainFlops(), workload->text(), true});
        }
        return out;
    }
    return out;
}

} // namespace knobscope
