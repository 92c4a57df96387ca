// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>
#include <initializer_list>
#include <optional>

class QHBoxLayout;
class QLayout;
class QVBoxLayout;
class QWidget;

namespace knobscope {

/// One thing in a row or column, and how much of the room that is left over it takes beside the others (0: none as long as any
/// other takes some). Written `widget`, `{widget, 1}`, `layout`.
struct BoxItem {
    BoxItem(QWidget* shown, int itsStretch = 0)
        : widget(shown)
        , stretch(itsStretch)
    {
    }
    BoxItem(QLayout* shown, int itsStretch = 0)
        : layout(shown)
        , stretch(itsStretch)
    {
    }
    /// Room that stays empty and takes what is left over.
    static BoxItem rest() { return {static_cast<QWidget*>(nullptr), 1}; }

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch = 0;
};

/// `items` one under the other, the layout of `page` or, without one, for another layout. `margins` and `spacing` (pixels) are
/// the style's where they are not said.
QVBoxLayout* inColumn(QWidget* page, std::initializer_list<BoxItem> items, std::optional<QMargins> margins = {},
                      int spacing = -1);
QVBoxLayout* inColumn(std::initializer_list<BoxItem> items, std::optional<QMargins> margins = {}, int spacing = -1);

/// The same side by side, in the direction that the language is read.
QHBoxLayout* inRow(QWidget* page, std::initializer_list<BoxItem> items, std::optional<QMargins> margins = {}, int spacing = -1);
QHBoxLayout* inRow(std::initializer_list<BoxItem> items, std::optional<QMargins> margins = {}, int spacing = -1);

} // namespace knobscope
