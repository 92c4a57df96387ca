// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/spancolors.h"

#include <QHash>
#include <QString>

#include <array>
#include <cstdint>

namespace knobscope {

namespace {

struct Pair {
    QRgb light;
    QRgb dark;
};
// Light enough for black text in light windows, subdued in dark ones.
constexpr std::array<Pair, 12> palette{{{0xff77aadd, 0xff4477aa},
                                        {0xffee8866, 0xffb8583a},
                                        {0xffeedd88, 0xff9c8a2e},
                                        {0xff44bb99, 0xff2a7f66},
                                        {0xffffaabb, 0xffa85468},
                                        {0xff99ddff, 0xff3688a8},
                                        {0xffbbcc33, 0xff76821a},
                                        {0xffaaaa00, 0xff6a6a00},
                                        {0xffcc99bb, 0xff8a4f78},
                                        {0xff88ccaa, 0xff3f7f5c},
                                        {0xffddcc77, 0xff8a7a3a},
                                        {0xffc3b5e3, 0xff6a58a0}}};

/// Names of this program's own stages and their places in the palette.
const QHash<QString, size_t>& ownStages()
{
    static const QHash<QString, size_t> stages{
        {QStringLiteral("propose"), 11}, {QStringLiteral("build"), 0}, {QStringLiteral("lower"), 5},
        {QStringLiteral("codegen"), 10}, {QStringLiteral("run"), 3},   {QStringLiteral("load"), 6},
        {QStringLiteral("warm up"), 4},  {QStringLiteral("check"), 2}, {QStringLiteral("time"), 1},
        {QStringLiteral("learn"), 8},    {QStringLiteral("write"), 7}};
    return stages;
}

size_t stableHash(const QString& name)
{
    uint32_t hash = 2166136261U; // FNV-1a: the same in every run, unlike qHash
    for (const QChar c : name) {
        hash = (hash ^ c.unicode()) * 16777619U;
    }
    return hash;
}

} // namespace

QColor spanColor(const QString& name, bool dark)
{
    const auto own = ownStages().constFind(name);
    const Pair& pair = palette[own != ownStages().constEnd() ? *own : stableHash(name) % palette.size()];
    return QColor::fromRgb(dark ? pair.dark : pair.light);
}

} // namespace knobscope
