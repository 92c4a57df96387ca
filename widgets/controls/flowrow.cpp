// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/flowrow.h"

#include <QStyle>

#include <algorithm>

namespace knobscope {

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::insertWidget(int index, QWidget* widget)
{
    addChildWidget(widget);
    m_items.insert(std::min(index, count()), new QWidgetItem(widget));
    invalidate();
}

QSize FlowLayout::sizeHint() const
{
    QSize size(0, 0);
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty()) {
            const QSize wanted = item->sizeHint();
            size = {size.width() + wanted.width() + (size.width() > 0 ? std::max(spacing(), 0) : 0),
                    std::max(size.height(), wanted.height())};
        }
    }
    return size.grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items) {
        size = item->isEmpty() ? size : size.expandedTo(item->minimumSize());
    }
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    place(rect, true);
}

void FlowLayout::stretch(Line& line, int end)
{
    const auto expands = [](const auto& item) {
        const auto policy = item.first->widget() ? item.first->widget()->sizePolicy().horizontalPolicy() : QSizePolicy::Fixed;
        return policy == QSizePolicy::Ignored || item.first->expandingDirections().testFlag(Qt::Horizontal);
    };
    auto count = static_cast<int>(std::count_if(line.begin(), line.end(), expands));
    int left = count > 0 ? end - line.back().second.right() - 1 : 0;
    int shift = 0;
    for (auto& entry : line) {
        entry.second.translate(shift, 0);
        if (left > 0 && expands(entry)) {
            const int more = left / count--;
            entry.second.setWidth(std::min(entry.second.width() + more, entry.first->maximumSize().width()));
            shift += more;
            left -= more;
        }
    }
}

int FlowLayout::place(const QRect& rect, bool isReal) const
{
    const QRect inside = rect.marginsRemoved(contentsMargins());
    const int gap = std::max(spacing(), 0);
    const bool isRightToLeft = parentWidget() && parentWidget()->layoutDirection() == Qt::RightToLeft;
    int x = inside.left();
    int y = inside.top();
    int lineHeight = 0;
    Line line;
    const auto finishLine = [&] {
        stretch(line, inside.right() + 1);
        for (auto& [item, place] : line) {
            place.moveTop(place.top() + (lineHeight - place.height()) / 2);
            if (isRightToLeft) {
                place.moveRight(inside.right() - (place.left() - inside.left()));
            }
            if (isReal) {
                item->setGeometry(place);
            }
        }
        line.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) {
            continue;
        }
        const QSize size =
            item->sizeHint().boundedTo(QSize(std::max(inside.width(), item->minimumSize().width()), QWIDGETSIZE_MAX));
        if (x > inside.left() && x + size.width() > inside.right() + 1) {
            finishLine();
            x = inside.left();
            y += lineHeight + gap;
            lineHeight = 0;
        }
        line.emplace_back(item, QRect(QPoint(x, y), size));
        x += size.width() + gap;
        lineHeight = std::max(lineHeight, size.height());
    }
    finishLine();
    return y + lineHeight - rect.y() + contentsMargins().bottom();
}

FlowRow::FlowRow(QWidget* parent)
    : WrappingPage(parent)
    , m_flow(new FlowLayout(this))
{
    const int spacing = style()->pixelMetric(QStyle::PM_LayoutHorizontalSpacing, nullptr, this);
    m_flow->setSpacing(spacing < 0 ? 6 : spacing); // some styles space by widget type and return -1
    m_flow->setContentsMargins(0, 0, 0, 0);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QWidget* FlowRow::addGroup(std::initializer_list<BoxItem> items)
{
    auto* group = new QWidget;
    inRow(group, items, QMargins(), m_flow->spacing());
    add(group);
    return group;
}

} // namespace knobscope
