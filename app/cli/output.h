// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace knobscope::cli {

/// How a command ended, as the exit code of the process; after a signal that ended it cleanly, 128 and its number.
enum class Exit : int { Success = 0, Failure = 1, Usage = 2 };

/// The exit code that shells give a program which a signal ended: 130 for Ctrl-C.
constexpr Exit exitOfSignal(int signal)
{
    return static_cast<Exit>(128 + signal);
}

/// A part of an answer: what goes into the document with --json, and the same for people.
struct Answer {
    nlohmann::json json;
    std::string text;
};

/// What every command shares: whether to write JSON, and where its words go. Results go to stdout, everything else to stderr;
/// what would steer a terminal is shown as text (core/text/visibletext.h).
class Output
{
public:
    explicit Output(const bool& json)
        : m_json(&json)
    {
    }

    bool isJson() const { return *m_json; }
    /// Why something that went to stdout did not get there (a full disk, a closed pipe); empty while all did.
    const std::string& problem() const { return m_problem; }
    /// Text on stdout.
    void text(const std::string& raw) const;
    /// What a command ends with: one JSON document with --json, words for people without.
    Exit answer(const nlohmann::json& document, const std::string& words) const;
    /// One line on stderr: progress, hints.
    void note(const std::string& line) const;
    /// One line on stderr; with --json also {"error": …} on stdout, so that a reader always finds a document.
    Exit failure(const Error& error) const;

private:
    const bool* m_json;
    mutable std::string m_problem; ///< writing says nothing; main() asks at the end
};

/// What disturbed the times of a result: for a key "disturbed", …
nlohmann::json sentenceOrNull(const Sentence& disturbed);
/// … and as a line below a result; nothing where nothing did.
std::string disturbedText(const Sentence& disturbed);

/// A line on stderr that is drawn anew: over itself on a terminal, elsewhere below, every few seconds.
class LiveLine
{
public:
    explicit LiveLine(const Output& output);
    /// Whether it was not drawn for so long that it should be.
    bool isDue() const;
    /// Cut where the terminal ends: a line that wraps could not be drawn over.
    void draw(const std::string& text);
    /// What is to be read after the last that was drawn, " Done.", where that stands on a terminal.
    void end(const char* word) const;
    /// A line of its own.
    void note(const std::string& line) const { m_output.note((m_terminal ? "\n" : "") + line); }

private:
    const Output& m_output;
    bool m_terminal;
    std::chrono::steady_clock::time_point m_drawn;
};

/// Columns aligned; those of numbers to the right, whose names in the header begin with '>'.
class TextTable
{
public:
    explicit TextTable(std::vector<std::string> header);
    void add(std::vector<std::string> row);
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
    std::vector<bool> m_right;
};

} // namespace knobscope::cli
