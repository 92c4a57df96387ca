// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/insight/neighbourspanel.h"

#include "core/measure/kernelmessage.h"
#include "widgets/layout/boxes.h"
#include "widgets/text/number.h"
#include "widgets/translation/coretext.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>

namespace knobscope {

namespace {

constexpr int64_t mostListed = 20'000;

} // namespace

NeighboursPanel::NeighboursPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_view(makeCellView(&m_table, tr("Neighbours of the fastest config")))
    , m_status(new QLabel)
    , m_measure(new QPushButton(tr("&Measure the Missing Ones")))
    , m_cancel(new QPushButton(tr("&Cancel")))
    , m_progress(new QProgressBar)
{
    m_status->setWordWrap(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    inColumn(this, {inRow({{m_status, 1}, m_progress, m_cancel, m_measure}), {m_view, 1}}, QMargins(0, 6, 0, 0));
    m_progress->setAccessibleName(tr("Neighbours measured"));
    m_progress->setMaximumWidth(180);
    connect(m_measure, &QPushButton::clicked, this, &NeighboursPanel::measureMissing);
    connect(m_cancel, &QPushButton::clicked, &m_measuring, &NeighbourRun::stop);
    connect(&m_measuring, &NeighbourRun::progressed, this, [this](qint64 run, int done, int total) {
        m_progress->setMaximum(total);
        m_progress->setValue(done);
        tellOfTrials(run);
    });
    connect(&m_measuring, &NeighbourRun::finished, this, &NeighboursPanel::finish);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        std::vector<TrialRef> chosen;
        for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
            const Neighbour& neighbour = m_neighbours[static_cast<size_t>(index.data(CellTable::keyRole).toInt())];
            if (neighbour.run > 0) {
                chosen.push_back({neighbour.run, neighbour.number});
            }
        }
        if (!chosen.empty()) {
            m_workspace.selection().select(chosen);
        }
    });
    showButtons();
}

void NeighboursPanel::setTrials(std::shared_ptr<const TrialSet> trials, qint64 run)
{
    m_trials = std::move(trials);
    m_run = run;
    showTable();
    showButtons();
}

void NeighboursPanel::showTable()
{
    m_neighbours.clear();
    const auto best = m_trials ? m_trials->best() : std::nullopt;
    if (!best) {
        m_table.setTable({}, {});
        m_status->setText(tr("No trial of this task succeeded yet, so there is no best config whose neighbours could be shown."));
        return;
    }
    const TrialSet::Trial& trial = m_trials->trials[*best];
    m_neighbours = neighboursOf(*m_trials, trial.point.index);
    if (static_cast<int64_t>(m_neighbours.size()) > mostListed) {
        m_neighbours.resize(mostListed);
    }
    std::vector<CellTable::Row> rows;
    size_t measured = 0;
    for (const Neighbour& n : m_neighbours) {
        const Knob& knob = m_trials->task->space.knobs()[n.knob];
        const auto value = [&](int32_t digit) { return QString::fromStdString(valueText(knob.at(digit))); };
        const bool isMeasured = n.state == Neighbour::State::Measured;
        measured += n.state == Neighbour::State::NotMeasured ? 0 : 1;
        const QString loss = isMeasured                          ? tr("%1 %").arg(number(n.loss * 100, 1))
                           : n.state == Neighbour::State::Failed ? tr("failed")
                                                                 : tr("not measured");
        const QString tip = isMeasured && n.loss < 0 ? tr("It measured faster than the best") : QString();
        const double order = isMeasured ? n.loss : n.state == Neighbour::State::Failed ? 1.5 : 2.0;
        rows.push_back({Cell::word(QString::fromStdString(knob.name())), Cell::word(value(n.fromDigit)),
                        Cell::word(value(n.toDigit)), Cell::figure(loss, order, tip),
                        Cell::figure(isMeasured ? number(n.gflops, 1) : QString(), n.gflops),
                        Cell::figure(static_cast<double>(n.index), 0)});
        rows.back()[3].isStrong = isMeasured && n.loss < 0;
    }
    m_table.setTable({tr("Knob"), tr("From"), tr("To"), tr("Loss"), tr("GFLOPS"), tr("Config")}, std::move(rows));
    if (!m_measuring.isRunning()) {
        m_status->setText(tr("Config %1 is the fastest at %2 GFLOPS. %3 of its %4 one-step changes are measured.")
                              .arg(number(trial.point.index), number(trial.point.gflops, 1))
                              .arg(measured)
                              .arg(m_neighbours.size()));
    }
}

void NeighboursPanel::showButtons()
{
    const bool isRunning = m_measuring.isRunning();
    const bool canMeasure = m_trials && m_trials->task;
    const auto missing = static_cast<int>(unmeasured(m_neighbours).size());
    m_measure->setEnabled(!isRunning && canMeasure && missing > 0);
    m_measure->setText(missing > 0 ? tr("&Measure the %1 Missing").arg(missing) : tr("&Measure the Missing Ones"));
    m_measure->setToolTip(tr("They become a run of the project, named neighbours."));
    m_cancel->setVisible(isRunning);
    m_progress->setVisible(isRunning);
}

void NeighboursPanel::measureMissing()
{
    const auto best = m_trials ? m_trials->best() : std::nullopt;
    if (!best || m_measuring.isRunning()) {
        return;
    }
    if (const auto allowed = m_workspace.mayWrite(); !allowed) {
        const QString text = coreText(allowed.error());
        m_status->setText(text);
        m_workspace.say(MessageLevel::Warning, text);
        return;
    }
    // The best comes first: each loss is taken against its time on the same day.
    ConfigList list{*m_trials->task, m_trials->label, "neighbours", {m_trials->trials[*best].point.index}};
    const std::vector<int64_t> missing = unmeasured(m_neighbours);
    list.configs.insert(list.configs.end(), missing.begin(), missing.end());
    m_progress->setMaximum(static_cast<int>(list.configs.size()));
    m_progress->setValue(0);
    m_status->setText(tr("Measuring %1 configs: the best once more, then each neighbour against it.").arg(list.configs.size()));
    m_measuring.start(std::move(list), m_workspace.measuring(), m_workspace.projectPath());
    m_workspace.tellOfMeasuring(m_measuring.work(), tr("What is next to the best config"));
    showButtons();
}

void NeighboursPanel::tellOfTrials(qint64 run)
{
    if (run > 0 && !m_workspace.run(run)) {
        m_workspace.reloadRuns(); // it is new
    }
    if (run > 0) {
        emit m_workspace.trialsAdded(run);
    }
}

void NeighboursPanel::finish(qint64 run, const QString& problem)
{
    m_workspace.reloadRuns();
    tellOfTrials(run);
    showTable();
    showButtons();
    if (!problem.isEmpty()) {
        m_status->setText(problem);
        m_workspace.say(MessageLevel::Error, problem);
    }
}

} // namespace knobscope
