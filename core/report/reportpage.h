// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/report/report.h"
#include "core/report/svgchart.h"

#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// A page that grows from its top to its bottom. All texts are escaped here.
class ReportPage
{
public:
    /// `id` is the anchor of a section in the page's list of contents; empty: not listed.
    void heading(int level, std::string_view text, std::string_view id = {});
    void paragraph(std::string_view text);
    void remark(std::string_view text); ///< a paragraph in small print
    void items(const std::vector<std::string>& texts);
    /// The lines as they are; with a summary they are folded.
    void lines(const std::vector<std::string>& lines, std::string_view summary = {});
    /// A table, and its parts NAME.csv and NAME.tex.
    void table(const Table& table, const std::string& name);
    /// A chart, and its part NAME.svg; nothing if no curve has a step.
    void chart(const Chart& chart, const std::string& name);
    /// A chart of bars, and its part NAME.svg.
    void bars(const BarChart& chart, const std::string& name);
    /// A part that the page does not show in this form.
    void part(const std::string& name, std::string text);

    /// The whole document.
    Report finished(std::string_view title) &&;

private:
    std::string m_body;
    std::string m_contents;
    std::vector<ReportPart> m_parts;
};

} // namespace knobscope
