// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/findinglist.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"

#include <QHBoxLayout>
#include <QLabel>

namespace knobscope {

FindingList::FindingList(Workspace& workspace, SingleMeasurement& measuring, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_measuring(measuring)
    , m_outcome(makeControl<QLabel>("findings.outcome"))
    , m_message(new QLabel)
{
    inColumn(this, {m_outcome, m_message}, QMargins());
    for (QLabel* label : {m_outcome, m_message}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->hide();
    }
    m_outcome->setAccessibleName(tr("What the last change brought"));
    connect(&measuring, &SingleMeasurement::changed, this, &FindingList::enableButtons);
    connect(&measuring, &SingleMeasurement::changeMeasured, this, &FindingList::showOutcome);
    connect(&workspace, &Workspace::taskChanged, m_outcome, &QLabel::hide);
}

void FindingList::showConfig()
{
    m_work.ask(
        [task = m_workspace.task(), config = m_workspace.config(), threads = m_workspace.measuring().threads] {
            return findingsOf(*task, config, profileOf(task->target), threads);
        },
        [this](const Result<std::vector<Finding>>& findings) {
            if (!findings) {
                setMessage(coreText(findings.error()));
            } else if (findings->empty()) {
                setMessage(tr("No change of one knob promises 5 %."));
            } else {
                setFindings(*findings);
            }
        });
}

void FindingList::clear()
{
    m_work.cancel();
    setMessage({});
}

void FindingList::addRow()
{
    Row row{new QWidget, new QLabel, makeControl<QToolButton>(QStringLiteral("finding.%1").arg(m_rows.size() + 1))};
    row.text->setWordWrap(true);
    row.text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row.text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row.button->setText(tr("Try"));
    inRow(row.box, {{row.text, 1}, row.button}, QMargins());
    layout()->addWidget(row.box);
    connect(row.button, &QToolButton::clicked, this, [this, place = m_rows.size()] { tryChange(m_findings[place]); });
    m_rows.push_back(row);
}

void FindingList::setFindings(std::vector<Finding> findings)
{
    m_message->hide();
    m_findings = std::move(findings);
    while (m_rows.size() < m_findings.size()) {
        addRow();
    }
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        row.box->setVisible(i < m_findings.size());
        if (i < m_findings.size()) {
            const QString change = coreText(m_findings[i].change).remove(QLatin1Char('`')); // marks names in plain text
            row.text->setText(coreText(m_findings[i].text).remove(QLatin1Char('`')) + QLatin1Char(' ') + change);
            row.text->setToolTip(coreText(m_findings[i].evidence));
            row.button->setToolTip(tr("Measures this config and config %1, each in pairs with the untuned config, and makes the "
                                      "change")
                                       .arg(number(m_findings[i].index)));
            row.button->setAccessibleName(tr("Try %1").arg(change));
        }
    }
    enableButtons();
}

void FindingList::setMessage(const QString& sentence)
{
    setFindings({});
    m_message->setText(sentence);
    m_message->setVisible(!sentence.isEmpty());
}

void FindingList::enableButtons()
{
    for (const Row& row : m_rows) {
        row.button->setEnabled(!m_measuring.isMeasuring());
    }
}

void FindingList::tryChange(const Finding& finding)
{
    const auto task = m_workspace.task();
    const auto before = task ? task->space.at(m_workspace.config()) : fail(ErrorCode::NotFound, "No task");
    const auto after = before ? task->space.at(finding.index) : before;
    if (after) {
        m_promised = finding.gain;
        m_measuring.measureChange(*before, *after);
    }
}

void FindingList::showOutcome(qint64 before, qint64 after)
{
    const double gain = m_measuring.gain();
    m_outcome->setText(gain > 0 ? tr("Config %1 instead of %2 brought %3 times; up to %4 times were expected.")
                                      .arg(number(after), number(before), number(gain, 2), number(m_promised, 2))
                                : tr("Config %1 or %2 failed.").arg(number(before), number(after)));
    m_outcome->show();
    if (gain > 0 && m_workspace.config() == before) {
        m_workspace.setConfig(after);
    }
}

} // namespace knobscope
