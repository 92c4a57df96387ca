// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/table.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <string>

namespace knobscope::cli {

/// Exit code of a command; 128 plus the signal number after a clean stop by a signal.
enum class Exit : int { Success = 0, Failure = 1, Usage = 2 };

/// The exit code that shells use for a program ended by a signal: 130 for Ctrl-C.
constexpr Exit exitOfSignal(int signal)
{
    return static_cast<Exit>(128 + signal);
}

/// A part of an answer: its JSON for --json, and its text form.
struct Answer {
    nlohmann::json json;
    std::string text;
    std::vector<std::string> notes = {}; ///< remarks for the reader, one sentence each
};

/// Output settings shared by all commands: JSON or text. Results go to stdout, everything else to stderr; terminal control
/// characters are escaped (core/base/visibletext.h).
class Output
{
public:
    explicit Output(const bool& json)
        : m_json(&json)
    {
    }

    bool isJson() const { return *m_json; }
    /// Why output to stdout failed (a full disk, a closed pipe); empty if none failed.
    const std::string& problem() const { return m_problem; }
    /// Writes text to stdout.
    void text(const std::string& raw) const;
    /// Writes a command's result: one JSON document with --json, else text.
    Exit answer(const nlohmann::json& document, const std::string& plainText) const;
    /// Writes a table, in JSON as the member `key` of a document with `others`.
    Exit answer(const char* key, const Table& table, nlohmann::json others = nlohmann::json::object()) const;
    /// Writes one line to stderr: progress, hints.
    void note(const std::string& line) const;
    /// Writes one line to stderr; with --json also {"error": …} to stdout, so that a reader always finds a document.
    Exit failure(const Error& error) const;

private:
    const bool* m_json;
    mutable std::string m_problem; ///< write functions do not report errors; main() checks at the end
};

/// Reason for disturbed times of a result: as the value of a key "disturbed", …
nlohmann::json sentenceOrNull(const Sentence& disturbed);
/// … and as a line below a result; empty if there is none.
std::string disturbedText(const Sentence& disturbed);

/// A line on stderr that is updated: in place on a terminal, else as a new line every few seconds.
class LiveLine
{
public:
    explicit LiveLine(const Output& output);
    /// Whether enough time has passed since the last update.
    bool isDue() const;
    /// Truncates the text at the terminal's width, since a wrapped line could not be overwritten.
    void draw(const std::string& text);
    /// Appends text after the last update, " Done.", on a terminal.
    void end(const char* word) const;
    /// Writes a separate line.
    void note(const std::string& line) const { m_output.note((m_terminal ? "\n" : "") + line); }

private:
    const Output& m_output;
    bool m_terminal;
    std::chrono::steady_clock::time_point m_drawn;
};

} // namespace knobscope::cli
