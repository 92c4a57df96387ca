// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/space/spacedocument.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QSortFilterProxyModel;

namespace knobscope {

class CandidateModel;

/// A searchable dialog with all candidates of a knob, kept up to date with the document. GUI thread only.
class CandidateDialog : public QDialog
{
    Q_OBJECT
public:
    CandidateDialog(SpaceDocument& document, const QString& knob, QWidget* parent = nullptr);
    const QString& knob() const { return m_knob; }

private:
    void showCandidates();
    void showCount();
    void keepShown(bool keep);
    SpaceDocument& m_document;
    QString m_knob;
    CandidateModel* m_model;
    QSortFilterProxyModel* m_shown;
    QLabel* m_count;
    QPushButton* m_keep;
    QPushButton* m_remove;
};

} // namespace knobscope
