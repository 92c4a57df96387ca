// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/screenshots.h"

#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QPixmap>

namespace knobscope {

namespace {

QPalette darkPalette()
{
    QPalette dark;
    const QColor window(0x2a2c2e);
    const QColor base(0x1e2022);
    const QColor text(0xe6e6e6);
    dark.setColor(QPalette::Window, window);
    dark.setColor(QPalette::Base, base);
    dark.setColor(QPalette::AlternateBase, QColor(0x26282a));
    dark.setColor(QPalette::Button, QColor(0x3a3d40));
    dark.setColor(QPalette::ToolTipBase, window);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::BrightText}) {
        dark.setColor(role, text);
    }
    dark.setColor(QPalette::PlaceholderText, QColor(0x9aa0a6));
    dark.setColor(QPalette::Highlight, QColor(0x2f6fab));
    dark.setColor(QPalette::HighlightedText, Qt::white);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        dark.setColor(QPalette::Disabled, role, QColor(0x8a8f94));
    }
    return dark;
}

Result<void> save(QWidget& widget, const QString& path)
{
    if (!widget.grab().save(path)) {
        return fail(ErrorCode::Io, "The picture {} could not be written", path.toStdString());
    }
    return {};
}

Result<void> renderOnce(const QString& folder, const QString& project, const QString& suffix)
{
    MainWindow window;
    window.resize(1440, 860);
    window.show();
    if (!project.isEmpty() && !window.openProject(project)) {
        return fail(ErrorCode::Io, "The project {} cannot be opened: {}", project.toStdString(), window.lastProblem().toStdString());
    }
    if (project.isEmpty()) {
        window.chooseTask(QStringLiteral("resnet-18:2"));
    }
    window.refreshViews();
    QApplication::processEvents();
    if (auto ok = save(window, folder + QStringLiteral("/workbench%1.png").arg(suffix)); !ok) {
        return ok;
    }
    for (const auto& [name, view] : window.views()) {
        if (auto ok = save(*view, folder + QStringLiteral("/%1%2.png").arg(name, suffix)); !ok) {
            return ok;
        }
    }
    return {};
}

} // namespace

Result<void> renderScreenshots(const QString& folder, const QString& project)
{
    if (!QDir().mkpath(folder)) {
        return fail(ErrorCode::Io, "The folder {} cannot be made", folder.toStdString());
    }
    if (auto ok = renderOnce(folder, project, {}); !ok) {
        return ok;
    }
    QApplication::setPalette(darkPalette());
    return renderOnce(folder, project, QStringLiteral("-dark"));
}

} // namespace knobscope
