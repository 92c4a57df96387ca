// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/spannames.h"

#include "widgets/base/foreigntext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

constexpr auto kContext = "Spans";
constexpr std::string_view kBuilder = "builder "; ///< followed by its number

// Names of the spans, tracks, counters, categories and arguments that the tuning loop, its workers and the store record.
constexpr std::array kStored{
    QT_TRANSLATE_NOOP("Spans", "propose"), QT_TRANSLATE_NOOP("Spans", "build"),   QT_TRANSLATE_NOOP("Spans", "lower"),
    QT_TRANSLATE_NOOP("Spans", "codegen"), QT_TRANSLATE_NOOP("Spans", "cached"),  QT_TRANSLATE_NOOP("Spans", "run"),
    QT_TRANSLATE_NOOP("Spans", "load"),    QT_TRANSLATE_NOOP("Spans", "warm up"), QT_TRANSLATE_NOOP("Spans", "check"),
    QT_TRANSLATE_NOOP("Spans", "time"),    QT_TRANSLATE_NOOP("Spans", "learn"),   QT_TRANSLATE_NOOP("Spans", "time (throttled)"),
    QT_TRANSLATE_NOOP("Spans", "write"),   QT_TRANSLATE_NOOP("Spans", "tuner"),   QT_TRANSLATE_NOOP("Spans", "runner"),
    QT_TRANSLATE_NOOP("Spans", "writer"),  QT_TRANSLATE_NOOP("Spans", "trial"),   QT_TRANSLATE_NOOP("Spans", "store"),
    QT_TRANSLATE_NOOP("Spans", "config"),  QT_TRANSLATE_NOOP("Spans", "rows"),    QT_TRANSLATE_NOOP("Spans", "CPU load"),
};

} // namespace

QString shownName(std::string_view stored, int64_t trace)
{
    if (trace > 0) {
        return foreignText(stored);
    }
    if (stored.starts_with(kBuilder)) {
        return QCoreApplication::translate("Spans", "builder %1").arg(foreignText(stored.substr(kBuilder.size())));
    }
    const auto* const known = std::ranges::find(kStored, stored);
    return known == kStored.end() ? foreignText(stored) : QCoreApplication::translate(kContext, *known);
}

QString storedName(const QString& shown)
{
    const auto* const found = std::ranges::find_if(kStored, [&](const char* stored) {
        const QString text = QCoreApplication::translate(kContext, stored);
        return text != QLatin1String(stored) && !shown.isEmpty() && text.contains(shown, Qt::CaseInsensitive);
    });
    return found == kStored.end() ? shown : QString::fromLatin1(*found);
}

} // namespace knobscope
