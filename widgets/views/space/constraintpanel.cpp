// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/constraintpanel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/spacecount.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"

#include <QBoxLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <set>

namespace knobscope {

namespace {

constexpr int kMinRows = 1; // on small screens; more if there is room
constexpr size_t kMaxSyncKnobs = 3; // checking whether a condition on more knobs leaves a config may take 50 ms
constexpr int64_t kPreviewBudget = 50'000; // values and combinations: one or two milliseconds per key press

bool isQuick(const Expression& condition)
{
    std::set<std::string> knobs;
    for (const ExpressionTerm& term : condition.terms()) {
        knobs.insert(term.knob);
    }
    return knobs.size() <= kMaxSyncKnobs;
}

/// Counts the effects in a space with one more condition; nullopt if that takes too long, an error if no config is left.
Result<std::optional<ConstraintEffects>> effectsOf(ConfigSpace space, Expression condition)
{
    TRY(space.constrain(Constraint(std::move(condition))));
    return countEffectsWithin(space, kPreviewBudget);
}

/// Returns an example condition for this space.
QString placeholderFor(const ConfigSpace& space)
{
    const std::vector<std::string> terms = readableTerms(space);
    const auto other = std::find_if(terms.begin(), terms.end(), [&](const std::string& term) {
        return !term.starts_with(terms.front().substr(0, terms.front().find('[')));
    });
    const QString first = terms.empty() ? QString() : QString::fromStdString(terms[std::min<size_t>(1, terms.size() - 1)]);
    const QString second =
        other == terms.end() ? first : QString::fromStdString(other + 1 == terms.end() ? *other : *(other + 1));
    return terms.empty() ? QString() : ConstraintPanel::tr("Condition to keep, for example %1 * %2 <= 64").arg(first, second);
}

} // namespace

ConstraintModel::ConstraintModel(QObject* parent)
    : CellTable(parent)
{
    setConstraints({}, 0);
}

void ConstraintModel::setConstraints(const QStringList& texts, int fixedRows)
{
    if (texts != m_texts || fixedRows != m_fixed) {
        m_texts = texts;
        m_fixed = fixedRows;
        setTable({{"condition", tr("Condition")},
                  {"rejects", tr("Rejects")},
                  {"onlyThis", tr("Rejected by this one only")},
                  {"example", tr("Example")}},
                 rowsWith({}));
    }
}

std::vector<CellTable::Row> ConstraintModel::rowsWith(const std::vector<ConstraintEffect>& effects) const
{
    std::vector<Row> rows;
    for (qsizetype i = 0; i < m_texts.size(); ++i) {
        const auto row = static_cast<size_t>(i);
        const bool isCounted = row < effects.size();
        const ConstraintEffect effect = isCounted ? effects[row] : ConstraintEffect();
        const QString way =
            i < m_fixed ? tr("Defined by the template; cannot be removed.") : tr("Press F2 to change it or Delete to remove it.");
        Row cells{Cell::word(m_texts[i], m_texts[i] + QLatin1Char('\n') + way),
                  Cell::figure(isCounted ? countText(effect.removes) : tr("counting…"), static_cast<double>(effect.removes.low),
                               tr("Configs that violate this condition.")),
                  Cell::figure(isCounted ? countText(effect.removesExclusively) : QString(),
                               static_cast<double>(effect.removesExclusively.low),
                               tr("Configs that only this condition rejects. They return if it is removed.")),
                  Cell::word(!isCounted           ? QString()
                             : effect.example < 0 ? tr("none found")
                                                  : tr("config %1").arg(number(effect.example)),
                             tr("A config that this condition rejects. Selecting it marks its values and moves to the nearest "
                                "valid config."))};
        cells[Example].sort = QVariant::fromValue<qlonglong>(effect.example);
        rows.push_back(std::move(cells));
    }
    return rows;
}

QVariant ConstraintModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::FontRole && index.column() == Condition) {
        return codeFont();
    }
    if (role == Qt::ForegroundRole && index.column() == Example && CellTable::data(index, kExampleRole).toLongLong() >= 0) {
        return themeFor(QGuiApplication::palette()).trial;
    }
    return CellTable::data(index, role);
}

ConstraintPanel::ConstraintPanel(SpaceDocument& document)
    : m_document(document)
    , m_model(new ConstraintModel(this))
    , m_table(makeControl<QTableView>("constraints"))
    , m_field(makeControl<ExpressionField>("constraint"))
    , m_note(new QLabel)
    , m_add(makeControl<QPushButton>("addConstraint", tr("&Add")))
    , m_remove(makeControl<QPushButton>("removeConstraint", tr("Re&move")))
    , m_previewing([this](const Error& error) { m_note->setText(coreText(error)); })
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Constraints"));
    showRows(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(ConstraintModel::Condition, QHeaderView::Stretch);
    m_table->setMinimumHeight(m_table->verticalHeader()->defaultSectionSize() * (kMinRows + 1) + 8);
    m_table->installEventFilter(this);
    m_field->setAccessibleName(tr("Condition between knobs"));
    m_field->setToolTip(tr("Integers, knob[position], + - * / %, comparisons, and, or, not. Press Ctrl+Space for suggestions."));
    m_field->installEventFilter(this);
    m_note->setWordWrap(true);
    m_field->keepClear(m_note);
    m_note->setMinimumHeight(m_note->fontMetrics().height());
    inColumn(this, {{m_table, 1}, inRow({{m_field, 1}, m_add, m_remove}), m_note}, QMargins());
    connect(m_field, &QLineEdit::returnPressed, this, &ConstraintPanel::submit);
    connect(m_field, &ExpressionField::problemChanged, this, &ConstraintPanel::showPreview);
    connect(m_add, &QPushButton::clicked, this, &ConstraintPanel::submit);
    connect(m_remove, &QPushButton::clicked, this, &ConstraintPanel::removeCurrent);
    connect(m_table, &QTableView::doubleClicked, this, &ConstraintPanel::beginChange);
    connect(m_table, &QTableView::clicked, this, &ConstraintPanel::chooseExample);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { m_remove->setEnabled(ownRow(index) >= 0); });
    m_remove->setEnabled(false);
    showPreview();
}

