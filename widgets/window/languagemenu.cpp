// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/languagemenu.h"

#include "widgets/actions/actionregistry.h"
#include "widgets/translation/translation.h"
#include "widgets/workspace/workspace.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QLocale>
#include <QMainWindow>
#include <QSettings>

namespace knobscope {

namespace {

struct LanguageMenu {
    Q_DECLARE_TR_FUNCTIONS(LanguageMenu)
};

const QString languageKey = QStringLiteral("language");

/// In the language itself, whatever the window speaks.
QString nameOf(const QString& language)
{
    return language == QLatin1String("en") ? QStringLiteral("English") : QLocale(language).nativeLanguageName();
}

void choose(const QString& language, Workspace& workspace)
{
    QSettings settings;
    if (settings.value(languageKey).toString() == language) {
        return;
    }
    if (language.isEmpty()) {
        settings.remove(languageKey);
    } else {
        settings.setValue(languageKey, language);
    }
    workspace.say(MessageLevel::Info,
                  language.isEmpty() ? LanguageMenu::tr("Knobscope speaks the system's language from its next start on.")
                                     : LanguageMenu::tr("Knobscope speaks %1 from its next start on.").arg(nameOf(language)));
}

} // namespace

void addLanguageActions(QMainWindow& window, Workspace& workspace, ActionRegistry& actions)
{
    auto* group = new QActionGroup(&window);
    const QString now = QSettings().value(languageKey).toString();
    const auto add = [&](const QString& id, const QString& text, const QString& language) {
        QAction* action = actions.add({QStringLiteral("language.") + id, text, {}, {}, nullptr, true},
                                      [language, &workspace] { choose(language, workspace); });
        action->setChecked(language == now);
        group->addAction(action);
    };
    add(QStringLiteral("system"), LanguageMenu::tr("&System's Language"), {});
    for (const QString& language : languages()) {
        add(language, nameOf(language), language);
    }
}

} // namespace knobscope
