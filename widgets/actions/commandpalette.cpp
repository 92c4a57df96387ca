// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/actions/commandpalette.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int groupPenalty = 8; ///< what says it in its own name comes first

/// With each letter at the first place from `at` on.
int scoreFrom(const QString& typed, const QString& text, qsizetype at)
{
    int score = 0;
    qsizetype last = -2;
    for (const QChar letter : typed) {
        if (letter.isSpace()) {
            continue;
        }
        const qsizetype found = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (found < 0) {
            return -1;
        }
        const bool startsWord = found == 0 || !text[found - 1].isLetterOrNumber();
        score += 1 + (found == last + 1 ? 4 : 0) + (startsWord ? 3 : 0);
        last = found;
        at = found + 1;
    }
    return std::max(0, score * 4 - static_cast<int>(std::min<qsizetype>(last < 0 ? 0 : last, 20)) / 4);
}

} // namespace

int fuzzyScore(const QString& typed, const QString& text)
{
    int best = scoreFrom(typed, text, 0);
    const QString letters = typed.trimmed();
    if (letters.isEmpty() || best < 0) {
        return best;
    }
    // Not only from where its first letter comes first: "time" is a word of "Go to Timeline", and its t is none of "to".
    for (qsizetype at = text.indexOf(letters.front(), 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(letters.front(), at + 1, Qt::CaseInsensitive)) {
        best = std::max(best, scoreFrom(typed, text, at));
    }
    return best;
}

class CommandPalette::Ranked : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setTyped(const QString& typed)
    {
        m_typed = typed;
        invalidate();
        sort(0);
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& /*parent*/) const override
    {
        const QAction* action = static_cast<ActionModel*>(sourceModel())->action(row);
        return action->isEnabled() && score(row) >= 0;
    }
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const int l = score(left.row());
        const int r = score(right.row());
        return l != r ? l > r : left.row() < right.row();
    }

private:
    int score(int row) const
    {
        const auto* model = static_cast<ActionModel*>(sourceModel());
        const QString text = model->data(model->index(row, ActionModel::Name), Qt::DisplayRole).toString();
        const QString group = model->data(model->index(row, ActionModel::Group), Qt::DisplayRole).toString();
        const int inAll = fuzzyScore(m_typed, group + QLatin1Char(' ') + text);
        return inAll < 0 ? inAll : std::max({0, fuzzyScore(m_typed, text), inAll - groupPenalty});
    }
    QString m_typed;
};

CommandPalette::CommandPalette(ActionRegistry& registry, QWidget* parent)
    : QDialog(parent, Qt::Popup)
    , m_model(registry)
    , m_ranked(new Ranked(this))
    , m_field(new QLineEdit)
    , m_list(new QTreeView)
{
    m_ranked->setSourceModel(&m_model);
    m_field->setPlaceholderText(tr("Type what you want to do"));
    m_field->setAccessibleName(tr("Command"));
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    m_list->setModel(m_ranked);
    m_list->setRootIsDecorated(false);
    m_list->setHeaderHidden(true);
    m_list->setUniformRowHeights(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Actions that fit"));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(ActionModel::Name, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(ActionModel::Group, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(ActionModel::Shortcut, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QTreeView::clicked, this, &CommandPalette::runCurrent);
    resize(560, 360);
    if (parent) {
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 60)));
    }
    setFocusProxy(m_field);
    filter();
}

QStringList CommandPalette::shown() const
{
    QStringList texts;
    for (int row = 0; row < m_ranked->rowCount(); ++row) {
        texts << m_ranked->index(row, ActionModel::Name).data().toString();
    }
    return texts;
}

void CommandPalette::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    // Keys go to a popup's focus widget, and without a window manager nobody activates the popup and gives it one.
    m_field->setFocus(Qt::PopupFocusReason);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const int step = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
        if (step != 0 && m_ranked->rowCount() > 0) {
            const int rows = m_ranked->rowCount();
            m_list->setCurrentIndex(m_ranked->index((m_list->currentIndex().row() + step + rows) % rows, 0));
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            runCurrent();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::filter()
{
    m_ranked->setTyped(m_field->text());
    m_list->setCurrentIndex(m_ranked->index(0, 0));
}

void CommandPalette::runCurrent()
{
    const QModelIndex source = m_ranked->mapToSource(m_list->currentIndex());
    QAction* action = source.isValid() ? m_model.action(source.row()) : nullptr;
    close();
    if (action) {
        action->trigger();
    }
}

} // namespace knobscope
