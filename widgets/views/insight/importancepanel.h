// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/importance.h"
#include "widgets/controls/celltable.h"

#include <QLabel>

namespace knobscope {

class RowDelegate;

/// The knobs, most important first, each with its share as a bar and as a number; below, how much all of them explain. Up and
/// Down move between knobs, Return or a click chooses one. GUI thread only.
class ImportancePanel : public QWidget
{
    Q_OBJECT
public:
    explicit ImportancePanel(QWidget* parent = nullptr);

    void setImportance(const Importance& importance);
    /// Shows a sentence instead of knobs.
    void setProblem(const QString& sentence);
    QString problem() const { return m_cells.rowCount() > 0 ? QString() : m_note->text(); }
    /// Highlights a knob that is hovered in another view.
    void setHighlighted(const QString& knob);
    QTableView& table() { return *m_table; }

signals:
    void hovered(const QString& knob);
    void chosen(const QString& knob);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showKnobs(std::vector<CellTable::Row> rows);
    CellTable m_cells;
    QTableView* m_table;
    RowDelegate* m_rows;
    QLabel* m_note;
};

} // namespace knobscope
