// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>

namespace knobscope {

QStringList languages()
{
    return {QStringLiteral("en"), QStringLiteral("zh_TW")};
}

Translation::Translation(const QLocale& locale)
{
    const auto install = [this](const auto&... file) {
        auto translator = std::make_unique<QTranslator>();
        if (translator->load(file...)) {
            QCoreApplication::installTranslator(translator.get());
            m_translators.push_back(std::move(translator));
        }
    };
    install(QStringLiteral(":/i18n/knobscope_en.qm")); // English plurals, for languages without a translation
    install(locale, QStringLiteral("qtbase"), QStringLiteral("_"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(locale, QStringLiteral("knobscope"), QStringLiteral("_"), QStringLiteral(":/i18n"));
}

Translation::~Translation()
{
    for (const auto& translator : m_translators) {
        QCoreApplication::removeTranslator(translator.get());
    }
}

} // namespace knobscope
