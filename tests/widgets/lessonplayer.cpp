// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/lessonplayer.h"

#include "tests/widgets/controls.h"
#include "widgets/shell/controlring.h"
#include "widgets/views/lesson/lessonview.h"
#include "widgets/views/space/knoblist.h"
#include "widgets/views/tasks/taskmodel.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTextBlock>
#include <QTimer>
#include <QTreeView>

namespace knobscope::testing {

namespace {

QString text(const std::string& from)
{
    return QString::fromStdString(from);
}

void typeInto(QWidget& field, const QString& words)
{
    QTest::keyClicks(&field, words);
}

/// Replaces what a line or a number holds, and presses Enter.
QString enter(QWidget& field, const QString& words)
{
    field.setFocus();
    QTest::keySequence(&field, QKeySequence::SelectAll);
    typeInto(field, words);
    QTest::keyClick(&field, Qt::Key_Return);
    return {};
}

QString choose(QComboBox& box, const QString& value)
{
    for (int row = 0; row < box.count(); ++row) {
        const QString data = box.itemData(row).toString();
        if (box.itemText(row) == value || data == value || data.startsWith(value + QLatin1Char(' '))) {
            box.setCurrentIndex(row);
            emit box.activated(row); // as by a click
            return {};
        }
    }
    return box.isEditable() ? enter(*box.lineEdit(), value) : QStringLiteral("the box has no such entry");
}

/// The row with this text, or the task with this id.
QModelIndex rowOf(const QAbstractItemView& view, const QString& row)
{
    const auto* proxy = qobject_cast<QSortFilterProxyModel*>(view.model());
    if (const auto* tasks = proxy ? qobject_cast<TaskModel*>(proxy->sourceModel()) : nullptr) {
        return proxy->mapFromSource(tasks->find(row));
    }
    const QModelIndexList found = view.model()->match(view.model()->index(0, 0), Qt::DisplayRole, row, 1,
                                                      Qt::MatchExactly | Qt::MatchRecursive | Qt::MatchWrap);
    return found.value(0);
}

/// Accepts the dialog that a press opened, as it is.
void acceptDialog()
{
    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    const auto* box = dialog ? dialog->findChild<QDialogButtonBox*>() : nullptr;
    for (QAbstractButton* button : box ? box->buttons() : QList<QAbstractButton*>()) {
        if (box->buttonRole(button) == QDialogButtonBox::AcceptRole && button->isEnabled()) {
            QTest::mouseClick(button, Qt::LeftButton);
            return;
        }
    }
    if (dialog) {
        dialog->reject();
    }
}

} // namespace

LessonPlayer::LessonPlayer(MainWindow& window)
    : m_window(window)
{
}

QString LessonPlayer::perform(const LessonAction& action)
{
    ++m_performed;
    const QString problem = act(action);
    QCoreApplication::processEvents();
    return problem.isEmpty() ? problem
                             : QStringLiteral("%1 %2.%3 %4: %5")
                                   .arg(text(action.verb), text(action.view), text(action.control), text(action.value), problem);
}

QString LessonPlayer::act(const LessonAction& action)
{
    if (action.verb == "action") {
        return trigger(text(action.value));
    }
    const bool isAnswer = action.view.empty();
    const QString view = isAnswer ? QStringLiteral("lesson") : text(action.view);
    const QString id = action.verb == "choose" ? QStringLiteral("choice.") + text(action.value)
                     : isAnswer                ? QStringLiteral("goOn")
                                               : text(action.control);
    if (!showControl(m_window, view + QLatin1Char('.') + id)) {
        return QStringLiteral("there is no such view");
    }
    QCoreApplication::processEvents();
    const auto found = std::ranges::find(m_window.views(), view, [](const auto& named) { return named.first; });
    QWidget* control = found->second->control(id);
    if (!control) {
        return QStringLiteral("there is no such control");
    }
    return isAnswer ? press(*control) : actOn(*control, action);
}

QString LessonPlayer::actOn(QWidget& control, const LessonAction& action)
{
    if (!control.isEnabled() || !(control.isVisible() || qobject_cast<QMenu*>(&control))) {
        return QStringLiteral("the control is hidden or off");
    }
    const QString value = text(action.value);
    if (action.verb == "press") {
        return press(control);
    }
    if (action.verb == "set") {
        return set(control, value);
    }
    if (action.verb == "tick") {
        return tick(control, value.split(QLatin1Char(',')));
    }
    if (action.verb == "pick") {
        return pick(control, value);
    }
    return action.verb == "add" || action.verb == "toggle" ? changeKnob(control, action) : write(control, action);
}

QString LessonPlayer::trigger(const QString& id)
{
    QAction* action = m_window.actionRegistry().action(id);
    if (!action || !action->isEnabled()) {
        return QStringLiteral("there is no such action, or it is off");
    }
    action->trigger();
    return {};
}

QString LessonPlayer::press(QWidget& control)
{
    auto* button = qobject_cast<QAbstractButton*>(&control);
    if (!button || !button->isEnabled()) {
        return QStringLiteral("it is no button, or it is off");
    }
    QTimer accepting;
    QObject::connect(&accepting, &QTimer::timeout, acceptDialog);
    accepting.start(20);
    QTest::mouseClick(button, Qt::LeftButton);
    return {};
}

QString LessonPlayer::set(QWidget& control, const QString& value)
{
    if (auto* box = qobject_cast<QComboBox*>(&control)) {
        return choose(*box, value);
    }
    if (auto* check = qobject_cast<QCheckBox*>(&control)) {
        if (check->isChecked() != (value == QLatin1String("on"))) {
            check->click();
        }
        return {};
    }
    const bool canType = qobject_cast<QAbstractSpinBox*>(&control) || qobject_cast<QLineEdit*>(&control);
    return canType ? enter(control, value) : QStringLiteral("it cannot be set");
}

QString LessonPlayer::tick(QWidget& control, const QStringList& rows)
{
    auto* view = qobject_cast<QAbstractItemView*>(&control);
    if (!view) {
        return QStringLiteral("it is no list");
    }
    view->setFocus();
    const auto has = [view](const QString& row) { return rowOf(*view, row).isValid(); };
    (void)QTest::qWaitFor([&] { return std::ranges::all_of(rows, has); }); // lists may be read in the background
    QStringList missing = rows;
    for (int row = 0; row < view->model()->rowCount(); ++row) {
        const QModelIndex at = view->model()->index(row, 0);
        const bool isWanted = missing.removeAll(at.data().toString()) > 0;
        if ((at.data(Qt::CheckStateRole).toInt() == Qt::Checked) != isWanted) {
            view->setCurrentIndex(at);
            QTest::keyClick(view, Qt::Key_Space);
        }
    }
    return missing.isEmpty() ? QString() : QStringLiteral("the list has no %1").arg(missing.join(QLatin1Char(' ')));
}

QString LessonPlayer::pick(QWidget& control, const QString& row)
{
    if (auto* menu = qobject_cast<QMenu*>(&control)) {
        QAction* chosen = entry(*menu, row);
        if (!chosen) {
            return QStringLiteral("the menu has no such entry");
        }
        chosen->trigger();
        return {};
    }
    auto* view = qobject_cast<QAbstractItemView*>(&control);
    const QModelIndex at = view ? rowOf(*view, row) : QModelIndex();
    if (!at.isValid()) {
        return QStringLiteral("there is no such row");
    }
    if (auto* tree = qobject_cast<QTreeView*>(view)) {
        tree->expand(at.parent());
    }
    QCoreApplication::processEvents();
    view->scrollTo(at, QAbstractItemView::PositionAtCenter);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(at).center());
    return {};
}

