// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/counting.h"
#include "widgets/background/latestwork.h"
#include "widgets/space/expressionfield.h"
#include "widgets/space/spacedocument.h"
#include "widgets/table/celltable.h"

#include <QLabel>

class QPushButton;
class QTableView;

namespace knobscope {

/// The constraints of a space and what each takes from it. GUI thread only.
class ConstraintModel : public CellTable
{
    Q_OBJECT
public:
    enum Column { Condition, Removes, Alone, Example };
    /// The index of the example's point; -1 while unknown.
    static constexpr int ExampleRole = sortRole;

    explicit ConstraintModel(QObject* parent = nullptr);
    /// Those of the template come first and cannot be changed: `fixedRows` says how many.
    void setConstraints(const QStringList& texts, int fixedRows);
    /// Their effects once they are counted; nothing while that goes on.
    void setEffects(const std::vector<ConstraintEffect>& effects) { updateRows(rowsWith(effects)); }
    int fixedRows() const { return m_fixed; }

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<Row> rowsWith(const std::vector<ConstraintEffect>& effects) const;
    QStringList m_texts;
    int m_fixed = -1; ///< none were set yet
};

/// The conditions that tie knobs together: list, field, what a new one would remove. GUI thread only.
class ConstraintPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ConstraintPanel(SpaceDocument& document);
    /// Shows the constraints of the document's task, which there is.
    void showConstraints();
    void setEffects(const std::vector<ConstraintEffect>& effects) { m_model->setEffects(effects); }
    ExpressionField* field() const { return m_field; }
    ConstraintModel* model() const { return m_model; }
    /// Below the field: what is wrong with the text, or what it would remove.
    QString noteText() const { return m_note->text(); }
    /// Waits for what is being worked out about the text (tests).
    void finishPreview() { m_previewing.finishNow(); }

signals:
    void exampleRequested(qint64 index);
    /// Why the document refused a condition stands below the field, and need not stand elsewhere.
    void refusalShown();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void submit();
    void clearField();
    void beginChange(const QModelIndex& index);
    void removeCurrent();
    void chooseExample(const QModelIndex& index);
    void showPreview();
    void takePreview(const QString& text, const Result<std::optional<ConstraintEffects>>& effects);
    /// Among the person's own constraints, which come last; below 0: it is the template's.
    int ownRow(const QModelIndex& index) const { return index.isValid() ? index.row() - m_model->fixedRows() : -1; }

    SpaceDocument& m_document;
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
