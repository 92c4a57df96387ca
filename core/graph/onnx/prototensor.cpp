// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/prototensor.h"

#include "core/graph/graph.h"
#include "core/graph/halfnumbers.h"
#include "core/graph/numbers.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace knobscope {
namespace {

struct TypePair {
    int32_t onnx;
    ir::DataType number;
};

constexpr TypePair kTypes[] = {
    {onnx::TensorProto::FLOAT, ir::float32},
    {onnx::TensorProto::DOUBLE, ir::float64},
    {onnx::TensorProto::INT8, ir::int8},
    {onnx::TensorProto::INT16, numberTypeOf<int16_t>()},
    {onnx::TensorProto::INT32, ir::int32},
    {onnx::TensorProto::INT64, ir::int64},
    {onnx::TensorProto::UINT8, ir::uint8},
    {onnx::TensorProto::UINT16, numberTypeOf<uint16_t>()},
    {onnx::TensorProto::UINT32, numberTypeOf<uint32_t>()},
    {onnx::TensorProto::UINT64, numberTypeOf<uint64_t>()},
    {onnx::TensorProto::BOOL, ir::boolean},
    {onnx::TensorProto::FLOAT16, ir::float32}, // computed as float32
    {onnx::TensorProto::BFLOAT16, ir::float32},
};

/// Reads elements from one of the typed lists of a TensorProto.
template<class List>
Result<Tensor> fromList(const TensorType& type, const List& list, int64_t elements)
{
    if (list.size() != elements) {
        return fail(ErrorCode::Corrupt, "{} elements for the shape {}, which has {}", list.size(), shapeText(type.shape),
                    elements);
    }
    Tensor tensor(type);
    withType(type.number, [&]<class T>() {
        std::transform(list.begin(), list.end(), tensor.as<T>().begin(), [](auto value) { return castNumber<T>(value); });
    });
    return tensor;
}

Result<Tensor> fromBytes(const TensorType& type, std::string_view bytes, int64_t elements)
{
    const auto expected = static_cast<size_t>(elements) * bytesOf(type.number);
    if (bytes.size() != expected) {
        return fail(ErrorCode::Corrupt, "{} bytes for {}, which has {}", bytes.size(), type.text(), expected);
    }
    Tensor tensor(type);
    if (type.number == ir::boolean) { // normalize: a bool must be 0 or 1
        std::transform(bytes.begin(), bytes.end(), tensor.as<bool>().begin(), [](char byte) { return byte != 0; });
    } else if (!bytes.empty()) {
        std::memcpy(tensor.bytes().data(), bytes.data(), bytes.size());
    }
    return tensor;
}

bool isHalf(int32_t onnxType)
{
    return onnxType == onnx::TensorProto::FLOAT16 || onnxType == onnx::TensorProto::BFLOAT16;
}

/// Makes float32 of elements of 16 bits, which `bits(i)` returns.
template<class Bits>
Tensor widened(int32_t onnxType, const TensorType& type, Bits bits)
{
    Tensor tensor(type);
    const std::span<float> to = tensor.as<float>();
    for (size_t i = 0; i < to.size(); ++i) {
        to[i] = onnxType == onnx::TensorProto::FLOAT16 ? fromFloat16(bits(i)) : fromBfloat16(bits(i));
    }
    return tensor;
}

Result<Tensor> halvesFromBytes(int32_t onnxType, const TensorType& type, std::string_view bytes, int64_t elements)
{
    if (bytes.size() != 2 * static_cast<size_t>(elements)) {
        return fail(ErrorCode::Corrupt, "{} bytes for {}{}, which has {}", bytes.size(), onnxTypeName(onnxType),
                    shapeText(type.shape), 2 * elements);
    }
    return widened(onnxType, type, [&](size_t i) {
        uint16_t value = 0;
        std::memcpy(&value, bytes.data() + 2 * i, sizeof value);
        return value;
    });
}

Result<Tensor> fromTypedData(const onnx::TensorProto& proto, const TensorType& type, int64_t elements)
{
    if (isHalf(proto.data_type())) { // the bits, as integers
        const auto& list = proto.int32_data();
        if (list.size() != elements) {
            return fail(ErrorCode::Corrupt, "{} elements for the shape {}, which has {}", list.size(), shapeText(type.shape),
                        elements);
        }
        return widened(proto.data_type(), type, [&](size_t i) { return static_cast<uint16_t>(list[static_cast<int>(i)]); });
    }
    if (type.number == ir::float32) {
        return fromList(type, proto.float_data(), elements);
    }
    if (type.number == ir::float64) {
        return fromList(type, proto.double_data(), elements);
    }
    if (type.number == ir::int64) {
        return fromList(type, proto.int64_data(), elements);
    }
    const bool isInWords = type.number.code == ir::TypeCode::UInt && type.number.bits >= 32;
    return isInWords ? fromList(type, proto.uint64_data(), elements) : fromList(type, proto.int32_data(), elements);
}

// ---- elements in another file ----

/// Location of a tensor's external data, as the file states it.
struct Place {
    std::string location;
    uint64_t offset = 0;
    uint64_t length = 0;
    bool hasLength = false;
};

Result<uint64_t> byteCount(const onnx::StringStringEntryProto& entry)
{
    uint64_t value = 0;
    const std::string& text = entry.value();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        return fail(ErrorCode::Corrupt, "the {} of its external data is {}, which is not a number of bytes", entry.key(),
                    quotedName(text));
    }
    return value;
}

