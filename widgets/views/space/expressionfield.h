// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/expressioncheck.h"

#include <QLineEdit>

class QCompleter;
class QStringListModel;

namespace knobscope {

/// Lets an empty field pass undo and redo on to the edits: the last input is an edit by then.
void forwardUndo(QLineEdit& field);

/// A line edit for a condition between knobs, with completion of names and underlined errors. GUI thread only.
class ExpressionField : public QLineEdit
{
    Q_OBJECT
public:
    ExpressionField();
    void setSpace(const ConfigSpace& space);
    /// The error in the text; nullopt for an empty text.
    const std::optional<ExpressionProblem>& problem() const { return m_problem; }
    /// Shows a reason from the space, which refused a syntactically valid text.
    void setRefusal(const QString& sentence);
    /// The message with its column, or empty.
    QString problemText() const;
    /// Rectangle of the underline; empty without an error. For tests.
    QRect problemRect() const;
    /// Sets a widget below the field that the completion popup must not cover: the error message.
    void keepClear(QWidget* below) { m_below = below; }

signals:
    void problemChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void check();
    void complete();
    void openList();
    void insertCompletion(const QString& term);
    /// Start of the word that ends at the cursor.
    int wordBegin() const;

    ConfigSpace m_space;
    QCompleter* m_completer;
    QStringListModel* m_terms;
    std::optional<ExpressionProblem> m_problem;
    QString m_refusal;
    QWidget* m_below = nullptr;
};

} // namespace knobscope
