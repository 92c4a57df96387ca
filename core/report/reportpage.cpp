// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/reportpage.h"

#include "core/base/escapehtml.h"
#include "core/report/markup.h"

#include <algorithm>

namespace knobscope {

namespace {

/// The policy makes a browser refuse scripts and anything from elsewhere, whatever a text contains.
constexpr const char* kHead = R"(<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
:root{--ink:#1b1f24;--paper:#fff;--soft:#f3f5f7;--rule:#d5d9de;--dim:#59626c}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--paper:#16191d;--soft:#20242a;--rule:#3a4048;--dim:#a3acb6}}
body{color:var(--ink);background:var(--paper);font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1,h2,h3{line-height:1.25;break-after:avoid}
h2{margin-top:2.5rem;border-top:1px solid var(--rule);padding-top:1rem}
nav a{color:inherit}
.remark{color:var(--dim);font-size:13px}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:13px;margin:.8rem 0}
th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--rule);vertical-align:top;overflow-wrap:anywhere}
th{white-space:nowrap}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
pre{background:var(--soft);padding:.7rem;overflow-x:auto;font:12px/1.45 ui-monospace,monospace}
svg{max-width:100%;height:auto}
tr,svg{break-inside:avoid}
@media print{body{margin:0;max-width:none;font-size:11pt}pre{white-space:pre-wrap}nav{display:none}.wide{overflow:visible}}
</style>
)";

} // namespace

void ReportPage::heading(int level, std::string_view text, std::string_view id)
{
    const std::string escaped = escapeHtml(text);
    if (id.empty()) {
        m_body += fmt::format("<h{0}>{1}</h{0}>\n", level, escaped);
        return;
    }
    m_body += fmt::format("<h{0} id=\"{1}\">{2}</h{0}>\n", level, escapeHtml(id), escaped);
    m_contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", escapeHtml(id), escaped);
}

void ReportPage::paragraph(std::string_view text)
{
    m_body += fmt::format("<p>{}</p>\n", escapeHtml(text));
}

void ReportPage::remark(std::string_view text)
{
    m_body += fmt::format("<p class=\"remark\">{}</p>\n", escapeHtml(text));
}

void ReportPage::items(const std::vector<std::string>& texts)
{
    m_body += "<ul>\n";
    for (const std::string& text : texts) {
        m_body += fmt::format("<li>{}</li>\n", escapeHtml(text));
    }
    m_body += "</ul>\n";
}

void ReportPage::lines(const std::vector<std::string>& lines, std::string_view summary)
{
    std::string text;
    for (const std::string& line : lines) {
        text += escapeHtml(line) + "\n";
    }
    m_body += summary.empty() ? fmt::format("<pre>{}</pre>\n", text)
                              : fmt::format("<details><summary>{}</summary><pre>{}</pre></details>\n", escapeHtml(summary), text);
}

void ReportPage::table(const Table& table, const std::string& name)
{
    m_body += htmlTable(table);
    part(name + ".csv", table.toCsv());
    part(name + ".tex", latexTable(table));
}

void ReportPage::chart(const Chart& chart, const std::string& name)
{
    if (std::ranges::all_of(chart.curves, [](const ChartCurve& curve) { return curve.steps.empty(); })) {
        return;
    }
    std::string svg = svgOf(chart);
    m_body += svg;
    part(name + ".svg", std::move(svg));
}

void ReportPage::bars(const BarChart& chart, const std::string& name)
{
    std::string svg = svgOf(chart);
    m_body += svg;
    part(name + ".svg", std::move(svg));
}

void ReportPage::part(const std::string& name, std::string text)
{
    m_parts.push_back({name, std::move(text)});
}

Report ReportPage::finished(std::string_view title) &&
{
    const std::string escaped = escapeHtml(title);
    Report report;
    report.html = fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n{}<title>{}</title>\n</head>\n<body>\n<h1>{}</h1>\n"
                              "<nav><ul>\n{}</ul></nav>\n{}</body>\n</html>\n",
                              kHead, escaped, escaped, m_contents, m_body);
    report.parts = std::move(m_parts);
    return report;
}

} // namespace knobscope
