// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/space/candidatemodel.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QSortFilterProxyModel;

namespace knobscope {

/// The whole list of a knob's candidates, searchable. GUI thread only.
class CandidateDialog : public QDialog
{
    Q_OBJECT
public:
    explicit CandidateDialog(const QString& knob, QWidget* parent = nullptr);
    const QString& knob() const { return m_knob; }
    void setCandidates(std::vector<Candidate> candidates);

    /// Why the last change was refused.
    void showProblem(const QString& problem);

signals:
    /// All these at once.
    void keepRequested(const QString& knob, const std::vector<knobscope::KnobValue>& values, bool keep);

private:
    void showCount();
    void keepShown(bool keep);
    QString m_knob;
    CandidateModel* m_model;
    QSortFilterProxyModel* m_shown;
    QLineEdit* m_search;
    QListView* m_list;
    QLabel* m_count;
    QPushButton* m_keep;
    QPushButton* m_remove;
};

} // namespace knobscope
