// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include "app/cli/commands.h"

#include "core/base/numbertext.h"
#include "core/base/readjson.h"
#include "core/base/strings.h"
#include "core/graph/onnx/openextents.h"
#include "core/network/modelfile.h"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace knobscope::cli {

namespace {

Result<Shape> readShape(std::string_view text)
{
    Shape shape;
    for (const std::string& part : splitText(text, ',')) {
        const auto extent = parseNumber<int64_t>(part);
        if (!extent || *extent < 0) {
            return fail(ErrorCode::InvalidArgument,
                        "'{}' is not a shape; write extents separated by commas, as in --shape data=1,3,224,224",
                        text.substr(0, 80));
        }
        shape.push_back(*extent);
    }
    TRY(checkShape(shape));
    return shape;
}

} // namespace

void whenChosen(CLI::App& command, Action& action, const Action& work)
{
    command.callback([&action, work] { action = work; });
}

CLI::Option* addRepeated(CLI::App& command, const std::string& name, std::vector<std::string>& texts, const std::string& what)
{
    return command.add_option(name, texts, what)->take_all()->allow_extra_args(false);
}

void addTargetOptions(CLI::App& command, TaskOptions& options)
{
    command.add_option("--target", options.target,
                       "Target to compile for: \"llvm -mcpu=…\", \"cuda -arch=…\", … (default: this machine's CPU)");
    addRepeated(command, "--shape", options.shapes, "Shape of an input, as in data=1,3,224,224; may be repeated")
        ->delimiter('\0');
    addRepeated(
        command, "--dim", options.dims,
        "Number for an open extent, in all inputs, as in batch=1 (bundled networks: batch, height, width); may be repeated");
}

void addTaskOptions(CLI::App& command, TaskOptions& options)
{
    addRepeated(command, "--edit", options.edits, "Change of the config space, as in 'tile_n-=8'; may be repeated");
    addRepeated(command, "--size", options.sizes, "Size of a .sched file, as in n=512; may be repeated");
    addTargetOptions(command, options);
}

void addProjectArgument(CLI::App& command, std::string& path)
{
    command.add_option("PROJECT", path, "Project file (*.knobscope)")->required();
}

void addTunerOptions(CLI::App& command, std::string& tuner, std::vector<std::string>& parameters)
{
    command.add_option("--tuner", tuner, "Tuner name (list: `knobscope-cli tuners`)");
    addRepeated(command, "--param", parameters, "Parameter of the tuner, NAME=VALUE; may be repeated");
}

namespace {

Result<ChosenExtents> readExtents(const std::vector<std::string>& texts)
{
    ChosenExtents extents;
    for (const std::string& text : texts) {
        const size_t sign = text.rfind('='); // a sum's name may contain '=' too
        const auto number =
            sign == std::string::npos ? std::nullopt : parseNumber<int64_t>(std::string_view(text).substr(sign + 1));
        if (sign == 0 || number.value_or(-1) < 0) {
            return fail(ErrorCode::InvalidArgument, "'{}' is not an extent; write NAME=NUMBER, as in --dim batch=1",
                        text.substr(0, 80));
        }
        extents[text.substr(0, sign)] = *number;
    }
    return extents;
}

} // namespace

Result<ImportOptions> readShapes(const TaskOptions& asked, const std::string& id)
{
    ImportOptions options;
    for (const std::string& text : asked.shapes) {
        const size_t sign = text.rfind('='); // an input's name may contain '=' too
        if (sign == std::string::npos || sign == 0) {
            return fail(ErrorCode::InvalidArgument, "'{}' is not a shape; write NAME=EXTENTS, as in --shape data=1,3,224,224",
                        text.substr(0, 80));
        }
        options.shapes[text.substr(0, sign)] = TRY(readShape(std::string_view(text).substr(sign + 1)));
    }
    const auto extents = TRY(readExtents(asked.dims));
    if (!extents.empty()) {
        options.shapes = TRY(shapesOf(id, extents, std::move(options.shapes)));
    }
    return options;
}

Result<void> readParameters(const std::vector<std::string>& texts, nlohmann::json& parameters)
{
    for (const std::string& text : texts) {
        const size_t equals = text.find('=');
        if (equals == std::string::npos || equals + 1 == text.size()) {
            return fail(ErrorCode::InvalidArgument, "--param expects NAME=NUMBER or NAME=WORD, not '{}'", text);
        }
        const auto value = jsonOrNull(text.substr(equals + 1));
        parameters[text.substr(0, equals)] = value.is_number() ? value : nlohmann::json(text.substr(equals + 1));
    }
    return {};
}

std::string absolutePath(const std::string& path)
{
    std::error_code ignored;
    return path.empty() ? path : std::filesystem::absolute(path, ignored).string();
}

CLI::Validator between(double least, double most)
{
    const std::string range = fmt::format("{:.13g} to {:.13g}", least, most);
    return {[=](std::string& text) {
                const auto number = parseNumber<double>(text);
                return number && *number >= least && *number <= most ? std::string()
                                                                     : fmt::format("'{}' is not a number from {}", text, range);
            },
            range};
}

std::string isConfigNumber(const std::string& text)
{
    return parseNumber<int64_t>(text).value_or(-1) >= 0
             ? std::string()
             : fmt::format("'{}' is not a config number; config numbers go from 0 to 2^63-1", text);
}

} // namespace knobscope::cli
