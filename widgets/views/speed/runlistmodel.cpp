// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/speed/runlistmodel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/plot/colours.h"

#include <QGuiApplication>

#include <algorithm>
#include <ranges>

namespace knobscope {

QVariant RunListModel::data(const QModelIndex& index, int role) const
{
    const bool isSwatch = role == Qt::DecorationRole && index.isValid();
    return isSwatch ? colorOf(m_runs[static_cast<size_t>(index.row())].id) : CellTable::data(index, role);
}

std::vector<CellTable::Row> RunListModel::rows() const
{
    std::vector<Row> rows;
    for (const RunRow& run : m_runs) {
        const QString label = QString::fromStdString(run.label);
        const QString tuner = QString::fromStdString(run.tuner);
        QString tip = tr("Run %1 of %2 with %3, seed %4: %n trial(s), best %5 GFLOPS, %6", nullptr, static_cast<int>(run.trials))
                          .arg(run.id)
                          .arg(label, tuner)
                          .arg(run.seed)
                          .arg(number(run.bestGflops, 1), fixedCoreText(run.state));
        if (run.bestSpeedup > 0) {
            tip += tr("; %1 times as fast as untuned").arg(number(run.bestSpeedup, 2));
        }
        if (run.pace > 0) {
            tip += tr("; CPU speed: %1 % of normal").arg(number(100 * run.pace, 0));
        }
        rows.push_back({Cell::ticked(tr("%1: %2, %3").arg(run.id).arg(label, tuner), m_shown.contains(run.id), tip)});
    }
    return rows;
}

bool RunListModel::setTicked(int row, bool isOn)
{
    std::set<int64_t> shown = m_shown;
    const int64_t run = m_runs[static_cast<size_t>(row)].id;
    shown.erase(run);
    if (isOn) {
        shown.insert(run);
    }
    setShown(std::move(shown));
    return true;
}

void RunListModel::setRuns(const std::vector<RunRow>& runs)
{
    const bool isSame = std::ranges::equal(runs | std::views::reverse, m_runs, {}, &RunRow::id, &RunRow::id);
    m_runs.assign(runs.rbegin(), runs.rend());
    if (isSame) { // only states and counts changed: keep scroll position and focus
        updateRows(rows());
    } else {
        setTable({{"run", QString()}}, rows());
    }
    if (!m_isChosen) {
        showDefault();
    }
}

void RunListModel::showDefault()
{
    // A manual measurement is shown in addition to a run of its task, not instead of it.
    const auto isByHand = [](const RunRow& run) { return run.tuner == kManualTunerName; };
    auto main = std::ranges::find(m_runs, "running", &RunRow::state);
    main = main != m_runs.end() ? main : std::ranges::find(m_runs, m_preferred, &RunRow::id);
    main = main != m_runs.end() ? main : std::ranges::find_if_not(m_runs, isByHand);
    main = main != m_runs.end() ? main : m_runs.begin();
    std::set<int64_t> shown;
    for (auto run = m_runs.begin(); run != m_runs.end(); ++run) {
        if (run == main || (isByHand(*run) && run->task == main->task)) {
            shown.insert(run->id);
        }
    }
    setShown(std::move(shown));
    m_isChosen = false;
}

void RunListModel::prefer(int64_t run)
{
    m_preferred = run;
    showDefault();
}

void RunListModel::forgetChoice()
{
    m_preferred = 0;
    m_isChosen = false;
    m_shown.clear();
}

void RunListModel::setShown(std::set<int64_t> runs)
{
    m_isChosen = true;
    if (runs == m_shown) {
        return;
    }
    m_shown = std::move(runs);
    updateRows(rows());
    emit shownChanged();
}

QColor RunListModel::colorOf(int64_t run) const
{
    // Counts by age, so that a run keeps its colour when newer runs appear.
    const auto found = std::ranges::find(m_runs.rbegin(), m_runs.rend(), run, &RunRow::id);
    return seriesColour(QGuiApplication::palette(), static_cast<size_t>(found - m_runs.rbegin()));
}

} // namespace knobscope
