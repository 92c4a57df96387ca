// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/externaldata.h"

#include "core/graph/graph.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

namespace knobscope {
namespace {

/// Where a tensor's elements lie, as the file says.
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
        return fail(ErrorCode::InvalidArgument, "the {} of its external data is {}, which is no number of bytes", entry.key(),
                    shownName(text));
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

/// The file meant, with all links followed; refused when it is not below the folder.
Result<std::filesystem::path> fileOf(const std::string& location, const std::string& folder)
{
    namespace fs = std::filesystem;
    if (folder.empty()) {
        return fail(ErrorCode::Unsupported, "its external data {} are not read here", shownName(location));
    }
    if (location.empty() || location.find('\0') != std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "its external data have no location");
    }
    std::error_code problem;
    const fs::path home = fs::canonical(folder, problem);
    const fs::path file = problem ? fs::path() : fs::weakly_canonical(home / location, problem);
    if (problem) {
        return fail(ErrorCode::Io, "its external data {} cannot be found: {}", shownName(location), problem.message());
    }
    const fs::path inside = file.lexically_relative(home);
    if (fs::path(location).is_absolute() || inside.empty() || *inside.begin() == "..") {
        return fail(ErrorCode::InvalidArgument, "its external data {} lie outside of the model's folder, and are not read",
                    shownName(location));
    }
    if (!fs::is_regular_file(file, problem)) {
        return fail(ErrorCode::NotFound, "its external data {} are no file in the model's folder", shownName(location));
    }
    return file;
}

} // namespace

Result<ZeroedBytes> externalBytes(const onnx::TensorProto& proto, const std::string& folder, size_t expected)
{
    const auto place = TRY(placeOf(proto));
    const auto path = TRY(fileOf(place.location, folder));
    if (place.hasLength && place.length != expected) {
        return fail(ErrorCode::InvalidArgument, "its external data are said to be {} bytes, and it has {}", place.length,
                    expected);
    }
    std::error_code problem;
    const uint64_t size = std::filesystem::file_size(path, problem);
    if (problem || place.offset > size || size - place.offset < expected) {
        return fail(ErrorCode::Corrupt, "its external data {} end before byte {} + {}", shownName(place.location), place.offset,
                    expected);
    }
    std::ifstream file(path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(place.offset));
    ZeroedBytes bytes(expected);
    if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(expected))) {
        return fail(ErrorCode::Io, "its external data {} cannot be read", shownName(place.location));
    }
    return bytes;
}

} // namespace knobscope
