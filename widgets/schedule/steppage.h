// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/code/codecolumn.h"
#include "widgets/schedule/stepmodel.h"

#include <QSplitter>
#include <QTableView>

namespace knobscope {

/// The primitives of a schedule as a list, beside the loop nest after the current one. GUI thread only.
class StepPage : public QSplitter
{
    Q_OBJECT
public:
    explicit StepPage(QWidget* parent = nullptr);

    StepModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }
    CodeColumn& nest() { return *m_nest; }
    /// Row of the current primitive; -1 without steps.
    int step() const { return m_table->currentIndex().row(); }
    void setStep(int step);
    /// Fills the loop nest with what the current primitive left, with the lines that it changed marked and in sight.
    void showStep();

private:
    StepModel* m_model;
    QTableView* m_table;
    CodeColumn* m_nest;
};

} // namespace knobscope
