// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "core/base/characters.h"
#include "core/base/readjson.h"
#include "core/base/visibletext.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

namespace knobscope::cli {

namespace {

void writeToStderr(const std::string& text)
{
    const std::string line = visibleText(text);
    std::fwrite(line.data(), 1, line.size(), stderr); // a failure here cannot be reported
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

Exit Output::answer(const nlohmann::json& document, const std::string& plainText) const
{
    text(isJson() ? jsonText(document, 1) + "\n" : plainText);
    return Exit::Success;
}

Exit Output::answer(const char* key, const Table& table, nlohmann::json others) const
{
    if (isJson()) {
        others[key] = table.toJson();
    }
    return answer(others, isJson() ? std::string() : table.toText());
}

void Output::note(const std::string& line) const
{
    writeToStderr(line + "\n");
}

Exit Output::failure(const Error& error) const
{
    writeToStderr("knobscope-cli: " + error.message + "\n");
    if (isJson()) {
        answer({{"error", error.message}}, {});
    }
    return error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::NotFound ? Exit::Usage : Exit::Failure;
}

nlohmann::json sentenceOrNull(const Sentence& disturbed)
{
    return disturbed.empty() ? nlohmann::json() : nlohmann::json(disturbed.message);
}

std::string disturbedText(const Sentence& disturbed)
{
    return disturbed.empty() ? std::string() : fmt::format("DISTURBED: {}\n", disturbed);
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
    std::string line = visibleText(text, Lines::Escape);
    if (winsize size{}; m_terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
        line.resize(truncateToColumns(line, size.ws_col - 1U).size());
    }
    std::fprintf(stderr, m_terminal ? "\r%s\x1b[K" : "%s\n", line.c_str());
    std::fflush(stderr);
}

void LiveLine::end(const char* word) const
{
    std::fprintf(stderr, "%s", m_terminal ? word : "");
}

} // namespace knobscope::cli
