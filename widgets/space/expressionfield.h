// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/expressioncheck.h"

#include <QLineEdit>

class QCompleter;
class QStringListModel;

namespace knobscope {

/// Undo and redo of a field that holds nothing are those of the edits: what was entered last is an edit by then.
void passUndoOn(QLineEdit& field);

/// A line for a condition between knobs: completes what can be read of them and underlines what is wrong, where it is wrong.
/// GUI thread only.
class ExpressionField : public QLineEdit
{
    Q_OBJECT
public:
    ExpressionField();
    void setSpace(const ConfigSpace& space);
    /// What is wrong with the text; nothing for an empty one.
    const std::optional<ExpressionProblem>& problem() const { return m_problem; }
    /// Shows another reason (the space refused a text that reads well).
    void setRefusal(const QString& sentence);
    /// The sentence with its column, or empty.
    QString problemText() const;
    /// Where the underline is; empty without a problem. For tests.
    QRect problemRect() const;
    /// A widget below the field that the list of names must not cover: the reason why the text is wrong.
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
    /// The beginning of the word that ends at the cursor.
    int wordBegin() const;

    ConfigSpace m_space;
    QCompleter* m_completer;
    QStringListModel* m_terms;
    std::optional<ExpressionProblem> m_problem;
    QString m_refusal;
    QWidget* m_below = nullptr;
};

} // namespace knobscope
