// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/counting.h"
#include "widgets/base/latestwork.h"
#include "widgets/controls/celltable.h"
#include "widgets/views/space/expressionfield.h"
#include "widgets/views/space/spacedocument.h"

#include <QLabel>

class QPushButton;
class QTableView;

namespace knobscope {

/// The constraints of a space with the number of configs that each removes. GUI thread only.
class ConstraintModel : public CellTable
{
    Q_OBJECT
public:
    enum Column { Condition, Removes, Alone, Example };
    /// The config index of the example; -1 while unknown.
    static constexpr int kExampleRole = kSortRole;

    explicit ConstraintModel(QObject* parent = nullptr);
    /// Sets the constraints; the first `fixedRows` are the template's and read-only.
    void setConstraints(const QStringList& texts, int fixedRows);
    /// Sets their effects once counted; empty while counting.
    void setEffects(const std::vector<ConstraintEffect>& effects) { updateRows(rowsWith(effects)); }
    int fixedRows() const { return m_fixed; }

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<Row> rowsWith(const std::vector<ConstraintEffect>& effects) const;
    QStringList m_texts;
    int m_fixed = -1; ///< -1: not set yet
};

/// The constraints between knobs: a list, a field for a new one, and a preview of its effect. GUI thread only.
class ConstraintPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ConstraintPanel(SpaceDocument& document);
    /// Shows the constraints of the document's task, which must exist.
    void showConstraints();
    void setEffects(const std::vector<ConstraintEffect>& effects) { m_model->setEffects(effects); }
    ExpressionField* field() const { return m_field; }
    ConstraintModel* model() const { return m_model; }
    /// The note below the field: an error in the text, or what it would remove.
    QString noteText() const { return m_note->text(); }
    /// Waits for the running preview (tests).
    void finishPreview() { m_previewing.finishNow(); }

signals:
    void exampleRequested(qint64 index);
    /// The reason why the document refused a condition is shown below the field, so it need not be shown elsewhere.
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
    void setPreview(const QString& text, const Result<std::optional<ConstraintEffects>>& effects);
    /// Index among the user's own constraints, which come last; negative for the template's.
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
    std::pair<QString, QString> m_refused; ///< a refused text, and the reason
    int m_changing = -1; ///< the own row that is being edited in the field
};

} // namespace knobscope
