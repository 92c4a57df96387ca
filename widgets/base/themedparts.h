// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"

#include <QStyle>
#include <QStyleOption>

class QPainter;

namespace knobscope {

/// Paints the parts of controls in the colours of the theme. Each function paints into the option's rectangle.
class Parts
{
public:
    Parts(QPainter& painter, const QStyleOption& option);
    const Theme& theme() const { return m_theme; }

    /// A button with a frame; `isPrimary`: filled with the accent.
    void button(bool isPrimary) const;
    /// A button of a toolbar: visible under the pointer and while it is on.
    void flatButton() const;
    /// The frame and background of an editor; its frame has the accent while it has the focus.
    void field() const;
    void focus() const;
    void checkBox() const;
    void radioButton() const;
    void chevron(Qt::ArrowType direction) const;
    void chevron(Qt::ArrowType direction, const QRect& rect, bool isEnabled = true) const;
    void lineAtTop() const;
    /// The line between a toolbar and what is beside it.
    void lineAtEdge(const QStyleOptionToolBar* bar) const;
    /// A line in the middle of a handle that resizes panes.
    void divider() const;
    void separator() const;
    void dockTitle(const QStyleOptionDockWidget& dock, const QRect& place) const;
    void headerSection() const;
    void tab(const QStyleOptionTab& tab) const;
    void groove() const;
    void progress(const QStyleOptionProgressBar& bar) const;
    void menuBarItem(const QStyleOptionMenuItem& item) const;
    void scrollBar(const QStyleOptionSlider& bar, const QRect& slider) const;
    void slider(const QStyleOptionSlider& slider, const QRect& groove, const QRect& handle) const;

private:
    bool has(QStyle::StateFlag flag) const { return m_option.state & flag; }
    bool isHovered() const { return has(QStyle::State_MouseOver) && has(QStyle::State_Enabled); }
    void box(const QColor& edge, const QColor& fill) const;

    QPainter& m_painter;
    const QStyleOption& m_option;
    Theme m_theme;
};

/// The rectangle of a scroll bar's part; it has no buttons at its ends. `least` is the least length of the slider.
QRect scrollBarPart(const QStyleOptionSlider& bar, QStyle::SubControl part, int least);

} // namespace knobscope
