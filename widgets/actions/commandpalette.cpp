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

bool startsWord(const QString& text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber();
}

/// Of the letters from `next` on behind `last`: each goes on where the one before it stands, or begins a word. Letters from
/// anywhere would find "dark" in "Add … Network".
int scoreBehind(const QString& letters, qsizetype next, const QString& text, qsizetype last)
{
    if (next == letters.size()) {
        return 0;
    }
    int best = -1;
    for (qsizetype at = last + 1; at < text.size(); ++at) {
        const bool isNext = at == last + 1;
        if (text[at].toLower() != letters[next].toLower() || (!isNext && !startsWord(text, at))) {
            continue;
        }
        if (const int rest = scoreBehind(letters, next + 1, text, at); rest >= 0) {
            best = std::max(best, 1 + (isNext ? 4 : 0) + (startsWord(text, at) ? 3 : 0) + rest);
        }
    }
    return best;
}

} // namespace

int fuzzyScore(const QString& typed, const QString& text)
{
    const QString letters = QString(typed).remove(QLatin1Char(' '));
    if (letters.isEmpty()) {
        return 0;
    }
    int best = -1;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const bool isWord = startsWord(text, at);
        // Within a word only as they stand: "load" in "Reload".
        if (isWord ? text[at].toLower() != letters.front().toLower()
                   : !QStringView(text).mid(at).startsWith(letters, Qt::CaseInsensitive)) {
            continue;
        }
        if (const int rest = scoreBehind(letters, 1, text, at); rest >= 0) {
            best = std::max(best, (1 + (isWord ? 3 : 0) + rest) * 4 - static_cast<int>(std::min<qsizetype>(at, 20)) / 4);
        }
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
