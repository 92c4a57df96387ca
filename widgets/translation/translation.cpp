// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/translation/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>

#include <array>

namespace knobscope {

QStringList languages()
{
    return {QStringLiteral("en"), QStringLiteral("zh_TW")};
}

Translation::Translation(const QLocale& locale)
{
    const auto install = [this, &locale](const QString& name, const QString& folder) {
        auto translator = std::make_unique<QTranslator>();
        if (translator->load(locale, name, QStringLiteral("_"), folder)) {
            QCoreApplication::installTranslator(translator.get());
            m_translators.push_back(std::move(translator));
        }
    };
    auto english = std::make_unique<QTranslator>(); // its plurals, for every language that is not there
    if (english->load(QStringLiteral(":/i18n/knobscope_en.qm"))) {
        QCoreApplication::installTranslator(english.get());
        m_translators.push_back(std::move(english));
    }
    install(QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(QStringLiteral("knobscope"), QStringLiteral(":/i18n"));
}

Translation::~Translation()
{
    for (const auto& translator : m_translators) {
        QCoreApplication::removeTranslator(translator.get());
    }
}

QString PseudoTranslator::translate(const char* /*context*/, const char* text, const char* /*comment*/, int n) const
{
    constexpr std::array<std::pair<char, char16_t>, 6> accents{
        {{'a', u'å'}, {'e', u'é'}, {'i', u'ï'}, {'o', u'ø'}, {'u', u'ü'}, {'n', u'ñ'}}};
    QString out;
    bool inPlaceholder = false;
    for (const QChar c : QString::fromUtf8(text)) {
        const bool isPart = inPlaceholder && (c.isDigit() || c == QLatin1Char('n') || c == QLatin1Char('L'));
        inPlaceholder = c == QLatin1Char('%') || isPart;
        char16_t letter = c.unicode();
        for (const auto& [plain, accented] : accents) {
            letter = !isPart && letter == static_cast<char16_t>(plain) ? accented : letter;
        }
        out += QChar(letter);
    }
    out.replace(QStringLiteral("%n"), QString::number(n)).replace(QStringLiteral("%L1"), QStringLiteral("%1"));
    return QStringLiteral("[") + out + QString(out.size() / 3, QLatin1Char('~')) + QStringLiteral("]");
}

} // namespace knobscope
