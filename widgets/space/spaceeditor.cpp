// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/spaceeditor.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStackedLayout>
#include <QTableView>
#include <QUndoCommand>
#include <QVBoxLayout>

namespace knobscope {

/// From one list of edits to another; undoing goes back.
class EditCommand : public QUndoCommand
{
public:
    EditCommand(SpaceEditor& editor, std::vector<SpaceEdit> after, const QString& text)
        : QUndoCommand(text), m_editor(editor), m_before(editor.m_edits), m_after(std::move(after))
    {
    }
    void redo() override { m_editor.setEdits(m_after); }
    void undo() override { m_editor.setEdits(m_before); }

private:
    SpaceEditor& m_editor;
    std::vector<SpaceEdit> m_before;
    std::vector<SpaceEdit> m_after;
};

SpaceEditor::SpaceEditor(QWidget* parent)
    : QWidget(parent)
    , m_model(new KnobModel(this))
    , m_table(new QTableView)
    , m_heading(new QLabel)
    , m_size(new QLabel)
    , m_error(new QLabel)
    , m_field(new QLineEdit)
    , m_empty(new QLabel(tr("Choose a task on the left to see its config space: the knobs a kernel can be built with.")))
    , m_stack(new QStackedLayout(this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Knobs"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(KnobModel::Candidates, QHeaderView::Stretch);
    m_field->setPlaceholderText(tr("Edit the selected knob: +=1024 adds a value, -=8 removes one, =16 fixes it; or: where tile_ic[1] <= 16"));
    m_field->setAccessibleName(tr("Edit of the space"));
    m_field->setClearButtonEnabled(true);
    m_error->setWordWrap(true);
    m_error->setAccessibleName(tr("Why the edit was refused"));
    m_size->setAccessibleName(tr("Size of the space"));
    m_size->setWordWrap(true);
    QFont large = m_size->font();
    large.setPointSizeF(large.pointSizeF() * 1.2);
    large.setBold(true);
    m_size->setFont(large);
    m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);

    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->addWidget(m_heading);
    layout->addWidget(m_table);
    layout->addWidget(m_field);
    layout->addWidget(m_error);
    layout->addWidget(m_size);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(page);
    m_error->hide();
    connect(m_field, &QLineEdit::returnPressed, this, [this] {
        if (applyText(m_field->text())) {
            m_field->clear();
        }
    });
}

void SpaceEditor::setSpace(const QString& title, const ConfigSpace& templateSpace, std::vector<SpaceEdit> edits)
{
    m_title = title;
    m_template = templateSpace;
    m_undo.clear();
    m_heading->setText(title);
    m_field->clear();
    m_error->hide();
    setEdits(std::move(edits));
    m_stack->setCurrentIndex(1);
    m_table->selectRow(0);
}

QString SpaceEditor::fullText(const QString& text) const
{
    const QString trimmed = text.trimmed();
    const bool isShort = trimmed.startsWith(QLatin1Char('+')) || trimmed.startsWith(QLatin1Char('-')) || trimmed.startsWith(QLatin1Char('='))
        || trimmed.startsWith(QLatin1Char('.'));
    return isShort ? m_model->knobName(m_table->currentIndex().row()) + trimmed : trimmed;
}

bool SpaceEditor::applyText(const QString& text)
{
    const auto edit = parseEdit(fullText(text).toStdString());
    std::vector<SpaceEdit> edits = m_edits;
    if (edit) {
        edits.push_back(*edit);
    }
    const auto space = edit ? applyEdits(m_template, edits) : fail(edit);
    if (!space) {
        m_error->setText(QString::fromStdString(space.error().message));
        m_error->show();
        return false;
    }
    m_error->hide();
    m_undo.push(new EditCommand(*this, std::move(edits), QString::fromStdString(editText(*edit))));
    return true;
}

void SpaceEditor::setEdits(std::vector<SpaceEdit> edits)
{
    const auto space = applyEdits(m_template, edits);
    if (!space) {
        m_error->setText(QString::fromStdString(space.error().message));
        m_error->show();
        return;
    }
    m_edits = std::move(edits);
    m_space = *space;
    refresh();
    emit editsChanged();
}

void SpaceEditor::refresh()
{
    const int row = m_table->currentIndex().row();
    m_model->setSpaces(m_space, m_template);
    m_table->selectRow(row < 0 ? 0 : row);
    m_size->setText(sizeText());
}

QString SpaceEditor::sizeText() const
{
    const QLocale locale;
    const auto number = [&](int64_t n) { return locale.toString(static_cast<qlonglong>(n)); };
    const SpaceCount count = m_space.validCount();
    const int64_t before = m_template.validCount().low;
    const QString size = count.exact ? number(count.low) : tr("%1 to %2").arg(number(count.low), number(count.high));
    if (m_edits.empty()) {
        return tr("%1 configs").arg(size);
    }
    const double factor = static_cast<double>(count.low) / static_cast<double>(before);
    return tr("%1 configs, %2 in the template (×%3)").arg(size, number(before), locale.toString(factor, 'g', 4));
}

QString SpaceEditor::errorText() const
{
    return m_error->isHidden() ? QString() : m_error->text();
}

} // namespace knobscope
