// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/workload.h"

#include "core/base/inputfile.h"
#include "core/base/numbertext.h"
#include "core/base/readjson.h"
#include "core/script/definition.h"
#include "core/script/parse.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace knobscope {

Result<TextWorkload> workloadOfText(const std::string& source, const std::string& name, const TextSizes& given, TextSteps steps)
{
    const auto text = TRY(parseSchedule(source));
    TRY(sizesOf(text, given));
    if (!isUtf8(source)) {
        return fail(ErrorCode::Parse, "The schedule's text is not valid UTF-8");
    }
    std::string valid = text.name.empty() ? name.substr(0, 60) : text.name;
    for (char& c : valid) {
        c = isScheduleName(std::string_view(&c, 1)) ? c : '_';
    }
    TextWorkload out{(text.isGpu ? "user/gpu/" : "user/") + (valid.empty() ? "schedule" : valid),
                     nlohmann::json::array({source, nlohmann::json::object()})};
    for (const auto& [size, value] : given) {
        out.args[1][size] = value;
    }
    if (steps == TextSteps::Steps) {
        out.args.push_back("steps");
    }
    return out;
}

Result<std::string> readScheduleFile(const std::string& path)
{
    const auto file = TRY(InputFile::open(path, Readable::FilesAndPipes));
    std::string text(kMaxScriptBytes + 1, '\0');
    file->read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(file->gcount()));
    if (file->bad()) {
        return fail(ErrorCode::Io, "{} cannot be read", path);
    }
    return text;
}

std::string nameOfScheduleFile(const std::string& path)
{
    return std::filesystem::path(path).stem().string();
}

Result<TextArguments> readTextArguments(const nlohmann::json& args)
{
    const bool isRight = args.is_array() && (args.size() == 2 || args.size() == 3) && args[0].is_string() && args[1].is_object();
    if (!isRight || (args.size() == 3 && args[2] != "steps")) {
        return fail(ErrorCode::InvalidArgument,
                    "A schedule's workload has its text, its sizes as an object, and perhaps \"steps\"");
    }
    TextArguments out{args[0].get<std::string>(), {}, args.size() == 3 ? TextSteps::Steps : TextSteps::All};
    for (const auto& [name, value] : args[1].items()) {
        if (!value.is_number_integer()) {
            return fail(ErrorCode::InvalidArgument, "Size {} must be a whole number", name);
        }
        out.given[name] = value.get<int64_t>();
    }
    return out;
}

Result<std::pair<std::string, int64_t>> parseSize(const std::string& text)
{
    const size_t equal = text.find('=');
    const auto value = equal == std::string::npos ? std::nullopt : parseNumber<int64_t>(std::string_view(text).substr(equal + 1));
    if (!value || equal == 0) {
        return fail(ErrorCode::InvalidArgument, "'{}' is no size; write NAME=NUMBER, as in n=512", text);
    }
    return std::pair(text.substr(0, equal), *value);
}

} // namespace knobscope
