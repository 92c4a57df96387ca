// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/units.h"

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

constexpr std::array<QStringView, 24> kUnits{u"%",     u"ns",  u"µs",  u"ms",  u"s",    u"min",   u"h",      u"B",
                                             u"kB",    u"MB",  u"GB",  u"KiB", u"MiB",  u"GiB",   u"GB/s",   u"GiB/s",
                                             u"bytes", u"GHz", u"MHz", u"°C",  u"FLOP", u"FLOPS", u"GFLOPS", u"TFLOPS"};

bool isPartOfUnit(QChar c)
{
    return c.isLetter() || c == QLatin1Char('/') || c == QLatin1Char('%') || c == u'°';
}

/// Whether what begins there is a unit; a placeholder ("%1") is none.
bool isUnitAt(QStringView text, qsizetype begin)
{
    qsizetype end = begin;
    while (end < text.size() && isPartOfUnit(text[end])) {
        ++end;
    }
    const bool isCut = end < text.size() && text[end].isDigit();
    return !isCut && std::ranges::find(kUnits, text.sliced(begin, end - begin)) != kUnits.end();
}

/// Whether a number, or the placeholder of one, ends there.
bool isNumberBefore(QStringView text, qsizetype end)
{
    const QChar last = text[end - 1];
    return last.isDigit() || (last == QLatin1Char('n') && end > 1 && text[end - 2] == QLatin1Char('%'));
}

} // namespace

QString withBoundUnits(QString text)
{
    for (qsizetype at = text.indexOf(QLatin1Char(' '), 1); at > 0; at = text.indexOf(QLatin1Char(' '), at + 1)) {
        if (text[at - 1] == u'±' || (isNumberBefore(text, at) && isUnitAt(text, at + 1))) {
            text[at] = QChar::Nbsp;
        }
    }
    return text;
}

} // namespace knobscope
