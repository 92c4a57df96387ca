// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/translation.h"

#include "widgets/base/units.h"

#include <QCoreApplication>
#include <QLibraryInfo>

namespace knobscope {

namespace {

/// Keeps numbers and their units on one line, in every text that the window shows.
class UnitTranslator : public QTranslator
{
public:
    /// The translator that is asked last answers for texts that have no translation, too.
    explicit UnitTranslator(bool isLast)
        : m_isLast(isLast)
    {
    }

    QString translate(const char* context, const char* text, const char* comment, int n) const override
    {
        const QString found = QTranslator::translate(context, text, comment, n);
        if (!found.isNull() || !m_isLast) {
            return withBoundUnits(found);
        }
        const QString source = QString::fromUtf8(text);
        const bool isPattern = source.contains(QLatin1String("%1")) || source.contains(QLatin1String("%n"));
        return isPattern ? withBoundUnits(source) : QString(); // others may be names of files
    }

private:
    bool m_isLast;
};

} // namespace

QStringList languages()
{
    return {QStringLiteral("en"), QStringLiteral("zh_TW")};
}

Translation::Translation(const QLocale& locale)
{
    const auto install = [this](const auto&... file) {
        auto translator = std::make_unique<UnitTranslator>(m_translators.empty());
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
