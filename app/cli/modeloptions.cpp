// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/modeloptions.h"

#include "core/text/numbertext.h"
#include "core/text/words.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

Result<Shape> readShape(std::string_view text)
{
    Shape shape;
    for (const std::string& part : partsOf(text, ',')) {
        const auto extent = numberFrom<int64_t>(part);
        if (!extent || *extent < 0) {
            return fail(ErrorCode::InvalidArgument, "'{}' is no shape; write extents with commas, as in --shape data=1,3,224,224",
                        text.substr(0, 80));
        }
        shape.push_back(*extent);
    }
    TRY(checkShape(shape));
    return shape;
}

} // namespace

void addShapeOption(CLI::App& command, std::vector<std::string>& texts)
{
    command.add_option("--shape", texts, "Of an ONNX file's input, as in data=1,3,224,224; may be given again")
        ->take_all()
        ->allow_extra_args(false)
        ->delimiter('\0');
}

Result<ImportOptions> readShapes(const std::vector<std::string>& texts)
{
    ImportOptions options;
    for (const std::string& text : texts) {
        const size_t sign = text.rfind('='); // an input's name may have one itself
        if (sign == std::string::npos || sign == 0) {
            return fail(ErrorCode::InvalidArgument, "'{}' gives no shape; write NAME=EXTENTS, as in --shape data=1,3,224,224",
                        text.substr(0, 80));
        }
        const auto shape = TRY(readShape(std::string_view(text).substr(sign + 1)));
        options.shapes[text.substr(0, sign)] = shape;
    }
    return options;
}

} // namespace knobscope::cli
