// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/spandetails.h"

#include "widgets/base/foreigntext.h"
#include "widgets/base/listtext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"
#include "widgets/views/timeline/sourcelookup.h"
#include "widgets/views/timeline/spannames.h"
#include "widgets/views/timeline/timescale.h"

#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>

#include <algorithm>
#include <string>
#include <utility>

namespace knobscope {

namespace {

constexpr int kMaxArguments = 40;

QString row(const QString& name, const QString& value)
{
    return QStringLiteral("<tr><td style='padding-right:12px; white-space:nowrap'>%1</td><td>%2</td></tr>")
        .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
}

QString valueText(const nlohmann::json& value)
{
    return foreignText(value.is_string() ? value.get<std::string>()
                                         : value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
        .left(400);
}

} // namespace

SpanDetails::SpanDetails(QWidget* parent)
    : WrappingPage(parent)
    , m_title(makeHeading({}))
    , m_facts(new QLabel(this))
    , m_status(new QLabel(this))
    , m_source(makeControl<QPlainTextEdit>("source", this))
    , m_choose(makeControl<QPushButton>("chooseSourceFolder", tr("Choose &Source Folder…"), this))
{
    for (QLabel* label : {m_title, m_facts, m_status}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setWordWrap(true);
    }
    m_title->setTextFormat(Qt::PlainText);
    m_status->setTextFormat(Qt::PlainText);
    m_facts->setAccessibleName(tr("Details of the span"));
    m_source->setReadOnly(true);
    m_source->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_source->setFont(codeFont());
    m_source->setAccessibleName(tr("Source of the span"));
    connect(m_choose, &QPushButton::clicked, this, &SpanDetails::chooseRoot);
    inColumn(this, {m_title, m_facts, m_status, inRow({m_choose, BoxItem::rest()}), {m_source, 1}})->addStretch(0);
    clearParts();
}

/// Shows a plain sentence only.
void SpanDetails::clearParts()
{
    m_span.reset();
    m_trial = {};
    for (QWidget* part : std::initializer_list<QWidget*>{m_facts, m_status, m_choose, m_source}) {
        part->hide();
    }
    m_title->setFont(font());
    m_title->setText(tr("Choose a span to see its function, file and line, its arguments and its trial."));
}

void SpanDetails::show(const std::optional<SpanDetail>& span, int64_t origin)
{
    clearParts();
    if (!span) {
        return;
    }
    m_span = span;
    m_trial = {span->run, span->trial};
    m_title->setFont(emphasised(font()));
    m_title->setText(shownName(span->span.name, span->trace));
    prepareFacts(origin);
    setFacts({});
    m_status->show();
    showSource();
}

void SpanDetails::showMarked(const std::vector<SpanDetail>& spans, int trials, int64_t origin)
{
    clearParts();
    if (spans.empty()) {
        return;
    }
    const SpanDetail& first = *std::ranges::min_element(spans, {}, &SpanDetail::begin);
    std::vector<std::pair<std::string, std::pair<int, double>>> names; // in the order of their first spans
    for (const SpanDetail& one : spans) {
        auto known = std::ranges::find(names, one.span.name, &decltype(names)::value_type::first);
        known = known == names.end() ? names.insert(known, {one.span.name, {}}) : known;
        ++known->second.first;
        known->second.second += one.span.seconds;
    }
    m_trial = trials == 1 ? TrialRef{first.run, first.trial} : TrialRef();
    m_factsBefore = row(tr("Starts at"), offsetText(first.begin - origin, 1000));
    m_factsAfter.clear();
    for (const auto& [name, sum] : names) {
        const QString took = preciseDuration(sum.second);
        m_factsAfter +=
            row(shownName(name, first.trace), sum.first == 1 ? took : tr("%1 in %n span(s)", nullptr, sum.first).arg(took));
    }
    m_title->setFont(emphasised(font()));
    m_title->setText(trials == 1 ? tr("Trial %1 of run %2").arg(first.trial).arg(first.run)
                                 : tr("%n trial(s) selected", nullptr, trials));
    setFacts({});
}

void SpanDetails::addTrial(const QString& result, const std::vector<std::pair<QString, QString>>& knobs)
{
    QString rows = row(tr("Result"), result);
    for (const auto& [name, value] : knobs) {
        rows += row(name, value);
    }
    setFacts(rows);
}

/// Makes the rows of the span.
void SpanDetails::prepareFacts(int64_t origin)
{
    const SpanDetail* span = &*m_span;
    const Span& s = span->span;
    const QString threadName = shownName(s.thread, span->trace);
    const QString thread = s.process == s.thread ? threadName : listText({shownName(s.process, span->trace), threadName});
    const std::vector<std::pair<QString, QString>> facts{
        {tr("Duration"), preciseDuration(s.seconds)},
        {tr("Starts at"), offsetText(span->begin - origin, 1000)},
        {tr("Thread"), tr("%1 (process %2, thread %3)").arg(thread).arg(s.pid).arg(s.tid)},
        {tr("Trial"), span->trial > 0 ? tr("run %1, trial %2").arg(span->run).arg(span->trial) : QString()}};
    const std::vector<std::pair<QString, QString>> source{
        {tr("Function"), foreignText(s.function)},
        {tr("File"), s.file.empty() ? QString() : tr("%1, line %2").arg(foreignText(s.file)).arg(s.line)},
        {tr("Category"), shownName(s.category, span->trace)}};
    const auto rowsOf = [](const std::vector<std::pair<QString, QString>>& rows) {
        QString text;
        for (const auto& [name, value] : rows) {
            text += value.isEmpty() ? QString() : row(name, value);
        }
        return text;
    };
    m_factsBefore = rowsOf(facts);
    m_factsAfter = rowsOf(source);
    int shown = 0;
    const nlohmann::json args = s.args.is_object() ? s.args : nlohmann::json::object();
    for (const auto& [key, value] : args.items()) {
        if (++shown <= kMaxArguments && key != "run" && key != "trial") {
            m_factsAfter += row(shownName(key, span->trace), valueText(value));
        }
    }
}

/// Shows the table; `trial` are rows of the trial.
void SpanDetails::setFacts(const QString& trial)
{
    m_facts->setText(QStringLiteral("<table>") + m_factsBefore + trial + m_factsAfter + QStringLiteral("</table>"));
    m_facts->show();
}

void SpanDetails::showSource()
{
    const QString file = QString::fromStdString(m_span->span.file);
    const SourceText source = findSource(file, m_span->span.line, QString::fromStdString(m_span->span.function), sourceRoots());
    const bool isFound = !source.path.isEmpty() && !source.text.isEmpty();
    m_status->setToolTip(source.path);
    m_source->setVisible(isFound);
    m_choose->setVisible(!file.isEmpty() && !isFound);
    if (file.isEmpty()) {
        m_status->setText(tr("This span has no source file."));
        return;
    }
    if (!isFound) {
        m_status->setText(tr("The source was not found. Looked for: %1").arg(source.tried.join(QStringLiteral(", "))));
        return;
    }
    const QString name = QDir::isAbsolutePath(file) ? source.path : file;
    m_status->setText(
        source.isMoved
            ? tr("%1 (changed since; this is where %2 is now)").arg(name, QString::fromStdString(m_span->span.function))
            : name);
    const int digits = static_cast<int>(QString::number(source.firstLine + source.text.count(QLatin1Char('\n'))).size());
    QStringList lines;
    int number = source.firstLine;
    for (const QString& line : source.text.split(QLatin1Char('\n'))) {
        lines << QStringLiteral("%1  %2").arg(number++, digits).arg(line);
    }
    m_source->setPlainText(lines.join(QLatin1Char('\n')));
    if (const QTextBlock block = m_source->document()->findBlockByNumber(source.line - source.firstLine); block.isValid()) {
        QTextCursor cursor(block);
        m_source->setTextCursor(cursor);
        m_source->centerCursor();
        QTextEdit::ExtraSelection mark;
        QColor color = palette().color(QPalette::Highlight);
        color.setAlpha(70);
        mark.format.setBackground(color);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor = cursor;
        m_source->setExtraSelections({mark});
    }
}

void SpanDetails::chooseRoot()
{
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Folder with the Source of %1").arg(QString::fromStdString(m_span->span.file)));
    if (!folder.isEmpty()) {
        addSourceRoot(folder);
        showSource();
    }
}

void SpanDetails::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_span) {
        showSource();
    }
}

} // namespace knobscope
