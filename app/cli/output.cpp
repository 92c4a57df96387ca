// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "app/cli/visibletext.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

namespace knobscope::cli {

namespace {

void say(const std::string& text)
{
    const std::string line = visibleText(text);
    std::fwrite(line.data(), 1, line.size(), stderr); // where this fails there is nobody to tell
    std::fflush(stderr);
}

} // namespace

void Output::write(const std::string& raw) const
{
    const std::string text = visibleText(raw);
    const bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!isWritten && m_problem.empty()) {
        m_problem = fmt::format("The output cannot be written: {}", std::strerror(errno));
    }
}

void Output::document(const nlohmann::json& document) const
{
    write(document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void Output::text(const std::string& text) const
{
    write(text);
}

void Output::note(const std::string& line) const
{
    say(line + "\n");
}

Exit Output::failure(const Error& error) const
{
    say("knobscope-cli: " + error.message + "\n");
    if (isJson()) {
        document({{"error", error.message}});
    }
    return error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::NotFound ? Exit::Usage : Exit::Failure;
}

TextTable::TextTable(std::vector<std::string> header, std::vector<bool> rightAligned)
    : m_rows{std::move(header)}
    , m_right(std::move(rightAligned))
{
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
