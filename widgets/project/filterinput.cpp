// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/filterinput.h"

#include "core/store/notes.h"
#include "core/store/trialcondition.h"
#include "widgets/base/coretext.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr int64_t kMaxValues = 5000;

} // namespace

FilterInput::FilterInput(Workspace& workspace, QWidget* parent)
    : QLineEdit(parent)
    , m_workspace(workspace)
    , m_completions(new QStringListModel(this))
    , m_completer(new QCompleter(m_completions, this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setPlaceholderText(tr("knob = value"));
    setAccessibleName(tr("New filter"));
    setAccessibleDescription(tr("Type a knob, an equals sign and a value, then press Enter to add the filter."));
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setFilterMode(Qt::MatchContains);
    m_completer->setMaxVisibleItems(12);
    setCompleter(m_completer);
    connect(this, &QLineEdit::textChanged, this, [this] { emit problemChanged({}); }); // also if the completer changes the text
    connect(this, &QLineEdit::textEdited, this, &FilterInput::offer);
    connect(this, &QLineEdit::returnPressed, this, &FilterInput::accept);
    // The completer writes its choice into the line after this signal.
    connect(
        m_completer, qOverload<const QString&>(&QCompleter::activated), this,
        [this](const QString& chosen) {
            offer();
            if (chosen.endsWith(QLatin1Char(' '))) {
                m_completer->setCompletionPrefix(chosen);
                m_completer->complete();
            }
        },
        Qt::QueuedConnection);
}

std::vector<std::shared_ptr<const Task>> FilterInput::tasks() const
{
    std::vector<std::shared_ptr<const Task>> tasks;
    const auto add = [&](std::shared_ptr<const Task> task) {
        if (task && std::ranges::find(tasks, task) == tasks.end()) {
            tasks.push_back(std::move(task));
        }
    };
    for (const RunRow& run : m_workspace.runs()) {
        if (includesRun(m_workspace.filters().all(), run.id)) {
            add(m_workspace.taskOfRun(run.id));
        }
    }
    if (tasks.empty()) {
        add(m_workspace.task());
    }
    return tasks;
}

void FilterInput::begin()
{
    clear();
    emit problemChanged({});
    m_offeredFor = QStringLiteral("?");
    offer();
    show();
    setFocus(Qt::OtherFocusReason);
    m_completer->setCompletionPrefix({});
    m_completer->complete(); // offers all completions
}

void FilterInput::offer()
{
    const QString written = text();
    const qsizetype equals = written.indexOf(QLatin1Char('='));
    const QString left = equals < 0 ? QString() : written.left(equals + 1);
    if (left == m_offeredFor) {
        return;
    }
    m_offeredFor = left;
    const bool isExcluded = left.endsWith(QStringLiteral("!="));
    const QString name = equals < 0 ? QString() : left.chopped(isExcluded ? 2 : 1).trimmed();
    QStringList completions;
    for (const auto& task : tasks()) {
        for (const Knob& knob : task->space.knobs()) {
            const QString known = QString::fromStdString(knob.name());
            if (equals < 0) {
                completions.append(known + QStringLiteral(" = "));
            } else if (known == name) {
                for (int64_t digit = 0; digit < std::min(knob.size(), kMaxValues); ++digit) {
                    completions.append(known + (isExcluded ? QStringLiteral(" != ") : QStringLiteral(" = "))
                                       + QString::fromStdString(valueText(knob.at(digit))));
                }
            }
        }
    }
    if (equals < 0) {
        completions.append({QStringLiteral("failed"), QStringLiteral("succeeded")});
        if (const RunRow* run = currentRun()) { // its two halves
            const int half = static_cast<int>(std::ceil(std::max(1.0, run->ended - run->started) / 2));
            completions.append(
                {QStringLiteral("time 0..%1 s").arg(half), QStringLiteral("time %1..%2 s").arg(half).arg(2 * half)});
        }
    }
    completions.removeDuplicates();
    m_completions->setStringList(completions);
}

const RunRow* FilterInput::currentRun() const
{
    if (const RunRow* chosen = m_workspace.run(m_workspace.selection().current().run)) {
        return chosen;
    }
    const auto& runs = m_workspace.runs();
    const auto last = std::find_if(runs.rbegin(), runs.rend(),
                                   [&](const RunRow& run) { return includesRun(m_workspace.filters().all(), run.id); });
    return last != runs.rend() ? &*last : nullptr;
}

std::optional<TrialFilter> FilterInput::timeFilter(const QString& text) const
{
    static const QRegularExpression pattern(
        QStringLiteral("^\\s*time\\s*=?\\s*([0-9.]+?)\\s*\\.\\.\\s*([0-9.]+)\\s*(ms|s|min)?\\s*$"));
    const auto match = pattern.match(text);
    const RunRow* run = currentRun();
    bool isFrom = false;
    bool isTo = false;
    const double from = match.captured(1).toDouble(&isFrom);
    const double to = match.captured(2).toDouble(&isTo);
    const QString unit = match.captured(3);
    if (!run || !isFrom || !isTo || !(from < to) || from > 1e9) { // larger numbers are Unix seconds
        return std::nullopt;
    }
    const double seconds = unit == QStringLiteral("min") ? 60 : unit == QStringLiteral("ms") ? 1e-3 : 1;
    return TrialFilter{.kind = TrialFilter::Kind::Time, .from = run->started + from * seconds, .to = run->started + to * seconds};
}

void FilterInput::accept()
{
    auto filter = parseTrialFilter(text().trimmed().toStdString());
    if (const auto time = timeFilter(text())) {
        filter = *time;
    }
    if (!filter) {
        emit problemChanged(tr("“%1” is not a filter. Use: knob = value, knob != value, or #tag.").arg(text()));
        return;
    }
    if (filter->kind == TrialFilter::Kind::Tag) {
        addTagged(std::move(*filter));
        return;
    }
    Result<void> checked; // valid if any task has the knob
    for (const auto& task : tasks()) {
        if (checked = checkFilter(*filter, *task); checked) {
            break;
        }
    }
    if (!checked) {
        emit problemChanged(coreText(checked.error()));
        return;
    }
    m_workspace.filters().add(std::move(*filter));
    clear();
    emit added();
}

void FilterInput::addTagged(TrialFilter filter)
{
    m_workspace.ask(
        this, QStringLiteral("tag"), [](Project& project) { return projectNotes(project); },
        [this, filter = std::move(filter)](const Result<std::vector<NoteRow>>& notes) {
            if (!notes) {
                emit problemChanged(coreText(notes.error()));
                return;
            }
            std::vector<TrialFilter> found{filter};
            findTagged(found, *notes, m_workspace.runs());
            if (found.front().value.empty()) {
                emit problemChanged(
                    tr("No note about a trial, run or task has the tag #%1.").arg(QString::fromStdString(filter.knob)));
                return;
            }
            m_workspace.filters().add(std::move(found.front()));
            clear();
            emit added();
        });
}

void FilterInput::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        emit cancelled();
        return;
    }
    QLineEdit::keyPressEvent(event);
    if (event->key() == Qt::Key_Down && !m_completer->popup()->isVisible()) {
        m_completer->setCompletionPrefix(text());
        m_completer->complete();
    }
}

} // namespace knobscope
