// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QTextBrowser;

namespace knobscope {

class ActionRegistry;
class MainWindow;

/// Folder of the manual's pages (docs/manual), next to the program or where it is installed; empty if there is none.
QString manualFolder();

/// A window that shows the manual, with Back, Forward and Contents. Pages of the manual open in it, others in the browser.
class ManualWindow : public QWidget
{
    Q_OBJECT
public:
    explicit ManualWindow(QWidget* parent = nullptr);
    /// Shows the page of a view, or the contents if `view` is empty or has no page.
    void showPage(const QString& view);
    /// Shows a file of the manual, such as "glossary.md".
    void showFile(const QString& file);
    /// The page shown: "views/space.md".
    QString page() const;

private:
    void follow(const QUrl& link);
    QTextBrowser* m_text;
};

/// Registers "help.manual" (F1), which shows the page of the view in focus, "help.contents" and
/// "help.glossary".
void addManual(MainWindow& window, ActionRegistry& actions);

} // namespace knobscope
