// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/actions/actiondialogs.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

ActionModel::ActionModel(ActionRegistry& registry, QObject* parent)
    : QAbstractTableModel(parent)
    , m_registry(registry)
{
    constexpr int largest = 256; // an icon is made smaller for its row, but never larger
    QPixmap empty(largest, largest);
    empty.fill(Qt::transparent);
    m_noIcon.addPixmap(empty);
    connect(&registry, &ActionRegistry::shortcutsChanged, this,
            [this] { emit dataChanged(index(0, Shortcut), index(rowCount() - 1, Shortcut)); });
}

QAction* ActionModel::action(int row) const
{
    const auto& all = m_registry.actions();
    return row >= 0 && static_cast<size_t>(row) < all.size() ? all[static_cast<size_t>(row)] : nullptr;
}

QString ActionModel::plainText(const QAction* action)
{
    return ActionRegistry::withoutAccessKey(action->text()).remove(QChar(0x2026));
}

int ActionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_registry.actions().size());
}

int ActionModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ActionModel::data(const QModelIndex& index, int role) const
{
    const QAction* a = action(index.row());
    if (!a) {
        return {};
    }
    if (role == Qt::DecorationRole && index.column() == Name) {
        return a->icon().isNull() ? m_noIcon : a->icon();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case Name: return plainText(a);
    case Group: return m_registry.groupOf(a);
    case Shortcut: return a->shortcut().toString(QKeySequence::NativeText);
    default: return {};
    }
}

QVariant ActionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Action");
    case Group: return tr("Where");
    case Shortcut: return tr("Shortcut");
    default: return {};
    }
}

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

ShortcutSheet::ShortcutSheet(ActionRegistry& registry, QWidget* parent)
    : QDialog(parent)
    , m_registry(registry)
    , m_model(registry)
    , m_filtered(new QSortFilterProxyModel(this))
    , m_filter(new QLineEdit)
    , m_list(new QTreeView)
    , m_keys(new QKeySequenceEdit)
    , m_assign(new QPushButton(tr("&Assign")))
    , m_reset(new QPushButton(tr("Back to &Default")))
    , m_note(new QLabel)
{
    setWindowTitle(tr("Keyboard Shortcuts"));
    m_filtered->setSourceModel(&m_model);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filtered->setFilterKeyColumn(-1);
    m_filter->setPlaceholderText(tr("Filter by name or keys"));
    m_filter->setClearButtonEnabled(true);
    m_list->setModel(m_filtered);
    m_list->setRootIsDecorated(false);
    m_list->sortByColumn(ActionModel::Group, Qt::AscendingOrder);
    m_list->setSortingEnabled(true); // from here on by every click; earlier, it would sort by name backwards
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->header()->setSectionResizeMode(ActionModel::Name, QHeaderView::Stretch);
    m_list->header()->setStretchLastSection(false);
    m_note->setWordWrap(true);
    m_keys->setAccessibleName(tr("New shortcut"));
    layOut();
    connect(m_filter, &QLineEdit::textChanged, m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &ShortcutSheet::showCurrent);
    connect(m_assign, &QPushButton::clicked, this, [this] { assign(m_keys->keySequence()); });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (const QAction* action = current()) {
            assign(m_registry.defaultShortcut(ActionRegistry::idOf(action)));
        }
    });
    m_list->setCurrentIndex(m_filtered->index(0, 0));
}

void ShortcutSheet::layOut()
{
    auto* change = new QHBoxLayout;
    auto* label = new QLabel(tr("&New shortcut"));
    label->setBuddy(m_keys);
    change->addWidget(label);
    change->addWidget(m_keys, 1);
    change->addWidget(m_assign);
    change->addWidget(m_reset);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_list, 1);
    layout->addLayout(change);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(620, 560);
}

QAction* ShortcutSheet::current() const
{
    return m_model.action(m_filtered->mapToSource(m_list->currentIndex()).row());
}

void ShortcutSheet::showCurrent()
{
    const QAction* action = current();
    m_keys->setEnabled(action);
    m_assign->setEnabled(action);
    m_reset->setEnabled(action);
    m_keys->setKeySequence(action ? action->shortcut() : QKeySequence());
    m_note->clear();
}

void ShortcutSheet::assign(const QKeySequence& shortcut)
{
    m_note->clear();
    if (const QAction* action = current()) {
        const QAction* loser = m_registry.setShortcut(ActionRegistry::idOf(action), shortcut);
        m_keys->setKeySequence(shortcut);
        if (loser) {
            m_note->setText(tr("“%1” had these keys and has none now.").arg(ActionModel::plainText(loser)));
        }
    }
}

} // namespace knobscope
