// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/theme.h"

#include <QEvent>
#include <QIcon>
#include <QWidget>

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

QIcon iconNamed(const QString& name)
{
    return QIcon::fromTheme(name, QIcon(QStringLiteral(":/icons/%1.svg").arg(name)));
}

Theme themeFor(const QPalette& palette)
{
    if (isDark(palette)) {
        return {QColor(0x56b4e9), QColor(0xe69f00), QColor(0xff7f6a), QColor(0x4a4d50), QColor(0xf0c24b)};
    }
    return {QColor(0x0072b2), QColor(0xd55e00), QColor(0xa5342a), QColor(0xd8dadd), QColor(0xb35c00)};
}

void colourAs(QWidget& widget, QColor Theme::* colour, QPalette::ColorRole role)
{
    delete widget.findChild<QObject*>(ThemeColour::name, Qt::FindDirectChildrenOnly);
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

QPalette darkPalette()
{
    QPalette dark;
    const QColor window(0x2a2c2e);
    const QColor base(0x1e2022);
    const QColor text(0xe6e6e6);
    dark.setColor(QPalette::Window, window);
    dark.setColor(QPalette::Base, base);
    dark.setColor(QPalette::AlternateBase, QColor(0x26282a));
    dark.setColor(QPalette::Button, QColor(0x3a3d40));
    dark.setColor(QPalette::ToolTipBase, window);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::BrightText}) {
        dark.setColor(role, text);
    }
    dark.setColor(QPalette::PlaceholderText, QColor(0x9aa0a6));
    dark.setColor(QPalette::Highlight, QColor(0x2f6fab));
    dark.setColor(QPalette::HighlightedText, Qt::white);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        dark.setColor(QPalette::Disabled, role, QColor(0x8a8f94));
    }
    return dark;
}

QPalette lightPalette()
{
    QPalette light(QColor(0xefefef));
    light.setColor(QPalette::Base, Qt::white);
    light.setColor(QPalette::AlternateBase, QColor(0xf7f7f7));
    light.setColor(QPalette::Highlight, QColor(0x308cc6));
    light.setColor(QPalette::HighlightedText, Qt::white);
    light.setColor(QPalette::PlaceholderText, QColor(0x767676));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        light.setColor(QPalette::Disabled, role, QColor(0x8a8f94));
    }
    return light;
}

} // namespace knobscope