QString LessonPlayer::changeKnob(QWidget& control, const LessonAction& action)
{
    auto* list = qobject_cast<KnobList*>(&control);
    const QString knob = text(action.value).section(QLatin1Char(' '), 0, 0);
    const QString value = text(action.value).section(QLatin1Char(' '), 1);
    const auto row = list ? std::ranges::find(list->rows(), knob, &KnobRow::name) : std::vector<KnobRow>::const_iterator();
    if (!list || row == list->rows().end()) {
        return QStringLiteral("there is no such knob");
    }
    list->setCurrentKnob(knob);
    KnobCell cell{static_cast<int>(row - list->rows().begin()), KnobCell::Add, 0};
    if (action.verb == "toggle") {
        const auto chip =
            std::ranges::find(row->chips, value, [](const KnobChip& c) { return QString(c.text).remove(QLatin1Char(' ')); });
        if (chip == row->chips.end()) {
            return QStringLiteral("the knob has no such candidate");
        }
        cell = {cell.row, KnobCell::Chip, static_cast<int>(chip - row->chips.begin())};
    }
    list->setCurrentCell(cell); // scrolls there
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->cellRect(cell).center());
    if (action.verb == "add") {
        auto* field = list->findChild<QLineEdit*>(QStringLiteral("newValue"));
        if (!field || !field->isVisible()) {
            return QStringLiteral("no field opens");
        }
        enter(*field, value);
        return field->isVisible() ? QStringLiteral("the value is refused") : QString();
    }
    return {};
}

QString LessonPlayer::write(QWidget& control, const LessonAction& action)
{
    auto* editor = qobject_cast<QPlainTextEdit*>(&control);
    if (!editor) {
        return QStringLiteral("it is no text");
    }
    editor->setFocus();
    if (action.verb == "undo") {
        QTest::keySequence(editor, QKeySequence::Undo);
        return {};
    }
    if (action.verb == "type") {
        editor->moveCursor(QTextCursor::End);
        if (!editor->textCursor().block().text().isEmpty()) {
            QTest::keyClick(editor, Qt::Key_Return);
        }
        typeInto(*editor, text(action.value));
        return {};
    }
    const bool replaces = action.verb == "replace";
    QString old = text(action.value).section(QStringLiteral(" -> "), 0, 0);
    const QString now = text(action.value).section(QStringLiteral(" -> "), 1);
    const qsizetype open = replaces ? -1 : old.indexOf(QLatin1Char('{')); // "split(C.y, {6})" selects the 6
    const qsizetype length = open < 0 ? old.size() : old.indexOf(QLatin1Char('}')) - open - 1;
    old = open < 0 ? old : old.remove(QLatin1Char('{')).remove(QLatin1Char('}'));
    const qsizetype at = editor->toPlainText().indexOf(old);
    if (at < 0) {
        return QStringLiteral("the text is not there");
    }
    QTextCursor cursor = editor->textCursor();
    const auto begin = static_cast<int>(at + std::max<qsizetype>(open, 0));
    cursor.setPosition(begin);
    cursor.setPosition(begin + static_cast<int>(length), QTextCursor::KeepAnchor);
    if (replaces && now.isEmpty()) {
        cursor.select(QTextCursor::LineUnderCursor);
    }
    editor->setTextCursor(cursor);
    if (replaces) {
        QTest::keyClick(editor, Qt::Key_Delete);
        typeInto(*editor, now);
    }
    return {};
}

} // namespace knobscope::testing
