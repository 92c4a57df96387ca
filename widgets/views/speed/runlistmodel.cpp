// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/speed/runlistmodel.h"

#include "core/store/notes.h"
#include "core/tuning/storedrun.h"
#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/plot/colours.h"

#include <QGuiApplication>

#include <algorithm>
#include <ranges>

namespace knobscope {

QVariant RunListModel::data(const QModelIndex& index, int role) const
{
    const bool isSwatch = role == Qt::DecorationRole && index.isValid();
    return isSwatch ? seriesSwatch(QGuiApplication::palette(), ageOf(m_runs[m_listed[static_cast<size_t>(index.row())]].id))
                    : CellTable::data(index, role);
}

std::vector<CellTable::Row> RunListModel::rows() const
{
    std::vector<Row> rows;
    for (const size_t place : m_listed) {
        const RunRow& run = m_runs[place];
        const QString label = QString::fromStdString(run.label);
        const QString tuner = QString::fromStdString(run.tuner);
        const auto unit = m_inCalls.contains(run.id) ? SpeedUnit::CallsPerSecond : SpeedUnit::Gflops;
        QString tip = tr("Run %1 of %2 with %3, seed %4: %n trial(s), best %5, %6", nullptr, static_cast<int>(run.trials))
                          .arg(run.id)
                          .arg(label, tuner)
                          .arg(run.seed)
                          .arg(FlopsCount::speed(number(run.bestGflops, 1), unit), fixedCoreText(run.state));
        if (run.bestSpeedup > 0) {
            tip += tr("; %1 times as fast as untuned").arg(number(run.bestSpeedup, 2));
        }
        if (run.pace > 0) {
            tip += tr("; CPU speed: %1 % of normal").arg(number(100 * run.pace, 0));
        }
        const Sentence disturbance = disturbanceOf(run);
        if (!disturbance.empty()) {
            tip += QLatin1Char('\n') + coreText(disturbance);
        }
        // The task is known, unless the list has runs of several.
        QString name = run.label == m_task ? tr("%1: %2").arg(run.id).arg(tuner) : tr("%1: %2, %3").arg(run.id).arg(tuner, label);
        name += disturbance.empty() ? QString() : QStringLiteral(" ⚠");
        const QString tags = QString::fromStdString(tagsAbout(m_notes, {.run = run.id}));
        rows.push_back({Cell::ticked(tags.isEmpty() ? name : name + QStringLiteral("  ") + tags, m_shown.contains(run.id), tip)});
    }
    return rows;
}

bool RunListModel::setTicked(int row, bool isOn)
{
    std::set<int64_t> shown = m_shown;
    const int64_t run = m_runs[m_listed[static_cast<size_t>(row)]].id;
    shown.erase(run);
    if (isOn) {
        shown.insert(run);
    }
    setShown(std::move(shown));
    return true;
}

void RunListModel::setRuns(const std::vector<RunRow>& runs, std::vector<NoteRow> notes, std::set<int64_t> inCalls)
{
    m_runs.assign(runs.rbegin(), runs.rend());
    m_notes = std::move(notes);
    m_inCalls = std::move(inCalls);
    listRuns();
    if (!m_isChosen) {
        showDefault();
    }
}

void RunListModel::listRuns()
{
    const bool hasOwn = !m_task.empty() && std::ranges::find(m_runs, m_task, &RunRow::label) != m_runs.end();
    std::vector<size_t> listed;
    for (size_t place = 0; place < m_runs.size(); ++place) {
        if (m_isAll || !hasOwn || m_runs[place].label == m_task || m_shown.contains(m_runs[place].id)) {
            listed.push_back(place);
        }
    }
    const auto rowsNow = [this] {
        const auto all = rows();
        QStringList names;
        for (const Row& row : all) {
            names << row.front().text;
        }
        return names;
    };
    QStringList before;
    for (int row = 0; row < rowCount(); ++row) {
        before << index(row, 0).data().toString();
    }
    m_listed = std::move(listed);
    if (rowsNow() == before) { // only states and counts changed: keep scroll position and focus
        updateRows(rows());
    } else {
        setTable({{"run", QString()}}, rows());
    }
}

void RunListModel::setTask(const QString& label)
{
    if (const std::string task = label.toStdString(); task != m_task) {
        m_task = task;
        listRuns();
    }
}

void RunListModel::setAllTasks(bool isAll)
{
    m_isAll = isAll;
    listRuns();
}

bool RunListModel::hasOtherTasks() const
{
    return std::ranges::any_of(m_runs, [this](const RunRow& run) { return run.label != m_task; })
        && std::ranges::any_of(m_runs, [this](const RunRow& run) { return run.label == m_task; });
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
    const auto isListed = [this](int64_t run) {
        return std::ranges::any_of(m_listed, [&](size_t at) { return m_runs[at].id == run; });
    };
    if (std::ranges::all_of(m_shown, isListed)) {
        updateRows(rows()); // also those of other tasks whose tick was removed, until the task changes
    } else {
        listRuns();
    }
    emit shownChanged();
}

QColor RunListModel::colorOf(int64_t run) const
{
    return seriesColour(QGuiApplication::palette(), ageOf(run));
}

bool RunListModel::isDashed(int64_t run) const
{
    return isSeriesDashed(ageOf(run));
}

/// Number of older runs, so that a run keeps its colour when newer runs appear.
size_t RunListModel::ageOf(int64_t run) const
{
    const auto found = std::ranges::find(m_runs.rbegin(), m_runs.rend(), run, &RunRow::id);
    return static_cast<size_t>(found - m_runs.rbegin());
}

} // namespace knobscope
