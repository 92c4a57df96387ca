// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace knobscope {

/// A place in a schedule text: line and column (in bytes), from 1.
struct TextPlace {
    size_t line = 1;
    size_t column = 1;
    friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

/// "Line 3, column 7: …". All errors of a schedule text are made by this function.
Error errorAt(const TextPlace& place, ErrorCode code, const Sentence& why);
/// Fails with such an error; the text is at fault.
[[nodiscard]] inline tl::unexpected<Error> refuseAt(const TextPlace& place, const Sentence& why)
{
    return tl::make_unexpected(errorAt(place, ErrorCode::InvalidArgument, why));
}
/// The place that such an error names, also within a longer sentence ("FILE: Line 3, …"); nullopt for other errors.
std::optional<TextPlace> placeOf(const Sentence& error);
/// The error without its place and the names before it.
Sentence withoutPlace(const Sentence& error);

/// An expression of a line: an argument of a primitive, or a part of a definition.
struct TextExpression {
    enum class Kind : uint8_t {
        Number,    ///< `number`, `isInteger`
        Word,      ///< "yo", "C.y"
        Text,      ///< "blockIdx.x", in quotes
        Call,      ///< name(parts)
        Element,   ///< name[parts]
        List,      ///< [parts]
        Operation, ///< `text` is + - * / % < <= > >= == != && || ! or "neg"; one or two parts
    };
    Kind kind = Kind::Number;
    std::string text;     ///< Word, Text; name of Call and Element; the operator
    double number = 0;
    bool isInteger = false;
    std::string keyword;  ///< of an argument `factor=8`
    std::vector<TextExpression> parts;
    TextPlace place;

    bool isWord() const { return kind == Kind::Word; }
};

/// A line that applies a primitive: "yo, yi = split(C.y, 8)".
struct PrimitiveLine {
    bool isEnabled = true;               ///< false: switched off by a leading "- "
    std::string text;                    ///< without the mark, blanks around it, and the comment
    std::vector<TextExpression> results; ///< words
    TextExpression call;

    size_t line() const { return call.place.line; }
    /// Whether it only names a tensor or a loop (`tensor`, `axis`), so that it is no step.
    bool isName() const { return call.text == "tensor" || call.text == "axis"; }
};

/// A line that defines a tensor: "C[y, x] = sum(k, A[y, k] * B[k, x])". Indices are words, or keywords with an extent.
struct DefinitionLine {
    TextExpression element;
    TextExpression value;
};

/// "knob tile_y = 1, 2, 4" or "knob tile_y = split(C.y, 2)".
struct KnobLine {
    std::string name;
    std::vector<TextExpression> values; ///< candidates, or one call
    TextPlace place;
};

/// "size y = 512".
struct SizeLine {
    std::string name;
    TextExpression value;
};

/// `from ["dense_pack.x86", …] config 12`: the computation of another template's config. The config is its number, or its values
/// in AutoTVM's record form.
struct FromLine {
    nlohmann::json workload;
    nlohmann::json config;
    TextPlace place;
};

/// A parsed schedule text. A plain value: knows nothing of what its names mean.
struct ScheduleText {
    std::string name;        ///< head line `template NAME`; empty: none
    bool isGpu = false;      ///< head line `target gpu`
    std::string type = "float32"; ///< of all tensors: head line `type float64`
    std::vector<SizeLine> sizes;
    std::vector<TextExpression> inputs;     ///< elements: `input A[512, 512]`
    std::optional<TextExpression> operation; ///< an operator by name: matmul(n=512, m=512, k=512)
    std::vector<DefinitionLine> definitions;
    std::optional<FromLine> from;
    std::vector<KnobLine> knobs;
    std::vector<PrimitiveLine> lines;       ///< in order, also those that are switched off

    /// The lines that are steps: enabled and not only a name.
    size_t stepCount() const;
    /// Position in `lines` of step `step`, from 1; nullopt if there is none.
    std::optional<size_t> lineOfStep(size_t step) const;
};

/// Sizes by name: given with the text (--size n=512), or all that a text has.
using TextSizes = std::map<std::string, int64_t>;

/// Limits of a text; a longer one is refused with a sentence.
inline constexpr size_t kMaxScriptBytes = 256 << 10;
inline constexpr size_t kMaxScriptLines = 2000;
inline constexpr size_t kMaxScriptSteps = 500;

} // namespace knobscope
