// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/rawdata.h"

#include <google/protobuf/io/coded_stream.h>
#include <onnx/onnx_pb.h>

#include <climits>
#include <cstdint>
#include <functional>

namespace knobscope {
namespace {

using google::protobuf::io::CodedInputStream;
using google::protobuf::io::CodedOutputStream;

constexpr size_t kFewBytes = 4096;

// Protobuf wire types: the low three bits of a tag.
enum Wire : uint32_t { Varint = 0, Fixed64 = 1, WithLength = 2, Fixed32 = 5 };

/// A field of a serialized message.
struct Field {
    int number = 0;
    std::string_view whole;
    std::string_view content; ///< only for fields with a length:
    bool hasLength = false;   ///< messages, strings and bytes
};

/// Returns false if the bytes are not a message. Groups are invalid: ONNX has none.
bool forEachField(std::string_view message, const std::function<bool(const Field&)>& visit)
{
    CodedInputStream in(reinterpret_cast<const uint8_t*>(message.data()), static_cast<int>(message.size()));
    for (;;) {
        const auto begin = static_cast<size_t>(in.CurrentPosition());
        const uint32_t tag = in.ReadTag();
        if (tag == 0) {
            return in.ConsumedEntireMessage();
        }
        uint64_t number = 0;
        int length = 0;
        bool isRight = false;
        switch (tag & 7) {
        case Varint: isRight = in.ReadVarint64(&number); break;
        case Fixed64: isRight = in.Skip(8); break;
        case Fixed32: isRight = in.Skip(4); break;
        case WithLength: isRight = in.ReadVarintSizeAsInt(&length) && in.Skip(length); break;
        default: break;
        }
        if (!isRight) {
            return false;
        }
        const auto end = static_cast<size_t>(in.CurrentPosition());
        const auto size = static_cast<size_t>(length);
        if (!visit({static_cast<int>(tag >> 3), message.substr(begin, end - begin), message.substr(end - size, size),
                    (tag & 7) == WithLength})) {
            return false;
        }
    }
}

void append(std::string& to, int number, std::string_view content)
{
    uint8_t head[10];
    uint8_t* end = CodedOutputStream::WriteTagToArray(static_cast<uint32_t>(number) << 3 | WithLength, head);
    end = CodedOutputStream::WriteVarint32ToArray(static_cast<uint32_t>(content.size()), end);
    to.append(reinterpret_cast<const char*>(head), static_cast<size_t>(end - head));
    to += content;
}

std::optional<std::string> tensorWithout(std::string_view tensor, std::optional<std::string_view>& raw)
{
    std::string left;
    const bool isRead = forEachField(tensor, [&](const Field& field) {
        const bool isRaw = field.number == onnx::TensorProto::kRawDataFieldNumber && field.hasLength;
        if (isRaw) { // if repeated, the last one wins
            raw = field.content.size() >= kFewBytes ? std::optional(field.content) : std::nullopt;
        }
        if (!isRaw || !raw) {
            left += field.whole;
        }
        return true;
    });
    return isRead ? std::optional(std::move(left)) : std::nullopt;
}

std::optional<std::string> graphWithout(std::string_view graph, RawData& raw)
{
    std::string left;
    const bool isRead = forEachField(graph, [&](const Field& field) {
        if (field.number != onnx::GraphProto::kInitializerFieldNumber || !field.hasLength) {
            left += field.whole;
            return true;
        }
        const auto tensor = tensorWithout(field.content, raw.emplace_back());
        if (tensor) {
            append(left, field.number, *tensor);
        }
        return tensor.has_value();
    });
    return isRead ? std::optional(std::move(left)) : std::nullopt;
}

} // namespace

std::optional<ModelWithoutRawData> withoutRawData(std::string_view model)
{
    ModelWithoutRawData without;
    const bool isRead = model.size() <= INT_MAX && forEachField(model, [&](const Field& field) {
                            if (field.number != onnx::ModelProto::kGraphFieldNumber || !field.hasLength) {
                                without.bytes += field.whole;
                                return true;
                            }
                            const auto graph = graphWithout(field.content, without.raw);
                            if (graph) {
                                append(without.bytes, field.number, *graph);
                            }
                            return graph.has_value();
                        });
    return isRead ? std::optional(std::move(without)) : std::nullopt;
}

} // namespace knobscope
