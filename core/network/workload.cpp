// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/workload.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <utility>

namespace knobscope {
namespace {

constexpr int64_t kLargestExtent = std::numeric_limits<int32_t>::max();

Result<int64_t> integerFrom(const nlohmann::json& value, std::string_view name, int64_t least)
{
    if (!value.is_number_integer())
        return fail(ErrorCode::Parse, "\"{}\" must be a whole number", name);
    // A value beyond int64 arrives unsigned; as a signed number it would look negative.
    const bool huge = value.is_number_unsigned() && value.get<uint64_t>() > static_cast<uint64_t>(kLargestExtent);
    const int64_t number = huge ? kLargestExtent + 1 : value.get<int64_t>();
    if (number < least)
        return fail(ErrorCode::InvalidArgument, "\"{}\" is {} but must be at least {}", name, number, least);
    if (number > kLargestExtent)
        return fail(ErrorCode::LimitExceeded, "\"{}\" is larger than {}, the largest extent there is", name, kLargestExtent);
    return number;
}

/// Collects integers from one JSON object and remembers the first thing that was wrong with it.
class Fields
{
public:
    explicit Fields(const nlohmann::json& object)
        : m_object(object)
    {
    }

    int64_t number(const char* name, int64_t least = 1)
    {
        const nlohmann::json* value = find(name);
        return value ? keep(integerFrom(*value, name, least), least) : least;
    }

    int64_t numberOr(const char* name, int64_t otherwise) { return m_object.contains(name) ? number(name) : otherwise; }

    std::array<int64_t, 2> pair(const char* name, int64_t least)
    {
        const nlohmann::json* value = find(name);
        if (!value)
            return {least, least};
        if (!value->is_array() || value->size() != 2) {
            keep(fail(ErrorCode::Parse, "\"{}\" must be a list of two numbers: height, width", name), least);
            return {least, least};
        }
        return {keep(integerFrom((*value)[0], name, least), least), keep(integerFrom((*value)[1], name, least), least)};
    }

    const Result<void>& problem() const { return m_problem; }

private:
    const nlohmann::json* find(const char* name)
    {
        const auto found = m_object.find(name);
        if (found != m_object.end())
            return &*found;
        keep(fail(ErrorCode::Parse, "\"{}\" is missing", name), 0);
        return nullptr;
    }

    int64_t keep(Result<int64_t> value, int64_t otherwise)
    {
        if (value)
            return *value;
        if (m_problem)
            m_problem = fail(value);
        return otherwise;
    }

