// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "core/json/readjson.h"
#include "core/text/words.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include <sys/ioctl.h>
#include <unistd.h>

namespace knobscope::cli {

namespace {

struct Character {
    uint32_t code = 0;
    size_t bytes = 1;
};

/// The character that a text begins with; nothing where that is no UTF-8.
std::optional<Character> firstOf(std::string_view text)
{
    const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const uint32_t head = byte(0);
    if (head < 0x80) {
        return Character{head, 1};
    }
    const size_t bytes = head >= 0xf0 && head < 0xf5 ? 4 : head >= 0xe0 && head < 0xf0 ? 3 : head >= 0xc2 && head < 0xe0 ? 2 : 0;
    uint32_t code = bytes == 4 ? head & 0x07U : bytes == 3 ? head & 0x0fU : head & 0x1fU;
    for (size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) {
            return std::nullopt;
        }
        code = code << 6U | (byte(i) & 0x3fU);
    }
    const bool isOverlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    const bool isNone = bytes == 0 || isOverlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
    return isNone ? std::nullopt : std::optional(Character{code, bytes});
}

bool steers(uint32_t code)
{
    const bool isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
    const bool turnsDirection = code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e)
                             || (code >= 0x2066 && code <= 0x2069);
    const bool endsLine = code == 0x2028 || code == 0x2029;
    return isControl || turnsDirection || endsLine;
}

enum class Lines : bool { Kept, Shown };

/// Text as a terminal may get it: labels, targets and messages come from files of strangers, and what steers a terminal or turns
/// the reading direction around is shown instead, as JSON writes it ("\u001b"); bytes that are no UTF-8 become "\ufffd". Tabs and
/// line ends are kept, or shown like the others.
std::string visibleText(std::string_view text, Lines lines = Lines::Kept)
{
    std::string out;
    out.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        const auto character = firstOf(text.substr(at));
        const auto bytes = character ? character->bytes : 1;
        const bool isLayout = text[at] == '\n' || text[at] == '\t';
        if (character && (isLayout ? lines == Lines::Kept : !steers(character->code))) {
            out += text.substr(at, bytes);
        } else {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", character ? character->code : 0xfffdU);
        }
        at += bytes;
    }
    return out;
}

void say(const std::string& text)
{
    const std::string line = visibleText(text);
    std::fwrite(line.data(), 1, line.size(), stderr); // where this fails there is nobody to tell
    std::fflush(stderr);
}

} // namespace

void Output::text(const std::string& raw) const
{
    const std::string text = visibleText(raw);
    const bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!isWritten && m_problem.empty()) {
        m_problem = fmt::format("The output cannot be written: {}", std::strerror(errno));
    }
}

Exit Output::answer(const nlohmann::json& document, const std::string& words) const
{
    text(isJson() ? jsonText(document, 1) + "\n" : words);
    return Exit::Success;
}

void Output::note(const std::string& line) const
{
    say(line + "\n");
}

Exit Output::failure(const Error& error) const
{
    say("knobscope-cli: " + error.message + "\n");
    if (isJson()) {
        answer({{"error", error.message}}, {});
    }
    return error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::NotFound ? Exit::Usage : Exit::Failure;
}

LiveLine::LiveLine(const Output& output)
    : m_output(output)
    , m_terminal(isatty(STDERR_FILENO) == 1)
{
}

bool LiveLine::isDue() const
{
    return std::chrono::steady_clock::now() - m_drawn >= std::chrono::milliseconds(m_terminal ? 100 : 5000);
}

void LiveLine::draw(const std::string& text)
{
    m_drawn = std::chrono::steady_clock::now();
    std::string line = visibleText(text, Lines::Shown);
    if (winsize size{}; m_terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
        line.resize(beginningOf(line, size.ws_col - 1U).size());
    }
    std::fprintf(stderr, m_terminal ? "\r%s\x1b[K" : "%s\n", line.c_str());
    std::fflush(stderr);
}

void LiveLine::end(const char* word) const
{
    std::fprintf(stderr, "%s", m_terminal ? word : "");
}

TextTable::TextTable(std::vector<std::string> header)
{
    for (std::string& name : header) {
        m_right.push_back(name.starts_with('>'));
        name.erase(0, m_right.back() ? 1 : 0);
    }
    m_rows.push_back(std::move(header));
}

void TextTable::add(std::vector<std::string> row)
{
    for (std::string& cell : row) {
        cell = visibleText(cell, Lines::Shown);
    }
    m_rows.push_back(std::move(row));
}

std::string TextTable::text() const
{
    std::vector<size_t> widths(m_rows.front().size(), 0);
    for (const auto& row : m_rows) {
        for (size_t c = 0; c < row.size(); ++c) {
            widths[c] = std::max(widths[c], row[c].size());
        }
    }
    std::string out;
    for (const auto& row : m_rows) {
        std::string line;
        for (size_t c = 0; c < row.size(); ++c) {
            line += m_right[c] ? fmt::format("{:>{}}", row[c], widths[c]) : fmt::format("{:<{}}", row[c], widths[c]);
            line += "  ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

} // namespace knobscope::cli