void ConstraintPanel::showConstraints()
{
    m_space = m_document.task()->space;
    QStringList texts;
    for (const Constraint& constraint : m_space.constraints()) {
        texts << QString::fromStdString(constraint.text());
    }
    m_model->setConstraints(texts, static_cast<int>(texts.size()) - static_cast<int>(m_document.edits().constraints().size()));
    m_table->setVisible(!texts.isEmpty()); // leaves the space to the knobs
    m_field->setSpace(m_space);
    m_field->setPlaceholderText(placeholderFor(m_space));
    m_remove->setEnabled(ownRow(m_table->currentIndex()) >= 0);
}

void ConstraintPanel::clearField()
{
    m_changing = -1;
    m_add->setText(tr("&Add"));
    m_field->clear();
}

void ConstraintPanel::submit()
{
    const QString text = m_field->text().trimmed();
    if (text.isEmpty()) {
        m_field->setFocus();
        return;
    }
    if (m_field->problem()) {
        m_field->setCursorPosition(static_cast<int>(m_field->problem()->column) - 1);
        m_field->setFocus();
        return;
    }
    if (m_refused.first == text) {
        const QString why = m_refused.second; // a copy: setRefusal() clears m_refused
        m_field->setRefusal(why);
        return;
    }
    if (m_changing >= 0 ? m_document.changeConstraint(m_changing, text) : m_document.addConstraint(text)) {
        clearField();
    } else {
        m_field->setRefusal(m_document.problem());
        emit refusalShown();
    }
}

void ConstraintPanel::beginChange(const QModelIndex& index)
{
    if (ownRow(index) < 0 || index.column() == ConstraintModel::Example) {
        return;
    }
    m_changing = ownRow(index);
    m_add->setText(tr("&Change"));
    m_field->setText(m_model->index(index.row(), ConstraintModel::Condition).data().toString());
    m_field->setFocus();
}

void ConstraintPanel::removeCurrent()
{
    if (const int row = ownRow(m_table->currentIndex()); row >= 0) {
        clearField();
        m_document.removeConstraint(row);
    }
}

void ConstraintPanel::chooseExample(const QModelIndex& index)
{
    const qlonglong example = index.data(ConstraintModel::kExampleRole).toLongLong();
    if (index.column() == ConstraintModel::Example && example >= 0) {
        emit exampleRequested(example);
    }
}

/// Updates the note below the field: an error in the text, or what it would remove.
void ConstraintPanel::showPreview()
{
    m_previewing.cancel();
    m_refused = {};
    const QString problem = m_field->problemText();
    colourAsProblem(*m_note, !problem.isEmpty());
    m_note->setText(problem);
    const QString text = m_field->text().trimmed();
    if (!problem.isEmpty() || text.isEmpty() || m_changing >= 0) {
        return;
    }
    auto condition = Expression::parse(text.toStdString());
    if (!condition || isQuick(*condition)) {
        setPreview(text, condition ? effectsOf(m_space, std::move(*condition)) : fail(condition));
        return;
    }
    m_previewing.request([this, text, space = m_space, asked = std::move(*condition)]() -> LatestWork::Deliver {
        return [this, text, effects = effectsOf(space, asked)] {
            m_refused = effects ? std::pair<QString, QString>() : std::pair(text, coreText(effects.error()));
            setPreview(text, effects);
        };
    });
}

void ConstraintPanel::setPreview(const QString& text, const Result<std::optional<ConstraintEffects>>& effects)
{
    if (text != m_field->text().trimmed()) {
        return;
    }
    if (!effects) {
        m_note->setText(coreText(effects.error()));
    } else if (*effects) {
        m_note->setText(tr("Would remove %1 more config(s); %2 would be left.", nullptr,
                           pluralOf((*effects)->constraints.back().removesExclusively.high))
                            .arg(countText((*effects)->constraints.back().removesExclusively), countText((*effects)->valid)));
    }
}

bool ConstraintPanel::eventFilter(QObject* object, QEvent* event)
{
    const int key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event)->key() : 0;
    if (object == m_field && key == Qt::Key_Escape && !m_field->text().isEmpty()) {
        clearField();
        return true;
    }
    const QModelIndex current = m_table->currentIndex();
    switch (object == m_table ? key : 0) {
    case Qt::Key_Delete: removeCurrent(); return true;
    case Qt::Key_Insert:
    case Qt::Key_Plus:
        clearField();
        m_field->setFocus();
        return true;
    case Qt::Key_F2: beginChange(current.siblingAtColumn(ConstraintModel::Condition)); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: chooseExample(current.siblingAtColumn(ConstraintModel::Example)); return true;
    default: return QWidget::eventFilter(object, event);
    }
}

} // namespace knobscope
