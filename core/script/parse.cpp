// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/parse.h"

#include "core/base/readjson.h"
#include "core/base/strings.h"
#include "core/script/expressions.h"
#include "core/script/operators.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace knobscope {

namespace {

constexpr size_t kMaxLineLength = 20'000;
constexpr size_t kMaxHeadLines = 200;

/// The line without its comment; a '#' in quotes is none.
std::string_view withoutComment(std::string_view line)
{
    char quote = 0;
    for (size_t i = 0; i < line.size(); ++i) {
        if (quote != 0) {
            quote = line[i] == quote ? 0 : quote;
        } else if (line[i] == '"' || line[i] == '\'') {
            quote = line[i];
        } else if (line[i] == '#') {
            return line.substr(0, i);
        }
    }
    return line;
}

template<class Lines, class Member>
bool contains(const Lines& lines, const std::string& name, Member member)
{
    return std::ranges::find(lines, name, member) != lines.end();
}

class TextParser
{
public:
    Result<ScheduleText> run(std::string_view text)
    {
        if (text.size() > kMaxScriptBytes) {
            return tl::make_unexpected(
                errorAt({}, ErrorCode::LimitExceeded, phrase("the text is longer than {} KiB", kMaxScriptBytes / 1024)));
        }
        for (size_t number = 1; !text.empty(); ++number) {
            const size_t end = text.find('\n');
            std::string_view line = text.substr(0, end);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
            if (number > kMaxScriptLines || line.size() > kMaxLineLength) {
                return refuse({number, 1},
                              phrase("a schedule has at most {} lines of {} characters", kMaxScriptLines, kMaxLineLength));
            }
            if (line.ends_with('\r')) {
                line.remove_suffix(1);
            }
            TRY(readLine(withoutComment(line), number));
        }
        TRY(check());
        return std::move(m_text);
    }

private:
    static tl::unexpected<Error> refuse(const TextPlace& place, const Sentence& why)
    {
        return tl::make_unexpected(errorAt(place, ErrorCode::Parse, why));
    }

    Result<void> readLine(std::string_view line, size_t number)
    {
        size_t first = line.find_first_not_of(" \t");
        if (first == std::string_view::npos) {
            return {};
        }
        const bool isOff = line.substr(first).starts_with("- ");
        if (isOff) {
            first = std::min(line.find_first_not_of(" \t", first + 1), line.size());
        }
        line = line.substr(0, line.find_last_not_of(" \t") + 1);
        const std::string_view content = line.substr(std::min(first, line.size()));
        LineReader reader(content, number, first + 1);
        if (content.empty()) {
            return {};
        }
        const auto known = std::ranges::find_if(kHeads, [&](const Head& head) { return reader.accept(head.word); });
        // `size = split(…)` is a primitive whose result has the name of a head line.
        LineReader ahead = reader;
        if (known == kHeads.end() || ahead.accept("=") || ahead.accept(",") || (known->word != "from" && ahead.accept("["))) {
            reader = LineReader(content, number, first + 1);
            return readAssignment(reader, content, !isOff);
        }
        if (isOff) {
            return refuse({number, first + 1},
                          phrase("only primitives can be switched off; put a # before the line to remove it"));
        }
        if (++m_heads > kMaxHeadLines) {
            return refuse({number, 1}, phrase("a schedule has at most {} lines of sizes, inputs and knobs", kMaxHeadLines));
        }
        if (!m_text.lines.empty() && known->word != "knob") {
            return refuse({number, first + 1}, phrase("'{}' must come before the first primitive", known->word));
        }
        return (this->*known->read)(reader, content);
    }

    Result<void> readTemplate(LineReader& reader, std::string_view content)
    {
        const TextPlace at = reader.place();
        const std::string_view name = trimmed(content.substr(std::string_view("template").size()));
        if (!isScheduleName(name)) {
            return refuse(at, phrase("a template's name has 1 to 60 letters, digits, '_', '-' and '.'"));
        }
        m_text.name = name;
        return {};
    }

