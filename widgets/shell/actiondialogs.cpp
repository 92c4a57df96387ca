// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actiondialogs.h"

#include "widgets/base/naturalorder.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QTreeView>

#include <algorithm>

namespace knobscope {

ActionModel::ActionModel(ActionRegistry& registry, QObject* parent)
    : QStandardItemModel(parent)
    , m_registry(registry)
{
    constexpr int largest = 256; // Qt scales an icon down to its row, but never up
    QPixmap empty(largest, largest);
    empty.fill(Qt::transparent);
    setHorizontalHeaderLabels({tr("Action"), tr("Where"), tr("Shortcut")});
    for (const auto& [column, id] : {std::pair(Name, "action"), {Group, "where"}, {Shortcut, "shortcut"}}) {
        setHeaderData(column, Qt::Horizontal, QString::fromLatin1(id), kColumnIdRole);
    }
    for (const QAction* action : registry.actions()) {
        const QIcon icon = action->icon().isNull() ? QIcon(empty) : action->icon(); // aligns the names of actions without an icon
        const QList<QStandardItem*> cells{new QStandardItem(icon, plainText(action)), new QStandardItem(registry.groupOf(action)),
                                          new QStandardItem};
        for (QStandardItem* cell : cells) {
            cell->setEditable(false);
        }
        appendRow(cells);
    }
    connect(&registry, &ActionRegistry::shortcutsChanged, this, &ActionModel::showShortcuts);
    showShortcuts();
}

void ActionModel::showShortcuts()
{
    for (int row = 0; row < rowCount(); ++row) {
        item(row, Shortcut)->setText(QKeySequence::listToString(action(row)->shortcuts(), QKeySequence::NativeText));
    }
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

namespace {

constexpr size_t kMostPlaces = 50;
constexpr int kGroupPenalty = 8; ///< ranks matches in an action's own name first

bool startsWord(const QString& text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber();
}

/// Scores the letters from `next` on after a match at `last`: each must directly follow the previous match or start a word.
/// Without this rule "dark" would match "Add … Network".
int scoreRest(const QString& letters, qsizetype next, const QString& text, qsizetype last)
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
        if (const int rest = scoreRest(letters, next + 1, text, at); rest >= 0) {
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
        // Inside a word the letters must be contiguous, like "load" in "Reload".
        if (isWord ? text[at].toLower() != letters.front().toLower()
                   : !QStringView(text).mid(at).startsWith(letters, Qt::CaseInsensitive)) {
            continue;
        }
        if (const int rest = scoreRest(letters, 1, text, at); rest >= 0) {
            best = std::max(best, (1 + (isWord ? 3 : 0) + rest) * 4 - static_cast<int>(std::min<qsizetype>(at, 20)) / 4);
        }
    }
    return best;
}

CommandPalette::CommandPalette(ActionRegistry& registry, QWidget* parent, std::vector<PalettePlace> places)
    : QDialog(parent, Qt::Popup)
    , m_registry(registry)
    , m_model(registry)
    , m_places(std::move(places))
    , m_field(makeControl<QLineEdit>("command"))
    , m_list(makeControl<QTreeView>("actions"))
{
    m_field->setPlaceholderText(tr("Type what you want to do, or the name of a task or network"));
    m_field->setAccessibleName(tr("Command"));
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    m_list->setModel(&m_shown);
    m_list->setRootIsDecorated(false);
    m_list->setHeaderHidden(true);
    m_list->setUniformRowHeights(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Matching actions"));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(ActionModel::Name, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(ActionModel::Group, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(ActionModel::Shortcut, QHeaderView::ResizeToContents);
    inColumn(this, {m_field, m_list});
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
    for (int row = 0; row < m_shown.rowCount(); ++row) {
        texts << m_shown.item(row, ActionModel::Name)->text();
    }
    return texts;
}

void CommandPalette::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    // Keys go to a popup's focus widget, but without a window manager the popup is never activated and has none.
    m_field->setFocus(Qt::PopupFocusReason);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const int step = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
        if (const int rows = m_shown.rowCount(); step != 0 && rows > 0) {
            m_list->setCurrentIndex(m_shown.index((m_list->currentIndex().row() + step + rows) % rows, 0));
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
    std::vector<std::pair<int, int>> fitting; // score and row of the model
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QString text = m_model.item(row, ActionModel::Name)->text();
        const QString group = m_model.item(row, ActionModel::Group)->text();
        const int inAll = fuzzyScore(m_field->text(), group + QLatin1Char(' ') + text);
        if (inAll >= 0 && m_registry.isAvailable(m_model.action(row))) {
            fitting.emplace_back(std::max({0, fuzzyScore(m_field->text(), text), inAll - kGroupPenalty}), row);
        }
    }
    std::ranges::stable_sort(fitting, std::greater<>(), &std::pair<int, int>::first);
    m_shown.removeRows(0, m_shown.rowCount());
    m_shownActions.clear();
    for (const auto& [score, row] : fitting) {
        m_shown.appendRow({m_model.item(row, ActionModel::Name)->clone(), m_model.item(row, ActionModel::Group)->clone(),
                           m_model.item(row, ActionModel::Shortcut)->clone()});
        m_shownActions.push_back(m_model.action(row));
    }
    filterPlaces();
    m_list->setCurrentIndex(m_shown.index(0, 0));
}

void CommandPalette::filterPlaces()
{
    std::vector<std::pair<int, size_t>> fitting;
    for (size_t i = 0; i < m_places.size() && !m_field->text().isEmpty(); ++i) {
        if (const int score = fuzzyScore(m_field->text(), m_places[i].name); score >= 0) {
            fitting.emplace_back(score, i);
        }
    }
    std::ranges::stable_sort(fitting, std::greater<>(), &std::pair<int, size_t>::first);
    fitting.resize(std::min(fitting.size(), kMostPlaces));
    m_shownPlaces.clear();
    for (const auto& [score, place] : fitting) {
        m_shown.appendRow({new QStandardItem(m_places[place].name), new QStandardItem(m_places[place].kind)});
        m_shownPlaces.push_back(place);
    }
}

void CommandPalette::runCurrent()
{
    const int row = m_list->currentIndex().row();
    QAction* action = m_shownActions.value(row);
    const qsizetype place = row - m_shownActions.size();
    const bool isPlace = place >= 0 && static_cast<size_t>(place) < m_shownPlaces.size();
    const auto open = isPlace ? m_places[m_shownPlaces[static_cast<size_t>(place)]].open : std::function<void()>();
    close();
    if (action) {
        action->trigger();
    } else if (open) {
        open();
    }
}

/// A popup has no frame: without a line it could not be told from the window behind it.
void CommandPalette::paintEvent(QPaintEvent* event)
{
    QDialog::paintEvent(event);
    QPainter painter(this);
    painter.setPen(themeFor(palette()).muted);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

ShortcutSheet::ShortcutSheet(ActionRegistry& registry, QWidget* parent)
    : QDialog(parent)
    , m_registry(registry)
    , m_model(registry)
    , m_filtered(new NaturalSortModel(this))
    , m_filter(makeControl<QLineEdit>("filter"))
    , m_list(makeControl<QTreeView>("actions"))
    , m_keys(makeControl<QKeySequenceEdit>("newShortcut"))
    , m_assign(makeControl<QPushButton>("assign", tr("&Assign")))
    , m_reset(makeControl<QPushButton>("reset", tr("Reset to &Default")))
    , m_note(new QLabel)
{
    setWindowTitle(tr("Keyboard Shortcuts"));
    m_filtered->setSourceModel(&m_model);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filtered->setFilterKeyColumn(-1);
    m_filter->setPlaceholderText(tr("Filter by name or keys"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_list->setAccessibleName(windowTitle());
    m_filter->setClearButtonEnabled(true);
    m_list->setModel(m_filtered);
    m_list->setRootIsDecorated(false);
    m_list->sortByColumn(ActionModel::Group, Qt::AscendingOrder);
    m_list->setSortingEnabled(true); // only now: enabled earlier, it would sort by name in descending order
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->header()->setSectionResizeMode(ActionModel::Name, QHeaderView::Stretch);
    m_list->header()->setStretchLastSection(false);
    m_note->setWordWrap(true);
    m_keys->setAccessibleName(tr("New shortcut"));
    auto* label = new QLabel(tr("&New shortcut"));
    label->setBuddy(m_keys);
    auto* buttons = makeCloseBox();
    inColumn(this, {m_filter, {m_list, 1}, inRow({label, {m_keys, 1}, m_assign, m_reset}), m_note, buttons});
    resize(620, 560);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_filter, &QLineEdit::textChanged, m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &ShortcutSheet::showCurrent);
    connect(m_assign, &QPushButton::clicked, this,
            [this] { assign(m_keys->keySequence().isEmpty() ? QList<QKeySequence>() : QList{m_keys->keySequence()}); });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (const QAction* action = current()) {
            assign(m_registry.defaultShortcuts(ActionRegistry::idOf(action)));
        }
    });
    m_list->setCurrentIndex(m_filtered->index(0, 0));
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

void ShortcutSheet::assign(const QList<QKeySequence>& shortcuts)
{
    m_note->clear();
    if (const QAction* action = current()) {
        const QAction* loser = m_registry.setShortcuts(ActionRegistry::idOf(action), shortcuts);
        m_keys->setKeySequence(action->shortcut());
        if (loser) {
            const QString left = QKeySequence::listToString(loser->shortcuts(), QKeySequence::NativeText);
            const QString name = ActionModel::plainText(loser);
            m_note->setText(left.isEmpty() ? tr("These keys were removed from “%1”.").arg(name)
                                           : tr("These keys were removed from “%1”; it still has %2.").arg(name, left));
        }
    }
}

} // namespace knobscope
