// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/markup.h"

#include "core/base/escapehtml.h"
#include "core/base/visibletext.h"

#include <fmt/format.h>

#include <span>
#include <utility>

namespace knobscope {

namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

/// Besides what has a meaning in LaTeX: characters of our own texts that its default fonts lack.
constexpr Replacement kLatex[] = {{"\\", "\\textbackslash{}"},
                                  {"{", "\\{"},
                                  {"}", "\\}"},
                                  {"$", "\\$"},
                                  {"&", "\\&"},
                                  {"#", "\\#"},
                                  {"%", "\\%"},
                                  {"_", "\\_"},
                                  {"^", "\\textasciicircum{}"},
                                  {"~", "\\textasciitilde{}"},
                                  {"<", "\\textless{}"},
                                  {">", "\\textgreater{}"},
                                  {"|", "\\textbar{}"},
                                  {"\"", "\\textquotedbl{}"},
                                  {"→", "$\\rightarrow$"},
                                  {"×", "$\\times$"},
                                  {"≥", "$\\geq$"},
                                  {"≤", "$\\leq$"},
                                  {"±", "$\\pm$"},
                                  {"\n", " "},
                                  {"\r", " "},
                                  {"\t", " "}};

std::string replaced(std::string_view text, std::span<const Replacement> replacements)
{
    std::string out;
    while (!text.empty()) {
        std::string_view from = text.substr(0, 1);
        std::string_view to = from;
        for (const auto& [special, harmless] : replacements) {
            if (text.starts_with(special)) {
                from = special;
                to = harmless;
                break;
            }
        }
        out += to;
        text.remove_prefix(from.size());
    }
    return out;
}

std::vector<size_t> shownColumns(const Table& table)
{
    std::vector<size_t> shown;
    for (size_t c = 0; c < table.columns().size(); ++c) {
        if (!table.columns()[c].heading.empty()) {
            shown.push_back(c);
        }
    }
    return shown;
}

} // namespace

std::string escapeLatex(std::string_view text)
{
    return replaced(visibleText(text), kLatex);
}

std::string htmlTable(const Table& table)
{
    const std::vector<size_t> columns = shownColumns(table);
    const auto number = [&](size_t c) { return table.columns()[c].isNumeric() ? " class=\"number\"" : ""; };
    std::string out = "<div class=\"wide\"><table>\n<thead><tr>";
    for (const size_t c : columns) {
        out += fmt::format("<th scope=\"col\"{}>{}</th>", number(c), escapeHtml(table.columns()[c].heading.message));
    }
    out += "</tr></thead>\n<tbody>\n";
    for (size_t row = 0; row < table.rows().size(); ++row) {
        out += "<tr>";
        for (const size_t c : columns) {
            out += fmt::format("<td{}>{}</td>", number(c), escapeHtml(table.shown(row, c).message));
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

std::string latexTable(const Table& table)
{
    const std::vector<size_t> columns = shownColumns(table);
    std::string alignment;
    std::string heading;
    for (const size_t c : columns) {
        alignment += table.columns()[c].isNumeric() ? 'r' : 'l';
        heading += (heading.empty() ? "" : " & ") + escapeLatex(table.columns()[c].heading.message);
    }
    std::string out = fmt::format("\\begin{{tabular}}{{{}}}\n\\hline\n{} \\\\\n\\hline\n", alignment, heading);
    for (size_t row = 0; row < table.rows().size(); ++row) {
        std::string line;
        for (const size_t c : columns) {
            line += (c == columns.front() ? "" : " & ") + escapeLatex(table.shown(row, c).message);
        }
        // After \\ of the previous row, [ would begin an argument, and * would be swallowed.
        out += (line.starts_with("[") || line.starts_with("*") ? "{}" : "") + line + " \\\\\n";
    }
    return out + "\\hline\n\\end{tabular}\n";
}

} // namespace knobscope