    Result<void> readTarget(LineReader& reader, std::string_view)
    {
        m_text.isGpu = reader.accept("gpu");
        if (!m_text.isGpu && !reader.accept("cpu")) {
            return tl::make_unexpected(reader.unexpected(phrase("cpu or gpu")));
        }
        return reader.end();
    }

    Result<void> readType(LineReader& reader, std::string_view)
    {
        for (const char* type : {"float32", "float64"}) {
            if (reader.accept(type)) {
                m_text.type = type;
                return reader.end();
            }
        }
        return tl::make_unexpected(reader.unexpected(phrase("float32 or float64")));
    }

    Result<void> readSize(LineReader& reader, std::string_view)
    {
        do {
            const TextPlace at = reader.place();
            SizeLine size;
            size.name = TRY(reader.word(phrase("the name of a size")));
            if (!reader.accept("=")) {
                return tl::make_unexpected(reader.unexpected(phrase("'='")));
            }
            size.value = TRY(reader.expression());
            if (size.name.find('.') != std::string::npos || contains(m_text.sizes, size.name, &SizeLine::name)) {
                return refuse(at, phrase("size {} is given twice, or contains a '.'", size.name));
            }
            m_text.sizes.push_back(std::move(size));
        } while (reader.accept(","));
        return reader.end();
    }

    Result<void> readInput(LineReader& reader, std::string_view)
    {
        auto all = TRY(reader.list());
        for (TextExpression& one : all) {
            if (one.kind != TextExpression::Kind::Element) {
                return refuse(one.place, phrase("an input has a name and extents, as in A[512, 512]"));
            }
            m_text.inputs.push_back(std::move(one));
        }
        return reader.end();
    }

    Result<void> readKnob(LineReader& reader, std::string_view)
    {
        KnobLine knob;
        knob.place = reader.place();
        knob.name = TRY(reader.word(phrase("the name of a knob")));
        if (!reader.accept("=")) {
            return tl::make_unexpected(reader.unexpected(phrase("'='")));
        }
        if (knob.name.find('.') != std::string::npos || contains(m_text.knobs, knob.name, &KnobLine::name)) {
            return refuse(knob.place, phrase("knob {} is declared twice, or contains a '.'", knob.name));
        }
        knob.values = TRY(reader.list());
        m_text.knobs.push_back(std::move(knob));
        return reader.end();
    }

    Result<void> readFrom(LineReader& reader, std::string_view content)
    {
        FromLine from;
        from.place = reader.place();
        constexpr std::string_view word = " config ";
        const size_t config = content.rfind(word);
        if (config == std::string_view::npos) {
            return refuse(from.place, phrase("the config is missing, as in: from [\"dense_pack.x86\", …] config 12"));
        }
        constexpr JsonLimits limits{kMaxLineLength, 16, 2000};
        const auto workload = readJson(content.substr(4, config - 4), "the workload", limits);
        const auto values = readJson(content.substr(config + word.size()), "the config", limits);
        if (!workload || !values) {
            return refuse(from.place, phrase("{}", workload ? values.error() : workload.error()));
        }
        from.workload = *workload;
        from.config = *values;
        const bool isWorkload = from.workload.is_array() && !from.workload.empty() && from.workload[0].is_string();
        if (!isWorkload || !(from.config.is_array() || from.config.is_number_integer())) {
            return refuse(from.place,
                          phrase("needed are an AutoTVM workload, [\"dense_pack.x86\", …], and a config's number or values"));
        }
        if (m_text.from) {
            return refuse(from.place, phrase("there is a `from` before (line {}); a schedule has one", m_text.from->place.line));
        }
        m_text.from = std::move(from);
        return {};
    }

