// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace knobscope {

class ActionRegistry;
class MainWindow;
class View;

/// Registers navigation actions: back and forward through selections; "go.VIEW" for every view, which shows it and gives it the
/// keyboard focus; "go.nextView" and "go.previousView", which cycle through the open views, starting in the middle; command
/// palette and shortcut sheet.
void addNavigation(MainWindow& window, ActionRegistry& actions);

/// Returns the id of the view that has or last had the keyboard focus; empty: none.
QString viewInFocus(const MainWindow& window);

/// Whether a widget is shown, and not behind another tab: the docks of those lie outside of the window. QWidget::visibleRegion()
/// does not tell, since it leaves out what opaque children cover.
bool isInSight(const QWidget& widget);
/// Shows a view, also a floating or hidden one, and focuses the widget that had the focus there last, else its main widget.
void goToView(MainWindow& window, const QString& id);
/// Focuses the same widget of a view, as a window does that becomes active; for the page in the middle at the start.
void focusPage(View& page);

} // namespace knobscope
