// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/insight/neighbourspanel.h"

#include "core/study/insighttables.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/coretable.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace knobscope {

namespace {

constexpr double kClearlyFaster = 0.01; // less is within the scatter of single trials
constexpr int64_t kMaxListed = 20'000;
constexpr size_t kLossColumn = 3; ///< of neighboursTable()

} // namespace

NeighboursPanel::NeighboursPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_view(makeCellView("neighbours", &m_table, tr("Neighbours of the fastest config")))
    , m_status(new QLabel)
    , m_measure(makeControl<QPushButton>("neighbours.measure", tr("&Measure the Missing Ones")))
    , m_cancel(makeControl<QPushButton>("neighbours.cancel", tr("&Cancel")))
    , m_progress(new QProgressBar)
{
    m_status->setWordWrap(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    inColumn(this, {inRow({{m_status, 1}, m_progress, m_cancel, m_measure}), {m_view, 1}}, QMargins(0, space::kSmall, 0, 0));
    m_progress->setAccessibleName(tr("Neighbours measured"));
    m_progress->setMaximumWidth(180);
    connect(m_measure, &QPushButton::clicked, this, &NeighboursPanel::measureMissing);
    connect(m_cancel, &QPushButton::clicked, &workspace.session(), &TuningSession::stop);
    connect(&workspace.session(), &TuningSession::progressed, this, [this](const Progress& progress) {
        if (m_isMeasuring) {
            m_progress->setValue(static_cast<int>(progress.done));
        }
    });
    connect(&workspace.session(), &TuningSession::finished, this, [this](const RunFinished&, const Sentence& problem) {
        if (!std::exchange(m_isMeasuring, false)) {
            return;
        }
        showTable();
        showButtons();
        if (!problem.empty()) {
            m_status->setText(coreText(problem));
        }
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        std::vector<TrialRef> chosen;
        for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
            const Neighbour& neighbour = m_neighbours[static_cast<size_t>(index.data(CellTable::kKeyRole).toInt())];
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

void NeighboursPanel::setTrials(std::shared_ptr<const TrialSet> trials)
{
    m_trials = std::move(trials);
    showTable();
    showButtons();
}

void NeighboursPanel::showTable()
{
    const auto before = std::exchange(m_neighbours, {});
    const auto best = m_trials ? m_trials->best() : std::nullopt;
    if (!best) {
        m_table.setTable({}, {});
        m_status->setText(tr("No trial of this task has succeeded yet, so there is no best config with neighbours to show."));
        return;
    }
    const TrialSet::Trial trial = m_trials->trials[*best];
    m_neighbours = neighboursOf(*m_trials, trial.point.index);
    if (static_cast<int64_t>(m_neighbours.size()) > kMaxListed) {
        m_neighbours.resize(kMaxListed);
    }
    const Table table = neighboursTable(*m_trials, m_neighbours);
    std::vector<CellTable::Row> rows = rowsOf(table);
    for (size_t i = 0; i < rows.size(); ++i) {
        const Neighbour& n = m_neighbours[i];
        Cell& loss = rows[i][kLossColumn];
        if (n.state != Neighbour::State::Measured) {
            loss.sort = n.state == Neighbour::State::Failed ? 1.5 : 2.0; // after any loss
        } else {
            loss.tip = tr("Against the best config in the same run, median of the runs. GFLOPS is the median of all trials.");
            loss.isStrong = n.loss < -kClearlyFaster;
        }
    }
    if (!before.empty() && std::ranges::equal(before, m_neighbours, {}, &Neighbour::index, &Neighbour::index)) {
        m_table.updateRows(std::move(rows)); // keeps the chosen row during a run
    } else {
        m_table.setTable(headingsOf(table), std::move(rows));
    }
    if (!isMeasuring()) {
        m_status->setText(coreText(neighboursSentence(*m_trials, trial.point, m_neighbours)));
    }
}

void NeighboursPanel::showButtons()
{
    const bool canMeasure = m_trials && m_trials->task;
    const auto missing = static_cast<int>(unmeasured(m_neighbours).size());
    m_measure->setEnabled(!isMeasuring() && canMeasure && missing > 0);
    m_measure->setText(missing > 0 ? tr("&Measure the %1 Missing").arg(missing) : tr("&Measure the Missing Ones"));
    m_measure->setToolTip(tr("They are saved in the project as a run named neighbours."));
    m_cancel->setVisible(isMeasuring());
    m_progress->setVisible(isMeasuring());
}

void NeighboursPanel::measureMissing()
{
    const auto best = m_trials ? m_trials->best() : std::nullopt;
    if (!best || isMeasuring()) {
        return;
    }
    if (const auto allowed = m_workspace.checkCanWrite(); !allowed) {
        const QString text = coreText(allowed.error());
        m_status->setText(text);
        m_workspace.report(MessageLevel::Warning, text);
        return;
    }
    // The best config comes first, so that losses are relative to a measurement from the same session.
    ConfigList list{*m_trials->task, m_trials->label, "neighbours", {m_trials->trials[*best].point.index}};
    const std::vector<int64_t> missing = unmeasured(m_neighbours);
    list.configs.insert(list.configs.end(), missing.begin(), missing.end());
    m_progress->setMaximum(static_cast<int>(list.configs.size()));
    m_progress->setValue(0);
    m_status->setText(tr("Measuring %1 configs: the best once more, then each neighbour against it.").arg(list.configs.size()));
    m_isMeasuring = true;
    m_workspace.session().startList(list, m_workspace.measuring(), m_workspace.projectPath());
    showButtons();
}

} // namespace knobscope
