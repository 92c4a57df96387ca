// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/theme.h"

#include <QEvent>
#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QWidget>

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

/// Keeps a palette role of its parent in a theme colour when the theme changes.
class ThemeColour : public QObject
{
public:
    ThemeColour(QWidget& widget, QColor Theme::* colour, QPalette::ColorRole role)
        : QObject(&widget)
        , m_widget(widget)
        , m_colour(colour)
        , m_role(role)
    {
        setObjectName(name);
        widget.installEventFilter(this);
        apply();
    }

    static constexpr QLatin1String name{"themeColour"};
    bool is(QColor Theme::* colour, QPalette::ColorRole role) const { return colour == m_colour && role == m_role; }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::PaletteChange) {
            apply();
        }
        return false;
    }

private:
    void apply()
    {
        const QColor wanted = themeFor(m_widget.palette()).*m_colour;
        if (m_widget.palette().color(m_role) != wanted) { // setting it triggers another palette change
            QPalette colours;
            colours.setColor(m_role, wanted);
            m_widget.setPalette(colours);
        }
    }

    QWidget& m_widget;
    QColor Theme::* m_colour;
    QPalette::ColorRole m_role;
};

} // namespace

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

QFont textFont(TextSize size, bool isBold)
{
    constexpr std::array<int, 5> pixels{11, 13, 16, 22, 30};
    constexpr int body = pixels[static_cast<size_t>(TextSize::Body)];
    QFont font = QGuiApplication::font();
    const int system = std::max(body, QFontInfo(font).pixelSize());
    font.setPixelSize(pixels[static_cast<size_t>(size)] * system / body);
    font.setBold(isBold);
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature("tnum", 1);
#endif
    return font;
}

QFont codeFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (!QFontInfo(font).fixedPitch()) { // that of some languages, for example of Chinese without a font of its own for code
        font.setFamilies({QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Noto Sans Mono"),
                          QStringLiteral("Liberation Mono"), font.family()});
    }
    font.setPixelSize(textFont(TextSize::Body).pixelSize());
    return font;
}

int lettersWide(const QFontMetrics& metrics, int letters)
{
    const QString all = QStringLiteral("abcdefghijklmnopqrstuvwxyz");
    return metrics.horizontalAdvance(all) * letters / static_cast<int>(all.size());
}

QFont emphasised(QFont font)
{
    font.setBold(true);
    return font;
}

Theme themeFor(const QPalette& palette)
{
    if (isDark(palette)) {
        return {.background = QColor(0x17191d),
                .surface = QColor(0x1f2227),
                .line = QColor(0x31353c),
                .text = QColor(0xe7eaee),
                .muted = QColor(0x98a1ad),
                .accent = QColor(0x6ea2ff),
                .accentSoft = QColor(0x243350),
                .onAccent = QColor(0x17191d),
                .trial = QColor(0x6ea2ff),
                .best = QColor(0x4fc08d),
                .failure = QColor(0xf0766b),
                .grid = QColor(0x31353c),
                .changed = QColor(0xe0a24a),
                .good = QColor(0x4fc08d)};
    }
    return {.background = QColor(0xf6f7f9),
            .surface = QColor(0xffffff),
            .line = QColor(0xe3e6ea),
            .text = QColor(0x1b1f24),
            .muted = QColor(0x626b77),
            .accent = QColor(0x2563d0),
            .accentSoft = QColor(0xe6eefc),
            .onAccent = QColor(0xffffff),
            .trial = QColor(0x2563d0),
            .best = QColor(0x1a7a4f),
            .failure = QColor(0xc4372c),
            .grid = QColor(0xe3e6ea),
            .changed = QColor(0x9a5b00),
            .good = QColor(0x1a7a4f)};
}

void colourAs(QWidget& widget, QColor Theme::* colour, QPalette::ColorRole role)
{
    auto* before = static_cast<ThemeColour*>(widget.findChild<QObject*>(ThemeColour::name, Qt::FindDirectChildrenOnly));
    if (before ? before->is(colour, role) : !colour && !widget.testAttribute(Qt::WA_SetPalette)) {
        return; // another palette would paint the widget again
    }
    delete before;
    widget.setPalette({});
    if (colour) {
        new ThemeColour(widget, colour, role);
    }
}

void colourAsProblem(QWidget& widget, bool isProblem, QPalette::ColorRole role)
{
    colourAs(widget, isProblem ? &Theme::failure : nullptr, role);
}

CodeTheme codeThemeFor(const QPalette& palette)
{
    if (isDark(palette)) {
        return {QColor(0x7fb8f0), QColor(0x63c9b0), QColor(0xe5b567), QColor(0xc8a6e8), QColor(0xf0d27a),
                QColor(0x8a9199), QColor(0x1f4030), QColor(0x4a2626), QColor(0x2b2e31), QColor(0x453c1c),
                QColor(0x6b4a12), QColor(0x332b1c), QColor(0x23486b), QColor(0x21303f), QColor(0x7a6a1a)};
    }
    return {QColor(0x0b4f9e), QColor(0x0a6b5a), QColor(0x9a4a00), QColor(0x6a2c91), QColor(0x7a5a00),
            QColor(0x6a737d), QColor(0xd7f2df), QColor(0xfbdcd8), QColor(0xeeeff1), QColor(0xfff0b8),
            QColor(0xffd8a0), QColor(0xfff5e6), QColor(0xb9dcf7), QColor(0xe6f1fa), QColor(0xffe96b)};
}

namespace {

/// The palette of the theme that a palette with this background and text belongs to.
QPalette themePalette(QColor background, QColor text)
{
    QPalette roles;
    roles.setColor(QPalette::Window, background);
    roles.setColor(QPalette::WindowText, text);
    const Theme theme = themeFor(roles);
    QPalette palette(theme.text, theme.surface, theme.line.lighter(110), theme.line.darker(130), theme.line, theme.text,
                     theme.onAccent, theme.surface, theme.surface);
    palette.setColor(QPalette::AlternateBase, theme.background);
    palette.setColor(QPalette::Midlight, theme.background);
    palette.setColor(QPalette::ToolTipBase, theme.surface);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.onAccent);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, theme.muted);
    }
    return palette;
}

} // namespace

QPalette darkPalette()
{
    return themePalette(Qt::black, Qt::white);
}

QPalette lightPalette()
{
    return themePalette(Qt::white, Qt::black);
}

} // namespace knobscope
