// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/spancolors.h"

#include <QString>

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

struct Shade {
    QRgb light;
    QRgb dark;
    QLatin1String stage; ///< stage of a trial that always has this colour
};
// Light enough for black text in light windows, darker in dark ones.
constexpr std::array<Shade, 12> kPalette{{{0xff77aadd, 0xff4477aa, QLatin1String("build")},
                                          {0xffee8866, 0xffb8583a, QLatin1String("time")},
                                          {0xffeedd88, 0xff9c8a2e, QLatin1String("check")},
                                          {0xff44bb99, 0xff2a7f66, QLatin1String("run")},
                                          {0xffffaabb, 0xffa85468, QLatin1String("warm up")},
                                          {0xff99ddff, 0xff3688a8, QLatin1String("lower")},
                                          {0xffbbcc33, 0xff76821a, QLatin1String("load")},
                                          {0xffaaaa00, 0xff6a6a00, QLatin1String("write")},
                                          {0xffcc99bb, 0xff8a4f78, QLatin1String("learn")},
                                          {0xff88ccaa, 0xff3f7f5c, {}},
                                          {0xffddcc77, 0xff8a7a3a, QLatin1String("codegen")},
                                          {0xffc3b5e3, 0xff6a58a0, QLatin1String("propose")}}};

} // namespace

QColor spanColor(const QString& name, bool dark)
{
    const auto own = std::ranges::find_if(kPalette, [&](const Shade& shade) { return !name.isEmpty() && name == shade.stage; });
    const size_t any = qChecksum(name.toUtf8()) % kPalette.size(); // stable between runs, unlike qHash
    const Shade& shade = own != kPalette.end() ? *own : kPalette[any];
    return QColor::fromRgb(dark ? shade.dark : shade.light);
}

} // namespace knobscope
