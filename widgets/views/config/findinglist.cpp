// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/findinglist.h"

#include "core/study/neighbours.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/wrappedlabel.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/findingcard.h"

#include <QHBoxLayout>
#include <QLabel>

namespace knobscope {

FindingList::FindingList(Workspace& workspace, SingleMeasurement& measuring, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_measuring(measuring)
    , m_outcome(makeControl<WrappedLabel>("findings.outcome"))
    , m_message(new WrappedLabel)
{
    inColumn(this, {m_outcome, m_message}, QMargins());
    for (QLabel* label : {m_outcome, m_message}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->hide();
    }
    m_outcome->setAccessibleName(tr("What the last change brought"));
    connect(&measuring, &SingleMeasurement::changed, this, &FindingList::enableButtons);
    connect(&measuring, &SingleMeasurement::changeMeasured, this, &FindingList::showOutcome);
    connect(&workspace, &Workspace::taskChanged, m_outcome, &QLabel::hide);
    connect(&workspace, &Workspace::projectChanged, this, [this] {
        const bool wasBusy = m_reader.isBusy() || m_work.isBusy();
        m_work.cancel();
        m_reader.setPath(m_workspace.projectPath()); // cancels, too
        if (wasBusy && m_workspace.task()) {
            showConfig();
        }
    });
    m_reader.setPath(workspace.projectPath());
}

void FindingList::showConfig()
{
    const auto find = [task = m_workspace.task(), config = m_workspace.config(),
                       threads = m_workspace.measuring().threads](const std::map<int64_t, MeasuredGain>& measured) {
        return findingsOf(*task, config, profileOf(task->target), threads, measured);
    };
    if (m_workspace.projectPath().isEmpty()) {
        m_work.ask([find] { return find({}); }, [this](const Result<std::vector<Finding>>& findings) { take(findings); });
        return;
    }
    m_reader.ask(
        [find, task = m_workspace.task(), config = m_workspace.config(),
         threads = m_workspace.measuring().threads](Project& project, const std::atomic<bool>& /*isCancelled*/) {
            // Findings without trials are better than none if the project cannot be read.
            return find(measuredGains(project, *task, config, threads).value_or(std::map<int64_t, MeasuredGain>()));
        },
        [this](const Result<std::vector<Finding>>& findings) { take(findings); });
}

void FindingList::take(const Result<std::vector<Finding>>& findings)
{
    if (!findings) {
        setMessage(coreText(findings.error()));
    } else if (findings->empty()) {
        setMessage(tr("No change of one knob promises 5 %."));
    } else {
        setFindings(*findings);
    }
}

void FindingList::clear()
{
    m_work.cancel();
    m_reader.cancel();
    setMessage({});
}

void FindingList::addCard()
{
    auto* card = new FindingCard(QStringLiteral("finding.%1").arg(m_cards.size() + 1));
    card->button().setText(tr("Try"));
    layout()->addWidget(card);
    connect(&card->button(), &QToolButton::clicked, this, [this, place = m_cards.size()] { tryChange(m_findings[place]); });
    m_cards.push_back(card);
}

void FindingList::setFindings(std::vector<Finding> findings)
{
    m_message->hide();
    m_findings = std::move(findings);
    while (m_cards.size() < m_findings.size()) {
        addCard();
    }
    for (size_t i = 0; i < m_cards.size(); ++i) {
        FindingCard& card = *m_cards[i];
        card.setVisible(i < m_findings.size());
        if (i < m_findings.size()) {
            const QString change = coreText(m_findings[i].change).remove(QLatin1Char('`')); // marks names in plain text
            card.text().setText(coreText(m_findings[i].text).remove(QLatin1Char('`')) + QLatin1Char(' ') + change);
            card.text().setToolTip(coreText(m_findings[i].evidence));
            card.button().setToolTip(
                tr("Measures this config and config %1, each in pairs with the untuned config, and makes the change")
                    .arg(number(m_findings[i].index)));
            card.button().setAccessibleName(tr("Try %1").arg(change));
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
    for (FindingCard* card : m_cards) {
        card->button().setEnabled(!m_measuring.isMeasuring());
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
