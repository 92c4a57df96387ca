// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/thememenu.h"

#include "widgets/actions/actionregistry.h"
#include "widgets/theme/checkstyle.h"
#include "widgets/theme/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QCoreApplication>
#include <QMainWindow>
#include <QSettings>

namespace knobscope {

namespace {

struct ThemeMenu {
    Q_DECLARE_TR_FUNCTIONS(ThemeMenu)
};

const QString themeKey = QStringLiteral("theme");

} // namespace

void applyTheme()
{
    static const QString systemStyle = QApplication::style()->name();
    const QString theme = QSettings().value(themeKey).toString();
    const bool isDark = theme == QLatin1String("dark");
    const bool isOwn = isDark || theme == QLatin1String("light");
    // Desktops' styles bring their own colours; Fusion takes ours.
    QApplication::setStyle(new CheckStyle(isOwn ? QStringLiteral("Fusion") : systemStyle));
    QApplication::setPalette(isDark ? darkPalette() : isOwn ? lightPalette() : QPalette());
}

void addThemeActions(QMainWindow& window, ActionRegistry& actions)
{
    auto* group = new QActionGroup(&window);
    const QString now = QSettings().value(themeKey).toString();
    const auto add = [&](const char* id, const QString& text, const char* theme) {
        QAction* action = actions.add({QStringLiteral("theme.") + QLatin1String(id), text, {}, {}, nullptr, true}, [theme] {
            QSettings().setValue(themeKey, QLatin1String(theme));
            applyTheme();
        });
        action->setChecked(now == QLatin1String(theme));
        group->addAction(action);
    };
    add("system", ThemeMenu::tr("&System's Theme"), "");
    add("light", ThemeMenu::tr("&Light Theme"), "light");
    add("dark", ThemeMenu::tr("&Dark Theme"), "dark");
}

} // namespace knobscope