Result<Place> placeOf(const onnx::TensorProto& proto)
{
    Place place;
    for (const auto& entry : proto.external_data()) {
        if (entry.key() == "location") {
            place.location = entry.value();
        } else if (entry.key() == "offset" || entry.key() == "length") {
            (entry.key() == "offset" ? place.offset : place.length) = TRY(byteCount(entry));
            place.hasLength = place.hasLength || entry.key() == "length";
        }
    }
    return place;
}

/// Returns the path with links resolved; an error if it is outside of the folder.
Result<std::filesystem::path> fileOf(const std::string& location, const std::string& folder)
{
    namespace fs = std::filesystem;
    if (folder.empty()) {
        return fail(ErrorCode::Unsupported, "its external data {} cannot be read here", quotedName(location));
    }
    if (location.empty() || location.find('\0') != std::string::npos) {
        return fail(ErrorCode::Corrupt, "its external data have no location");
    }
    std::error_code problem;
    const fs::path home = fs::canonical(folder, problem);
    const fs::path file = problem ? fs::path() : fs::weakly_canonical(home / location, problem);
    if (problem) {
        return fail(ErrorCode::Io, "its external data {} cannot be found: {}", quotedName(location), problem.message());
    }
    const fs::path inside = file.lexically_relative(home);
    if (fs::path(location).is_absolute() || inside.empty() || *inside.begin() == "..") {
        return fail(ErrorCode::Corrupt, "its external data {} are outside of the model's folder, and are not read",
                    quotedName(location));
    }
    if (!fs::is_regular_file(file, problem)) {
        return fail(ErrorCode::Corrupt, "its external data {} are not a file in the model's folder", quotedName(location));
    }
    return file;
}

/// Reads `expected` bytes of a tensor's external data. The file must be inside `folder` after resolving links.
Result<ZeroedBytes> externalBytes(const onnx::TensorProto& proto, const std::string& folder, size_t expected)
{
    const auto place = TRY(placeOf(proto));
    const auto path = TRY(fileOf(place.location, folder));
    if (place.hasLength && place.length != expected) {
        return fail(ErrorCode::Corrupt, "its external data are declared with {} bytes, but it has {}", place.length, expected);
    }
    std::error_code problem;
    const uint64_t size = std::filesystem::file_size(path, problem);
    if (problem || place.offset > size || size - place.offset < expected) {
        return fail(ErrorCode::Corrupt, "its external data {} end before byte {} + {}", quotedName(place.location), place.offset,
                    expected);
    }
    std::ifstream file(path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(place.offset));
    ZeroedBytes bytes(expected);
    if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(expected))) {
        return fail(ErrorCode::Io, "its external data {} cannot be read", quotedName(place.location));
    }
    return bytes;
}

} // namespace

std::optional<ir::DataType> numberTypeOf(int32_t onnxType)
{
    const auto found = std::ranges::find(kTypes, onnxType, &TypePair::onnx);
    return found == std::end(kTypes) ? std::nullopt : std::optional(found->number);
}

int32_t onnxTypeOf(ir::DataType type)
{
    return std::ranges::find(kTypes, type, &TypePair::number)->onnx;
}

std::string onnxTypeName(int32_t onnxType)
{
    if (const auto type = numberTypeOf(onnxType); type && !isHalf(onnxType)) {
        return type->text();
    }
    switch (onnxType) {
    case onnx::TensorProto::STRING: return "string";
    case onnx::TensorProto::FLOAT16: return "float16";
    case onnx::TensorProto::BFLOAT16: return "bfloat16";
    case onnx::TensorProto::COMPLEX64: return "complex64";
    case onnx::TensorProto::COMPLEX128: return "complex128";
    default: return fmt::format("type {}", onnxType);
    }
}

Result<Tensor> tensorOf(const onnx::TensorProto& proto, const std::string& folder, std::optional<std::string_view> raw)
{
    const auto number = numberTypeOf(proto.data_type());
    if (!number) {
        return fail(ErrorCode::Unsupported, "{} is not supported", onnxTypeName(proto.data_type()));
    }
    if (proto.has_segment()) {
        return fail(ErrorCode::Unsupported, "a tensor in segments is not supported");
    }
    const TensorType type{*number, Shape(proto.dims().begin(), proto.dims().end())};
    if (const auto right = checkShape(type.shape); !right) {
        const bool isWrong = right.error().code == ErrorCode::InvalidArgument;
        return tl::make_unexpected(Error(isWrong ? ErrorCode::Corrupt : right.error().code, right.error()));
    }
    const int64_t elements = elementsOf(type.shape);
    const auto read = [&](std::string_view bytes) {
        return isHalf(proto.data_type()) ? halvesFromBytes(proto.data_type(), type, bytes, elements)
                                         : fromBytes(type, bytes, elements);
    };
    if (proto.data_location() == onnx::TensorProto::EXTERNAL) {
        const size_t width = isHalf(proto.data_type()) ? 2 : bytesOf(*number);
        return read(textOf(TRY(externalBytes(proto, folder, static_cast<size_t>(elements) * width))));
    }
    if (!raw && !proto.has_raw_data()) {
        return fromTypedData(proto, type, elements);
    }
    return read(raw ? *raw : std::string_view(proto.raw_data()));
}

} // namespace knobscope
