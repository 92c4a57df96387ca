// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace knobscope::cli {

/// How a command ended, as the exit code of the process; after a signal that ended it cleanly, 128 and its number.
enum class Exit : int { Success = 0, Failure = 1, Usage = 2 };

/// The exit code that shells give a program which a signal ended: 130 for Ctrl-C.
constexpr Exit exitOfSignal(int signal)
{
    return static_cast<Exit>(128 + signal);
}

/// What every command shares: whether to write JSON, and where its words go. Results go to stdout, everything else to stderr;
/// what would steer a terminal is shown as text (visibleText in output.cpp).
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
    /// One JSON document on stdout.
    void document(const nlohmann::json& document) const;
    /// Text for people on stdout.
    void text(const std::string& text) const;
    /// What a command ends with: the document with --json, the text without.
    Exit answer(const nlohmann::json& document, const std::string& text) const;
    /// One line on stderr: progress, hints.
    void note(const std::string& line) const;
    /// One line on stderr; with --json also {"error": …} on stdout, so that a reader always finds a document.
    Exit failure(const Error& error) const;

private:
    void write(const std::string& raw) const;
    const bool* m_json;
    mutable std::string m_problem; ///< writing says nothing; main() asks at the end
};

/// Columns aligned; numbers in `rightAligned` columns to the right.
class TextTable
{
public:
    TextTable(std::vector<std::string> header, std::vector<bool> rightAligned);
    void add(std::vector<std::string> row);
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
    std::vector<bool> m_right;
};

} // namespace knobscope::cli
