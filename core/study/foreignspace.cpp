// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/foreignspace.h"

#include "core/base/readjson.h"
#include "core/base/strings.h"
#include "core/store/filehead.h"
#include "core/study/foreignresults.h"
#include "core/trace/gzstream.h"

#include <algorithm>
#include <filesystem>
#include <istream>

namespace knobscope {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// "…/convolution-A100.json.gz": "convolution-A100"; "results" if it is no UTF-8.
std::string stemOf(const std::string& path)
{
    std::filesystem::path stem = std::filesystem::path(path).filename();
    while (stem.extension() == ".gz" || stem.extension() == ".json" || stem.extension() == ".csv" || stem.extension() == ".db") {
        stem = stem.stem();
    }
    return isUtf8(stem.string()) ? stem.string() : "results";
}

bool isJson(std::string_view text)
{
    text = trimmed(text);
    return text.starts_with('{') || text.starts_with('[');
}

Result<void> checkOptions(const ForeignOptions& options)
{
    const auto& known = foreignFormats();
    if (options.from != "auto" && std::ranges::find(known, options.from) == known.end()) {
        return fail(ErrorCode::InvalidArgument, "There is no format {}", options.from);
    }
    if (options.unit != "1/s" && !secondsOfUnit(options.unit, "")) {
        return fail(ErrorCode::InvalidArgument, "There is no unit {}; use s, ms, us, ns or 1/s", options.unit);
    }
    return {};
}

} // namespace

const std::vector<std::string>& foreignFormats()
{
    static const std::vector<std::string> names{"kernel-tuner", "t4", "ktt", "optuna", "triton", "helion"};
    return names;
}

bool beginsForeignSpace(std::string_view head)
{
    if (head.starts_with(kByteOrderMark)) {
        head.remove_prefix(kByteOrderMark.size());
    }
    const std::string_view line = head.substr(0, head.find('\n'));
    const bool isTable = line.find(',') != line.npos && (line.find("params_") != line.npos || line.find("perf_ms") != line.npos);
    return head.starts_with("\x1f\x8b") || isJson(head) || isTable;
}

Result<ForeignRun> parseForeignRun(std::string_view text, const std::string& name, const ForeignOptions& options)
{
    TRY(checkOptions(options));
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    const std::string stem = stemOf(name);
    const auto results = TRY(isJson(text) ? readTunerJson(text, name, stem, options) : readTunerCsv(text, name, stem, options));
    return foreignRunOf(results, name, stem, options);
}

Result<ForeignRun> readForeignRun(const std::string& path, const ForeignOptions& options)
{
    if (isDatabaseFile(path)) {
        TRY(checkOptions(options));
        if (options.from != "auto" && options.from != "optuna") {
            return fail(ErrorCode::Corrupt, "{} is a database, not a file of {}", path, options.from);
        }
        const auto results = TRY(readOptunaStudy(path, options));
        return foreignRunOf(results, path, stemOf(path), options);
    }
    GzInput input(path);
    if (!input.isOpen()) {
        return tl::make_unexpected(input.error());
    }
    std::istream stream(&input);
    std::string text;
    std::vector<char> piece(size_t{1} << 18);
    while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())) || stream.gcount() > 0) {
        text.append(piece.data(), static_cast<size_t>(stream.gcount()));
        if (text.size() > ForeignLimits::bytes) {
            return fail(ErrorCode::LimitExceeded, "{} contains more than {} MiB of text, too much for the results of a tuner",
                        path, ForeignLimits::bytes >> 20);
        }
    }
    if (input.isDamaged()) {
        return fail(ErrorCode::Corrupt, "{} is incomplete or damaged; copy it again", path);
    }
    return parseForeignRun(text, path, options);
}

Result<RecordedSpace> readForeignSpace(const std::string& path)
{
    auto run = TRY(readForeignRun(path));
    return std::move(run.space);
}

} // namespace knobscope
