// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/controllist.h"

#include "app/workbench/screenshots.h"
#include "widgets/controls/control.h"
#include "widgets/plot/plotview.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/views.h"
#include "widgets/views/insight/parallelplot.h"
#include "widgets/views/timeline/minimap.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QGraphicsView>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTextEdit>
#include <QTreeView>

#include <algorithm>

namespace knobscope {

namespace {

template<class... Widgets>
bool isOneOf(const QWidget& widget)
{
    return (qobject_cast<const Widgets*>(&widget) || ...);
}

/// Its children are parts that Qt makes.
bool isAtomicControl(const QWidget& widget)
{
    return isOneOf<QComboBox, QAbstractSpinBox, QLineEdit, QKeySequenceEdit, QTabBar, QHeaderView, QScrollBar, QGraphicsView,
                   PlotView>(widget);
}

/// Empty: it is no control.
QString kindOf(const QWidget& widget)
{
    if (isOneOf<QTabBar, QHeaderView, QScrollBar, QScrollArea, QLabel>(widget) || widget.inherits("QTableCornerButton")) {
        return {};
    }
    const struct {
        const char* kind;
        bool isIt;
    } kinds[] = {{"menu", isOneOf<QMenu>(widget)},
                 {"checkbox", isOneOf<QCheckBox>(widget)},
                 {"radio", isOneOf<QRadioButton>(widget)},
                 {"button", isOneOf<QAbstractButton>(widget)},
                 {"combobox", isOneOf<QComboBox>(widget)},
                 {"spinbox", isOneOf<QAbstractSpinBox>(widget)},
                 {"slider", isOneOf<QAbstractSlider>(widget)},
                 {"lineedit", isOneOf<QLineEdit>(widget)},
                 {"keys", isOneOf<QKeySequenceEdit>(widget)},
                 {"table", isOneOf<QTableView>(widget)},
                 {"tree", isOneOf<QTreeView>(widget)},
                 {"list", isOneOf<QAbstractItemView>(widget)},
                 {"text", isOneOf<QTextEdit, QPlainTextEdit>(widget)},
                 {"tab", isOneOf<QTabWidget>(widget)},
                 {"plot", isOneOf<PlotView, ParallelPlot>(widget)},
                 {"canvas", isOneOf<Minimap>(widget) || (widget.focusPolicy() & Qt::TabFocus) != 0}};
    const auto* found = std::ranges::find_if(kinds, [](const auto& kind) { return kind.isIt; });
    return found == std::end(kinds) ? QString() : QString::fromLatin1(found->kind);
}

/// The label whose access key leads to a widget; null: there is none.
const QLabel* labelOf(const QWidget& widget)
{
    const QList<QLabel*> labels = widget.window()->findChildren<QLabel*>();
    const auto found = std::ranges::find(labels, &widget, &QLabel::buddy);
    return found == labels.end() ? nullptr : *found;
}

QString spokenName(const QWidget& widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const auto* menu = qobject_cast<const QMenu*>(&widget);
    const auto* menuButton = menu ? qobject_cast<const QAbstractButton*>(menu->parentWidget()) : nullptr;
    const QLabel* label = labelOf(widget);
    const QString& own = widget.accessibleName();
    return !own.isEmpty() ? own
         : button         ? ActionRegistry::withoutAccessKey(button->text())
         : menuButton     ? spokenName(*menuButton)
         : menu           ? ActionRegistry::withoutAccessKey(menu->title())
         : label          ? ActionRegistry::withoutAccessKey(label->text())
                          : QString();
}

/// Ids of the columns of a table or tree with a visible header.
QStringList columnIdsOf(const QWidget& widget)
{
    const auto* table = qobject_cast<const QTableView*>(&widget);
    const auto* tree = qobject_cast<const QTreeView*>(&widget);
    const QHeaderView* header = table ? table->horizontalHeader() : tree ? tree->header() : nullptr;
    QStringList ids;
    for (int column = 0; header && !header->isHidden() && column < header->count(); ++column) {
        ids << header->model()->headerData(column, Qt::Horizontal, kColumnIdRole).toString();
    }
    return ids;
}

void addEntries(const QMenu& menu, std::vector<Control>& all)
{
    for (const QAction* action : menu.actions()) {
        if (!action->isSeparator() && !action->menu()) {
            const QString& id = action->objectName();
            all.push_back({id.isEmpty() ? id : menu.objectName() + QLatin1Char('.') + id,
                           QStringLiteral("entry"),
                           ActionRegistry::withoutAccessKey(action->text()),
                           {}});
        }
    }
}

void addControls(const QWidget& parent, std::vector<Control>& all)
{
    for (const QObject* child : parent.children()) {
        const auto* widget = qobject_cast<const QWidget*>(child);
        if (!widget) {
            continue;
        }
        if (const QString kind = kindOf(*widget); !kind.isEmpty()) {
            all.push_back({widget->objectName(), kind, spokenName(*widget), columnIdsOf(*widget)});
        }
        if (const auto* menu = qobject_cast<const QMenu*>(widget)) {
            addEntries(*menu, all);
        }
        if (!isAtomicControl(*widget)) {
            addControls(*widget, all);
        }
    }
}

QJsonArray controlsAsJson(const QWidget& view)
{
    QJsonArray all;
    for (const Control& control : controlsOf(view)) {
        QJsonObject one{
            {QStringLiteral("id"), control.id}, {QStringLiteral("kind"), control.kind}, {QStringLiteral("name"), control.name}};
        if (!control.columns.isEmpty()) {
            one[QStringLiteral("columns")] = QJsonArray::fromStringList(control.columns);
        }
        all.append(one);
    }
    return all;
}

} // namespace

std::vector<Control> controlsOf(const QWidget& parent)
{
    std::vector<Control> all;
    addControls(parent, all);
    return all;
}

Result<QByteArray> listControls(const QString& project)
{
    MainWindow window;
    TRY(fillWindow(window, project));
    QJsonArray views;
    for (const ViewEntry& entry : viewEntries()) {
        const QString id = QString::fromLatin1(entry.id);
        const auto found = std::ranges::find(window.views(), id, [](const auto& named) { return named.first; });
        views.append(QJsonObject{{QStringLiteral("id"), id},
                                 {QStringLiteral("title"), titleOf(entry)},
                                 {QStringLiteral("controls"), controlsAsJson(*found->second)}});
    }
    QJsonArray actions;
    for (const QAction* action : window.actionRegistry().actions()) {
        actions.append(QJsonObject{{QStringLiteral("id"), ActionRegistry::idOf(action)},
                                   {QStringLiteral("name"), ActionRegistry::withoutAccessKey(action->text())}});
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("views"), views}, {QStringLiteral("actions"), actions}})
        .toJson(QJsonDocument::Indented)
        .trimmed();
}

} // namespace knobscope
