// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"
#include "widgets/project/workspace.h"

#include <QLineEdit>
#include <QStringListModel>

class QCompleter;

namespace knobscope {

/// Input line for a filter such as "tile_ow = [-1, 28]" or "unroll_kw != True". Completes the knob names of the runs' tasks,
/// then the knob's values. Enter adds the filter, Escape cancels.
class FilterInput : public QLineEdit
{
    Q_OBJECT
public:
    explicit FilterInput(Workspace& workspace, QWidget* parent = nullptr);

    /// Clears the line for a new filter and takes the focus.
    void begin();
    /// Current completions.
    QStringList offered() const { return m_completions->stringList(); }

signals:
    void added();
    void cancelled();
    /// Why the text is not a filter; empty once it is corrected.
    void problemChanged(const QString& sentence);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override { return {lettersWide(fontMetrics(), 32), QLineEdit::sizeHint().height()}; }

private:
    /// Time range after the start of the current run, "time 10..20 s" (also min, ms); nullopt if the text is none.
    std::optional<TrialFilter> timeFilter(const QString& text) const;
    /// Adds a filter on a tag, once the notes are read.
    void addTagged(TrialFilter filter);
    void accept();
    void offer();
    const RunRow* currentRun() const;
    std::vector<std::shared_ptr<const Task>> tasks() const;

    Workspace& m_workspace;
    QStringListModel* m_completions;
    QCompleter* m_completer;
    QString m_offeredFor;
};

} // namespace knobscope
