// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/workspace.h"

#include <QLineEdit>
#include <QStringListModel>

class QCompleter;

namespace knobscope {

/// A line to write a filter in, "tile_ow = [-1, 28]" or "unroll_kw != True", completed from the knobs of the runs' tasks and
/// then from the knob's values. Enter adds it, Escape goes away.
class FilterInput : public QLineEdit
{
    Q_OBJECT
public:
    explicit FilterInput(Workspace& workspace, QWidget* parent = nullptr);

    /// Empties the line for a new filter and takes the focus.
    void begin();
    /// What completion offers now.
    QStringList offered() const { return m_words->stringList(); }

signals:
    void added();
    void leftAlone();
    /// Why what is written is no filter; empty when that is mended.
    void problemChanged(const QString& sentence);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override { return {fontMetrics().averageCharWidth() * 32, QLineEdit::sizeHint().height()}; }

private:
    /// A stretch of time after the start of the current run, "time 10..20 s" (also min, ms); nullopt: it is none.
    std::optional<TrialFilter> timeFilter(const QString& text) const;
    void accept();
    void offer();
    const RunRow* currentRun() const;
    std::vector<std::shared_ptr<const Task>> tasks() const;

    Workspace& m_workspace;
    QStringListModel* m_words;
    QCompleter* m_completer;
    QString m_offeredFor;
};

} // namespace knobscope
