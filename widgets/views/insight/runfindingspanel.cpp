// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/insight/runfindingspanel.h"

#include "core/study/roofline.h"
#include "core/tuning/storedrun.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/scrolledpage.h"
#include "widgets/controls/section.h"
#include "widgets/project/machinepeaks.h"

#include <QLabel>
#include <QVBoxLayout>

namespace knobscope {

namespace {

/// Without the marks around names of knobs.
QString plainFinding(const Sentence& sentence)
{
    return coreText(sentence).remove(QLatin1Char('`'));
}

} // namespace

RunFindingsPanel::RunFindingsPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_message(new QLabel)
{
    m_message->setWordWrap(true);
    auto* page = new QWidget;
    m_cards = inColumn(page, {m_message, BoxItem::rest()}, QMargins() + space::kSmall, space::kMedium);
    inColumn(this, {new ScrolledPage(page)}, QMargins());
}

void RunFindingsPanel::setRun(qint64 run)
{
    const RunRow* row = run > 0 ? m_workspace.run(run) : nullptr;
    const auto task = row ? m_workspace.taskOfRun(run) : nullptr;
    m_run = run;
    if (!row || !task) {
        m_work.cancel();
        show({}, tr("Choose a run to see what was found about it."));
        return;
    }
    show({}, tr("Looking at run %1…").arg(run));
    const double peak = isOfThisMachine(*row) ? knownPeakGflops(*task, threadsOf(*row)) : 0;
    m_work.ask(
        [path = m_workspace.projectPath().toStdString(), row = *row, peak, shared = m_workspace.runTrials(),
         machine = profileOf(task->target)]() -> Result<std::vector<RunFinding>> {
            auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
            return runFindings(project, row, machine, peak, shared.get());
        },
        [this](const Result<std::vector<RunFinding>>& findings) {
            show(findings.value_or(std::vector<RunFinding>()),
                 findings ? tr("Nothing stands out in this run.") : coreText(findings.error()));
        });
}

QWidget* RunFindingsPanel::makeCard(const RunFinding& finding, size_t place)
{
    auto* card = makeControl<QWidget>(QStringLiteral("runFinding.%1").arg(place + 1));
    auto* text = makeHeading(plainFinding(finding.text));
    auto* evidence = makeSentence(plainFinding(finding.evidence));
    const QString gain = finding.gain > 1.005 ? tr(" Up to %1 times.").arg(number(finding.gain, 2)) : QString();
    auto* change = new QLabel(plainFinding(finding.change) + (finding.index < 0 ? gain : QString()));
    for (QLabel* label : std::initializer_list<QLabel*>{text, evidence, change}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    card->setAccessibleName(text->text());
    auto* column = inColumn(card, {text, change, evidence}, QMargins(), space::kTight);
    if (finding.index >= 0) {
        auto* open = makeControl<QPushButton>(QStringLiteral("openConfig.%1").arg(place + 1),
                                              tr("Open Config %1").arg(number(finding.index)));
        connect(open, &QPushButton::clicked, this, [this, index = finding.index] {
            m_workspace.reportError(m_workspace.openTaskOfRun(m_run));
            m_workspace.setConfig(index);
            emit m_workspace.viewWanted(QStringLiteral("config"));
        });
        column->addLayout(inRow({open, BoxItem::rest()}));
    }
    return card;
}

void RunFindingsPanel::show(std::vector<RunFinding> findings, const QString& otherwise)
{
    while (m_cards->count() > 2) { // the message and the rest stay
        QLayoutItem* item = m_cards->takeAt(1);
        delete item->widget();
        delete item;
    }
    m_findings = std::move(findings);
    m_message->setText(otherwise);
    m_message->setVisible(m_findings.empty());
    for (size_t i = 0; i < m_findings.size(); ++i) {
        m_cards->insertWidget(static_cast<int>(i) + 1, makeCard(m_findings[i], i));
    }
}

} // namespace knobscope
