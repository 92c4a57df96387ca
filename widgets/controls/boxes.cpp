// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/boxes.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace knobscope {

namespace {

template<typename Layout>
Layout* filled(Layout* layout, std::initializer_list<BoxItem> items, std::optional<QMargins> margins, int spacing)
{
    if (margins) {
        layout->setContentsMargins(*margins);
    }
    if (spacing >= 0) {
        layout->setSpacing(spacing);
    }
    for (const BoxItem& item : items) {
        if (item.widget) {
            layout->addWidget(item.widget, item.stretch);
        } else if (item.layout) {
            layout->addLayout(item.layout, item.stretch);
        } else {
            layout->addStretch(item.stretch);
        }
    }
    return layout;
}

} // namespace

QVBoxLayout* inColumn(QWidget* page, std::initializer_list<BoxItem> items, std::optional<QMargins> margins, int spacing)
{
    return filled(new QVBoxLayout(page), items, margins, spacing);
}

QVBoxLayout* inColumn(std::initializer_list<BoxItem> items, std::optional<QMargins> margins, int spacing)
{
    return filled(new QVBoxLayout, items, margins, spacing);
}

QHBoxLayout* inRow(QWidget* page, std::initializer_list<BoxItem> items, std::optional<QMargins> margins, int spacing)
{
    return filled(new QHBoxLayout(page), items, margins, spacing);
}

QHBoxLayout* inRow(std::initializer_list<BoxItem> items, std::optional<QMargins> margins, int spacing)
{
    return filled(new QHBoxLayout, items, margins, spacing);
}

} // namespace knobscope
