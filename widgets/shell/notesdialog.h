// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/notes.h"
#include "widgets/controls/celltable.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace knobscope {

class Workspace;

/// The project's notes, to search, add and remove: about the project, a run, a trial, a task or a network. Words that begin with
/// # are tags.
class NotesDialog : public QDialog
{
    Q_OBJECT
public:
    explicit NotesDialog(Workspace& workspace, QWidget* parent = nullptr);

    /// The listed notes.
    const CellTable& model() const { return m_model; }
    QString message() const;

private:
    void fillSubjects();
    void read();
    void showNotes();
    void showState();
    void add();
    void remove();
    void written(const Result<void>& result, qint64 run);
    Workspace& m_workspace;
    std::vector<NoteRow> m_notes;
    std::vector<NoteRow> m_shown; ///< of m_notes, those that match the filter: the rows of the model
    std::vector<NoteSubject> m_subjects;
    CellTable m_model;
    QLineEdit* m_filter;
    QTableView* m_table;
    QComboBox* m_about;
    QPlainTextEdit* m_text;
    QPushButton* m_add;
    QPushButton* m_remove;
    QLabel* m_message;
};

} // namespace knobscope
