// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/boxes.h"
#include "widgets/controls/wrappingpage.h"

#include <QLayout>

#include <vector>

namespace knobscope {

/// Lays out items side by side, in as many lines as the width requires; expanding items share the rest of a line.
class FlowLayout : public QLayout
{
    Q_OBJECT
public:
    using QLayout::QLayout;
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.push_back(item); }
    /// Inserts a widget before the item at `index`.
    void insertWidget(int index, QWidget* widget);
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override { return itemAt(index) ? m_items.takeAt(index) : nullptr; }
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place({0, 0, width, 0}, false); }
    /// Size with all items in one line.
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    using Line = std::vector<std::pair<QLayoutItem*, QRect>>;
    static void stretch(Line& line, int end);
    int place(const QRect& rect, bool isReal) const;
    QList<QLayoutItem*> m_items;
};

/// A row of controls that wraps into several lines if it is narrow.
class FlowRow : public WrappingPage
{
    Q_OBJECT
public:
    explicit FlowRow(QWidget* parent = nullptr);

    void add(QWidget* widget) { m_flow->addWidget(widget); }
    /// Adds widgets that stay on the same line.
    QWidget* addGroup(std::initializer_list<BoxItem> items);

private:
    FlowLayout* m_flow;
};

} // namespace knobscope
