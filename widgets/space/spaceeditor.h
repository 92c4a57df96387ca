// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/edit.h"
#include "widgets/space/knobmodel.h"

#include <QUndoStack>
#include <QWidget>

class QLabel;
class QLineEdit;
class QStackedLayout;
class QTableView;

namespace knobscope {

/// The knobs of one task and a person's edits of them, with undo. The size is always that of the edited space, and nothing is
/// enumerated for it. GUI thread only.
class SpaceEditor : public QWidget
{
    Q_OBJECT
public:
    explicit SpaceEditor(QWidget* parent = nullptr);

    /// Shows a space; `edits` are those already made.
    void setSpace(const QString& title, const ConfigSpace& templateSpace, std::vector<SpaceEdit> edits = {});
    const std::vector<SpaceEdit>& edits() const { return m_edits; }
    QUndoStack* undoStack() { return &m_undo; }
    /// Applies an edit's text ('+=1024' means the selected knob). False when it is refused; the reason is shown below the field.
    bool applyText(const QString& text);
    QString sizeText() const;
    QString errorText() const;

signals:
    void editsChanged();

private:
    friend class EditCommand;
    void setEdits(std::vector<SpaceEdit> edits);
    QString fullText(const QString& text) const;
    void refresh();

    QString m_title;
    ConfigSpace m_template;
    ConfigSpace m_space;
    std::vector<SpaceEdit> m_edits;
    QUndoStack m_undo;
    KnobModel* m_model;
    QTableView* m_table;
    QLabel* m_heading;
    QLabel* m_size;
    QLabel* m_error;
    QLineEdit* m_field;
    QLabel* m_empty;
    QStackedLayout* m_stack;
};

} // namespace knobscope
