// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/colours.h"

#include "widgets/base/theme.h"

#include <QIcon>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <array>
#include <cmath>

namespace knobscope {

QColor seriesColour(const QPalette& palette, size_t n)
{
    static constexpr std::array<QRgb, kSeriesColours> light{0xff0072b2, 0xffd55e00, 0xff00785a, 0xffa8447f,
                                                            0xff8f8f50, 0xff8a2be2, 0xff8b0000, 0xff000000,
                                                            0xff7788ff, 0xff441166, 0xff224444, 0xff5533aa};
    static constexpr std::array<QRgb, kSeriesColours> dark{0xff56b4e9, 0xffe69f00, 0xff00a878, 0xffe08fbf,
                                                           0xfff0e442, 0xff8f4aff, 0xffd0442f, 0xffffffff,
                                                           0xff7788ff, 0xff88ffaa, 0xff99cc66, 0xffaa44aa};
    return QColor::fromRgb((isDark(palette) ? dark : light)[n % light.size()]);
}

QVariant seriesSwatch(const QPalette& palette, size_t n)
{
    const QColor colour = seriesColour(palette, n);
    if (!isSeriesDashed(n)) {
        return colour;
    }
    constexpr int size = 20; // views scale it down
    QPixmap frame(size, size);
    frame.fill(Qt::transparent);
    QPainter painter(&frame);
    painter.setPen(QPen(colour, 5));
    painter.drawRect(QRectF(2.5, 2.5, size - 5, size - 5));
    return QIcon(frame);
}

QColor rampColour(const QPalette& palette, double share)
{
    static constexpr std::array<QRgb, 9> viridis{0xff440154, 0xff472d7b, 0xff3b528b, 0xff2c728e, 0xff21918c,
                                                 0xff28ae80, 0xff5ec962, 0xffaddc30, 0xfffde725};
    const double clamped = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
    // Each background leaves out the end that it would swallow; dark means more on both.
    const double darkest = isDark(palette) ? 0.38 : 0;
    const double brightest = isDark(palette) ? 1 : 0.84;
    const double at = (brightest - (brightest - darkest) * clamped) * (viridis.size() - 1);
    const auto i = std::min(static_cast<size_t>(at), viridis.size() - 2);
    const QColor a = QColor::fromRgb(viridis[i]);
    const QColor b = QColor::fromRgb(viridis[i + 1]);
    const double t = at - static_cast<double>(i);
    const auto mix = [&](int x, int y) { return static_cast<int>(std::lround(x + t * (y - x))); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

namespace {

struct Shade {
    QRgb light;
    QRgb dark;
    QLatin1String stage; ///< stage of a trial that always has this colour
};
// Light enough for black text in light windows, darker in dark ones.
constexpr std::array<Shade, 12> kSpanShades{{{0xff77aadd, 0xff4477aa, QLatin1String("build")},
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
    const auto own =
        std::ranges::find_if(kSpanShades, [&](const Shade& shade) { return !name.isEmpty() && name == shade.stage; });
    const size_t any = qChecksum(name.toUtf8()) % kSpanShades.size(); // stable between runs, unlike qHash
    const Shade& shade = own != kSpanShades.end() ? *own : kSpanShades[any];
    return QColor::fromRgb(dark ? shade.dark : shade.light);
}

double contrastOf(const QColor& one, const QColor& other)
{
    const auto luminance = [](const QColor& colour) {
        const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
        return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
    };
    const auto [dark, bright] = std::minmax({luminance(one), luminance(other)});
    return (bright + 0.05) / (dark + 0.05);
}

QColor textOn(const QColor& colour)
{
    const QColor black(Qt::black);
    const QColor white(Qt::white);
    return contrastOf(black, colour) > contrastOf(white, colour) ? black : white;
}

} // namespace knobscope
