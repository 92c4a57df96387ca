// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/upgrade.h"

#include "core/target/target.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

namespace knobscope {
namespace {

using nlohmann::json;

constexpr const char* kLastV01Version = "0.6.1";

/// A convolution's arguments, from any of the 0.1 forms.
struct ConvArguments {
    json data, kernel, stride, padding, dilation;
    std::string layout, dtype;
};

bool isTensor(const json& value)
{
    return value.is_array() && value.size() == 3 && value[0] == "TENSOR";
}

bool isPair(const json& value)
{
    return value.is_array() && value.size() == 2 && value[0].is_number_integer() && value[1].is_number_integer();
}

/// The 0.1 forms are: two tensors; up to v0.4 on x86 a filter count and the kernel size; stride, padding and (from v0.5)
/// dilation; layouts; element type.
Result<ConvArguments> convArguments(const json& args)
{
    const auto unknown = [] {
        return fail(ErrorCode::Unsupported, "the convolution's arguments have a form that format 0.1 does not use");
    };
    if (args.size() < 2 || !isTensor(args[0]) || !isTensor(args[1])) {
        return unknown();
    }
    size_t at = 2;
    if (at + 1 < args.size() && args[at].is_number_integer() && isPair(args[at + 1])) {
        at += 2;
    }
    std::vector<json> pairs;
    for (; at < args.size() && isPair(args[at]); ++at) {
        pairs.push_back(args[at]);
    }
    std::vector<std::string> texts;
    for (; at < args.size() && args[at].is_string(); ++at) {
        texts.push_back(args[at].get<std::string>());
    }
    if (at != args.size() || pairs.size() < 2 || pairs.size() > 3 || texts.empty() || texts.size() > 3) {
        return unknown();
    }
    const json dilation = pairs.size() == 3 ? pairs[2] : json({1, 1});
    return ConvArguments{args[0], args[1], pairs[0], pairs[1], dilation, texts.size() > 1 ? texts[0] : "NCHW", texts.back()};
}

template<bool WithLayouts>
Result<json> convForm(const json& args)
{
    const auto conv = TRY(convArguments(args));
    if (conv.layout != "NCHW") {
        return fail(ErrorCode::Unsupported, "the convolution has layout {}; only NCHW ones can be converted", conv.layout);
    }
    const json padding = {conv.padding[0], conv.padding[1], conv.padding[0], conv.padding[1]};
    json result = json::array({conv.data, conv.kernel, conv.stride, padding, conv.dilation});
    if (WithLayouts) {
        result.push_back(conv.layout);
        result.push_back(conv.layout);
    }
    result.push_back(conv.dtype);
    return result;
}

constexpr auto kPlainConv = convForm<false>;
constexpr auto kLayoutConv = convForm<true>;

Result<json> unchanged(const json& args)
{
    return args;
}

// Successors for an operator name and template key that became several templates, which their knobs distinguish.

size_t partsOf(const ConfigEntity& entity, std::string_view knob)
{
    const KnobValue* value = entity.find(knob);
    const auto* split = value ? std::get_if<SplitEntity>(value) : nullptr;
    return split ? split->sizes.size() : 0;
}

constexpr std::string_view kAnyTemplate = "*";

struct Successor {
    std::string_view oldTask, targetKey, templateKey; ///< kAnyTemplate if the knobs decide
    std::string_view task;
    Result<json> (*args)(const json&);
    std::string_view knob = {}; ///< name of a split knob that identifies it; empty: any knobs
    size_t parts = 0;           ///< number of parts of that split; 0: any
};

constexpr Successor kSuccessors[] = {
    {"topi_x86_conv2d_NCHWc", "cpu", kAnyTemplate, "conv2d_NCHWc.x86", kLayoutConv},
    {"topi_x86_depthwise_conv2d_NCHWc", "cpu", kAnyTemplate, "depthwise_conv2d_NCHWc.x86", kLayoutConv},
    {"topi_nn_conv2d", "arm_cpu", "direct", "conv2d_nchw_spatial_pack.arm_cpu", kPlainConv},
    {"topi_nn_conv2d", "arm_cpu", "winograd", "conv2d_nchw_winograd.arm_cpu", kPlainConv},
    {"topi_nn_conv2d", "arm_cpu", "winograd_nnpack_fp32", "conv2d_nchw_winograd_nnpack.arm_cpu", kPlainConv},
    {"topi_nn_conv2d", "mali", "direct", "conv2d_nchw_spatial_pack.mali", kPlainConv},
    {"topi_nn_conv2d", "mali", "winograd", "conv2d_nchw_winograd.mali", kPlainConv},
    {"topi_nn_conv2d", "gpu", "direct", "conv2d_nchw.cuda", kPlainConv},
    {"topi_nn_conv2d", "gpu", "winograd", "conv2d_nchw_winograd.cuda", kPlainConv},
    {"topi_nn_depthwise_conv2d_nchw", "arm_cpu", "direct", "depthwise_conv2d_nchw.arm_cpu", kPlainConv},
    {"topi_nn_depthwise_conv2d_nchw", "gpu", "direct", "depthwise_conv2d_nchw.cuda", kPlainConv},
    {"topi_nn_dense", "gpu", "direct", "dense_large_batch.gpu", unchanged, "tile_x"},
    {"topi_nn_dense", "gpu", "direct", "dense_small_batch.gpu", unchanged, "tile_k"}, // without tile_x
    {"topi_nn_dense", "cpu", kAnyTemplate, "dense_nopack.x86", unchanged, "tile_x", 2},
    {"topi_nn_dense", "cpu", kAnyTemplate, "dense_pack.x86", unchanged, "tile_x", 3},
    {"topi_nn_batch_matmul", "gpu", "direct", "batch_matmul.cuda", unchanged},
    {"topi_nn_batch_matmul", "cpu", "direct", "batch_matmul.x86", unchanged},
};

const Successor* successorOf(const TuningRecord& record, const Target& target)
{
    const auto fits = [&](const Successor& successor) {
        const size_t parts = partsOf(record.entity, successor.knob);
        // A GPU with a device name (mali, intel_graphics, …) has its own templates.
        const bool isOwnDevice = successor.targetKey == "gpu" && target.attrs.contains("device");
        return successor.oldTask == record.task && target.hasKey(successor.targetKey) && !isOwnDevice
            && (successor.templateKey == kAnyTemplate || successor.templateKey == record.templateKey)
            && (successor.knob.empty() || (parts > 0 && (successor.parts == 0 || successor.parts == parts)));
    };
    const auto found = std::find_if(std::begin(kSuccessors), std::end(kSuccessors), fits);
    return found == std::end(kSuccessors) ? nullptr : found;
}

/// Compares versions like "0.8.0". Development versions of 0.7 ("0.7.dev1") still converted logs of 0.6.
bool isTvm07OrLater(const std::string& tvmVersion)
{
    int major = 0;
    int minor = 0;
    char next = 0;
    const int read = std::sscanf(tvmVersion.c_str(), "%d.%d.%c", &major, &minor, &next);
    const bool isRelease = read == 2 || (read == 3 && next >= '0' && next <= '9');
    return read >= 2 && (major > 0 || minor > 7 || (minor == 7 && isRelease));
}

} // namespace

std::vector<SpaceEdit> compatibilityEdits(const TuningRecord& record)
{
    if (record.task != "conv2d_NCHWc.x86" || isTvm07OrLater(record.tvmVersion)) {
        return {};
    }
    return {{SpaceEdit::Kind::Policy, "tile_ow", "factors"}};
}

Result<TuningRecord> upgradeRecord(TuningRecord record)
{
    if (!record.isOldFormat()) {
        return record;
    }
    const auto target = TRY(parseTarget(record.target));
    const Successor* successor = successorOf(record, target);
    if (!successor) {
        return fail(ErrorCode::Unsupported, "'{}' with template key '{}' on {} has no known name in format 0.2", record.task,
                    record.templateKey, record.target);
    }
    record.args = TRY(successor->args(record.args));
    for (auto& [name, value] : record.entity.values) {
        if (auto* split = std::get_if<SplitEntity>(&value); split && !split->sizes.empty()) {
            split->sizes.front() = -1;
        }
    }
    record.version = 0.2;
    record.task = std::string(successor->task);
    record.templateKey.clear();
    record.tvmVersion = kLastV01Version;
    return record;
}

LogContents upgradeRecords(LogContents contents)
{
    LogContents upgraded;
    upgraded.problems = std::move(contents.problems);
    upgraded.problemCount = contents.problemCount;
    for (TuningRecord& record : contents.records) {
        const int line = record.line;
        auto result = upgradeRecord(std::move(record));
        if (result) {
            upgraded.records.push_back(std::move(*result));
        } else {
            upgraded.addProblem(line, result.error());
        }
    }
    return upgraded;
}

Result<LogContents> readUpgraded(const std::string& path)
{
    auto contents = TRY(readLog(path));
    LogContents log = upgradeRecords(std::move(contents));
    if (log.records.empty() && log.problemCount > 0) {
        return fail(ErrorCode::Parse, "{} contains no records. Is it an AutoTVM log? Line {}: {}", path,
                    log.problems.front().line, log.problems.front().why);
    }
    return log;
}

} // namespace knobscope
