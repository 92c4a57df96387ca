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

/// An item of a row or column, with its stretch factor (0: gets no extra space if any other item stretches). Written `widget`,
/// `{widget, 1}`, `layout`.
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
    /// Empty space that stretches.
    static BoxItem rest() { return {static_cast<QWidget*>(nullptr), 1}; }

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch = 0;
};

/// Stacks `items` vertically, in the layout of `page` or, without one, for another layout. `margins` and `spacing` (pixels)
/// default to the style's.
QVBoxLayout* inColumn(QWidget* page, std::initializer_list<BoxItem> items, std::optional<QMargins> margins = {},
                      int spacing = -1);
QVBoxLayout* inColumn(std::initializer_list<BoxItem> items, std::optional<QMargins> margins = {}, int spacing = -1);

/// Same side by side, in reading direction.
QHBoxLayout* inRow(QWidget* page, std::initializer_list<BoxItem> items, std::optional<QMargins> margins = {}, int spacing = -1);
QHBoxLayout* inRow(std::initializer_list<BoxItem> items, std::optional<QMargins> margins = {}, int spacing = -1);

} // namespace knobscope