    const nlohmann::json& m_object;
    Result<void> m_problem;
};

int64_t outExtent(int64_t in, int64_t kernel, int64_t stride, int64_t pad, int64_t dilation)
{
    const int64_t reach = (kernel - 1) * dilation + 1;
    const int64_t padded = in + 2 * pad;
    return padded < reach ? 0 : (padded - reach) / stride + 1;
}

Result<void> checkConv(const ConvWorkload& conv)
{
    if (conv.outHeight() < 1 || conv.outWidth() < 1)
        return fail(ErrorCode::InvalidArgument, "a {}x{} kernel does not fit into its padded {}x{} input", conv.kernelHeight,
                    conv.kernelWidth, conv.height, conv.width);
    if (conv.inChannels % conv.groups != 0 || conv.outChannels % conv.groups != 0)
        return fail(ErrorCode::InvalidArgument, "{} groups do not divide {} input and {} output channels", conv.groups,
                    conv.inChannels, conv.outChannels);
    if (conv.depthwise && conv.groups != conv.inChannels)
        return fail(ErrorCode::InvalidArgument, "a depthwise convolution of {} channels needs as many groups, not {}",
                    conv.inChannels, conv.groups);
    return {};
}

Result<ConvWorkload> convFromJson(const nlohmann::json& json, bool depthwise)
{
    Fields fields(json);
    ConvWorkload conv;
    conv.batch = fields.numberOr("N", 1);
    conv.inChannels = fields.number("C");
    conv.height = fields.number("H");
    conv.width = fields.number("W");
    conv.outChannels = fields.number("K");
    conv.kernelHeight = fields.number("R");
    conv.kernelWidth = fields.number("S");
    conv.stride = fields.pair("stride", 1);
    conv.padding = fields.pair("pad", 0);
    conv.dilation = fields.pair("dilation", 1);
    conv.groups = fields.numberOr("groups", depthwise ? conv.inChannels : 1);
    conv.depthwise = depthwise;
    TRY(fields.problem());
    TRY(checkConv(conv));

    const int64_t statedHeight = fields.numberOr("OH", conv.outHeight());
    const int64_t statedWidth = fields.numberOr("OW", conv.outWidth());
    TRY(fields.problem());
    if (statedHeight != conv.outHeight() || statedWidth != conv.outWidth())
        return fail(ErrorCode::InvalidArgument, "the output is said to be {}x{}, but these shapes give {}x{}", statedHeight,
                    statedWidth, conv.outHeight(), conv.outWidth());
    return conv;
}

Result<DenseWorkload> denseFromJson(const nlohmann::json& json)
{
    Fields fields(json);
    const DenseWorkload dense{fields.numberOr("M", 1), fields.number("in_features"), fields.number("out_features")};
    TRY(fields.problem());
    return dense;
}

std::string pairText(const std::array<int64_t, 2>& pair)
{
    return pair[0] == pair[1] ? fmt::format("{}", pair[0]) : fmt::format("{}x{}", pair[0], pair[1]);
}

std::string convText(const ConvWorkload& conv)
{
    std::string text = conv.batch == 1 ? "" : fmt::format("batch {}: ", conv.batch);
    text += fmt::format("{}x{}x{} -> {}x{}x{}, {}x{}, stride {}", conv.inChannels, conv.height, conv.width, conv.outChannels,
                        conv.outHeight(), conv.outWidth(), conv.kernelHeight, conv.kernelWidth, pairText(conv.stride));
    if (conv.padding != std::array<int64_t, 2>{0, 0})
        text += fmt::format(", pad {}", pairText(conv.padding));
    if (conv.dilation != std::array<int64_t, 2>{1, 1})
        text += fmt::format(", dilation {}", pairText(conv.dilation));
    if (conv.groups != 1 && !conv.depthwise)
        text += fmt::format(", {} groups", conv.groups);
    return text;
}

} // namespace

int64_t ConvWorkload::outHeight() const
{
    return outExtent(height, kernelHeight, stride[0], padding[0], dilation[0]);
}

int64_t ConvWorkload::outWidth() const
{
    return outExtent(width, kernelWidth, stride[1], padding[1], dilation[1]);
}

std::string_view NetworkWorkload::op() const
{
    const auto* conv = std::get_if<ConvWorkload>(&shape);
    if (!conv)
        return "dense";
    return conv->depthwise ? "depthwise_conv2d" : "conv2d";
}

double NetworkWorkload::plainFlops() const
{
    // In doubles throughout: the extents may each be near 2^31.
    const auto real = [](int64_t value) { return static_cast<double>(value); };
    if (const auto* dense = std::get_if<DenseWorkload>(&shape))
        return 2.0 * real(dense->batch) * real(dense->inFeatures) * real(dense->outFeatures);
    const auto& conv = std::get<ConvWorkload>(shape);
    return 2.0 * real(conv.batch) * real(conv.outHeight()) * real(conv.outWidth()) * real(conv.outChannels)
         * real(conv.inChannels / conv.groups) * real(conv.kernelHeight) * real(conv.kernelWidth);
}

std::string NetworkWorkload::text() const
{
    if (const auto* conv = std::get_if<ConvWorkload>(&shape))
        return convText(*conv);
    const auto& dense = std::get<DenseWorkload>(shape);
    const std::string batch = dense.batch == 1 ? "" : fmt::format("batch {}: ", dense.batch);
    return fmt::format("{}{} -> {}", batch, dense.inFeatures, dense.outFeatures);
}

Result<NetworkWorkload> workloadFromJson(const nlohmann::json& json)
{
    if (!json.is_object())
        return fail(ErrorCode::Parse, "a workload must be a JSON object");
    const auto op = json.find("op");
    if (op == json.end() || !op->is_string())
        return fail(ErrorCode::Parse, "\"op\" is missing; write \"conv2d\", \"depthwise_conv2d\" or \"dense\"");
    const std::string& name = op->get_ref<const std::string&>();

    Fields fields(json);
    NetworkWorkload workload;
    workload.count = fields.numberOr("count", 1);
    TRY(fields.problem());
    if (name == "dense") {
        workload.shape = TRY(denseFromJson(json));
    } else if (name == "conv2d" || name == "depthwise_conv2d") {
        workload.shape = TRY(convFromJson(json, name == "depthwise_conv2d"));
    } else {
        return fail(ErrorCode::Unsupported, "operator \"{}\" is not known; known are conv2d, depthwise_conv2d and dense", name);
    }
    return workload;
}

} // namespace knobscope
