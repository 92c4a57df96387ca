// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/counting.h"
#include "widgets/background/latestwork.h"
#include "widgets/space/constraintmodel.h"
#include "widgets/space/expressionfield.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace knobscope {

/// The conditions that tie knobs together: list, field, what a new one would remove. It asks for changes through its signals.
/// GUI thread only.
class ConstraintPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ConstraintPanel(QWidget* parent = nullptr);
    /// Shows the constraints of a space; the last `own` of them are a person's.
    void setSpace(const ConfigSpace& space, int own);
    void setEffects(const std::vector<ConstraintEffect>& effects) { m_model->setEffects(effects); }
    /// Why the text in the field was refused.
    void setRefusal(const QString& sentence) { m_field->setRefusal(sentence); }
    /// The text was taken.
    void clearField();
    ExpressionField* field() const { return m_field; }
    ConstraintModel* model() const { return m_model; }
    QString problemText() const;
    /// Below the field: what is wrong with the text, or what it would remove.
    QString noteText() const;
    /// Waits for what is being worked out about the text (tests).
    void finishPreview() { m_previewing.finishNow(); }

signals:
    void addRequested(const QString& text);
    /// `row` counts a person's own constraints.
    void changeRequested(int row, const QString& text);
    void removeRequested(int row);
    void exampleRequested(qint64 index);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void submit();
    void beginChange(const QModelIndex& index);
    void removeCurrent();
    void chooseExample(const QModelIndex& index);
    void showPreview();
    void takePreview(const QString& text, const Result<std::optional<ConstraintEffects>>& effects);
    int ownRow(const QModelIndex& index) const { return index.isValid() ? index.row() - m_model->fixedRows() : -1; }

    ConfigSpace m_space;
    ConstraintModel* m_model;
    QTableView* m_table;
    ExpressionField* m_field;
    QLabel* m_note;
    QPushButton* m_add;
    QPushButton* m_remove;
    LatestWork m_previewing;
    std::pair<QString, QString> m_refused; ///< a text, and the sentence with which the space refuses it
    int m_changing = -1; ///< the own row whose text is in the field
};

} // namespace knobscope