    /// "a, b = split(…)", "unroll(a)", "matmul(…)" or "C[y, x] = …".
    Result<void> readAssignment(LineReader& reader, std::string_view content, bool isEnabled)
    {
        auto left = TRY(reader.list());
        PrimitiveLine line{isEnabled, std::string(trimmed(content)), {}, {}};
        if (!reader.accept("=")) {
            TRY(reader.end());
            if (left.size() != 1 || left[0].kind != TextExpression::Kind::Call) {
                return refuse(left[0].place, phrase("this is no line of a schedule; write a primitive, as in unroll(xi), or a "
                                                    "definition, as in C[y, x] = sum(k, A[y, k] * B[k, x])"));
            }
            line.call = std::move(left[0]);
            return findNamedOperator(line.call.text) ? addOperation(std::move(line)) : addLine(std::move(line));
        }
        TextExpression right = TRY(reader.expression());
        TRY(reader.end());
        if (left.size() == 1 && left[0].kind == TextExpression::Kind::Element) {
            return addDefinition({std::move(left[0]), std::move(right)}, isEnabled);
        }
        for (const TextExpression& result : left) {
            if (!result.isWord() || result.text.find('.') != std::string::npos) {
                return refuse(result.place, phrase("left of '=' are new names, as in yo, yi = split(C.y, 8)"));
            }
        }
        if (right.kind != TextExpression::Kind::Call) {
            return refuse(right.place, phrase("right of '=' is a primitive, as in yo, yi = split(C.y, 8)"));
        }
        line.results = std::move(left);
        line.call = std::move(right);
        return addLine(std::move(line));
    }

    Result<void> addDefinition(DefinitionLine definition, bool isEnabled)
    {
        const TextPlace& at = definition.element.place;
        if (!isEnabled) {
            return refuse(at, phrase("only primitives can be switched off; put a # before the line to remove it"));
        }
        if (!m_text.lines.empty()) {
            return refuse(at, phrase("definitions come before the first primitive (line {})", m_text.lines.front().line()));
        }
        m_text.definitions.push_back(std::move(definition));
        return {};
    }

    Result<void> addOperation(PrimitiveLine line)
    {
        const TextPlace& at = line.call.place;
        if (!line.isEnabled || m_text.operation || !m_text.lines.empty()) {
            return refuse(at, phrase("a schedule has one operator, before its first primitive, and it cannot be switched off"));
        }
        m_text.operation = std::move(line.call);
        return {};
    }

    Result<void> addLine(PrimitiveLine line)
    {
        const std::vector<std::string> names = primitiveNames();
        if (std::ranges::find(names, line.call.text) == names.end()) {
            return refuse(line.call.place, phrase("there is no primitive or operator '{}'; the nearest is {}", line.call.text,
                                                  sortBySimilarity(line.call.text, names).front()));
        }
        if (m_text.lines.size() == kMaxScriptSteps) {
            return refuse(line.call.place, phrase("a schedule has at most {} primitives", kMaxScriptSteps));
        }
        m_text.lines.push_back(std::move(line));
        return {};
    }

    Result<void> check() const
    {
        const int computations = (m_text.operation ? 1 : 0) + (m_text.from ? 1 : 0) + (m_text.definitions.empty() ? 0 : 1);
        if (computations == 1) {
            return {};
        }
        const TextPlace at = m_text.operation            ? m_text.operation->place
                           : !m_text.definitions.empty() ? m_text.definitions.front().element.place
                                                         : TextPlace{};
        return refuse(at,
                      computations == 0
                          ? phrase("the text does not say what to compute; begin with an operator, as in matmul(n=512, m=512, "
                                   "k=512), or with a definition, as in C[y, x] = sum(k, A[y, k] * B[k, x])")
                          : phrase("the text says twice what to compute; keep one of operator, definitions and `from`"));
    }

    struct Head {
        std::string_view word;
        Result<void> (TextParser::*read)(LineReader&, std::string_view);
    };
    static const std::array<Head, 7> kHeads;

    ScheduleText m_text;
    size_t m_heads = 0;
};

const std::array<TextParser::Head, 7> TextParser::kHeads{{{"template", &TextParser::readTemplate},
                                                          {"target", &TextParser::readTarget},
                                                          {"type", &TextParser::readType},
                                                          {"size", &TextParser::readSize},
                                                          {"input", &TextParser::readInput},
                                                          {"knob", &TextParser::readKnob},
                                                          {"from", &TextParser::readFrom}}};

} // namespace

bool isScheduleName(std::string_view name)
{
    constexpr size_t most = 60;
    return !name.empty() && name.size() <= most && std::ranges::all_of(name, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
    });
}

Result<ScheduleText> parseSchedule(std::string_view text)
{
    return TextParser().run(text);
}

} // namespace knobscope
