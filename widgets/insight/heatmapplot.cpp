// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/insight/heatmapplot.h"

#include "widgets/plot/colours.h"
#include "widgets/text/number.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace knobscope {

HeatMapPlot::HeatMapPlot(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setAccessibleName(tr("Heat map of two knobs"));
}

double HeatMapPlot::valueOf(const ValueSummary& cell) const
{
    switch (m_content.show) {
    case Show::Best: return cell.best;
    case Show::Median: return cell.median;
    case Show::Count: return static_cast<double>(cell.trials);
    }
    return 0;
}

void HeatMapPlot::setContent(Content content)
{
    m_content = std::move(content);
    m_most = 0;
    for (const ValueSummary& cell : m_content.map.cells) {
        m_most = std::max(m_most, valueOf(cell));
    }
    m_x = m_y = -1;
    update();
}

QRect HeatMapPlot::gridRect() const
{
    const QFontMetrics metrics = fontMetrics();
    int labels = 0;
    for (const QString& value : m_content.yValues) {
        labels = std::max(labels, metrics.horizontalAdvance(value));
    }
    const int left = std::min(labels, width() / 4) + metrics.height() + 16;
    return QRect(left, 2 * metrics.height(), std::max(10, width() - left - 12),
                 std::max(10, height() - 4 * metrics.height() - 22));
}

QRectF HeatMapPlot::cellRect(size_t x, size_t y) const
{
    const QRectF r = gridRect();
    const double w = r.width() / static_cast<double>(std::max<size_t>(1, m_content.map.columns));
    const double h = r.height() / static_cast<double>(std::max<size_t>(1, m_content.map.rows));
    return {r.left() + w * static_cast<double>(x), r.bottom() - h * static_cast<double>(y + 1), w, h};
}

QString HeatMapPlot::reading() const
{
    if (m_x < 0) {
        return {};
    }
    const ValueSummary& cell = m_content.map.at(static_cast<size_t>(m_x), static_cast<size_t>(m_y));
    const QString where =
        tr("%1 = %2, %3 = %4").arg(m_content.xName, m_content.xValues.value(m_x), m_content.yName, m_content.yValues.value(m_y));
    if (cell.trials == 0) {
        return tr("%1: not tried").arg(where);
    }
    if (cell.best <= 0) {
        return tr("%1: all of %n trial(s) failed", nullptr, static_cast<int>(cell.trials)).arg(where);
    }
    return tr("%1: best %2 GFLOPS, median %3, %n trial(s), %4 failed", nullptr, static_cast<int>(cell.trials))
        .arg(where, number(cell.best, 1), number(cell.median, 1))
        .arg(cell.failed);
}

void HeatMapPlot::setCell(int x, int y)
{
    if (x == m_x && y == m_y) {
        return;
    }
    m_x = x;
    m_y = y;
    setAccessibleDescription(reading());
    update();
    const bool hasTrial = x >= 0 && m_content.map.at(static_cast<size_t>(x), static_cast<size_t>(y)).best > 0;
    emit hovered(hasTrial, hasTrial ? m_content.map.at(static_cast<size_t>(x), static_cast<size_t>(y)).bestTrial : 0);
}

void HeatMapPlot::choose()
{
    if (m_x >= 0) {
        const ValueSummary& cell = m_content.map.at(static_cast<size_t>(m_x), static_cast<size_t>(m_y));
        if (cell.best > 0) {
            emit chosen(cell.bestTrial);
        }
    }
}

void HeatMapPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Text));
    if (m_content.map.cells.empty()) {
        painter.drawText(rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("These two knobs have more pairs of values than can be shown; choose one with fewer."));
        return;
    }
    paintCells(painter);
    paintLabels(painter);
    if (m_x >= 0) {
        const QRect box = cellRect(static_cast<size_t>(m_x), static_cast<size_t>(m_y)).toAlignedRect();
        painter.setPen(QPen(palette().color(QPalette::Text), 2));
        painter.drawRect(box);
    }
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRect(8, 2, width() - 16, fontMetrics().height() + 4), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(reading(), Qt::ElideRight, width() - 16));
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void HeatMapPlot::paintCells(QPainter& painter) const
{
    const Theme theme = themeFor(palette());
    const QRect grid = gridRect();
    painter.fillRect(grid, palette().color(QPalette::AlternateBase));
    const QRectF first = cellRect(0, 0);
    const bool hasText = first.width() > 5 * fontMetrics().averageCharWidth() + 4 && first.height() >= fontMetrics().height();
    for (size_t y = 0; y < m_content.map.rows; ++y) {
        for (size_t x = 0; x < m_content.map.columns; ++x) {
            const ValueSummary& cell = m_content.map.at(x, y);
            if (cell.trials == 0) {
                continue;
            }
            const QRect box = cellRect(x, y).toAlignedRect();
            if (cell.best <= 0 && m_content.show != Show::Count) {
                painter.setPen(theme.failure);
                painter.drawLine(box.topLeft(), box.bottomRight());
                painter.drawLine(box.topRight(), box.bottomLeft());
                continue;
            }
            const QColor colour = rampColour(palette(), m_most > 0 ? valueOf(cell) / m_most : 0);
            painter.fillRect(box, colour);
            if (hasText) {
                painter.setPen(textOn(colour));
                painter.drawText(box, Qt::AlignCenter, number(valueOf(cell), 0));
            }
        }
    }
    painter.setPen(theme.grid);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(grid);
}

void HeatMapPlot::paintLabels(QPainter& painter) const
{
    const QFontMetrics metrics = fontMetrics();
    const QRect grid = gridRect();
    painter.setPen(palette().color(QPalette::Text));
    int free = grid.left() - metrics.height();
    for (size_t x = 0; x < m_content.map.columns; ++x) {
        const QString label = m_content.xValues.value(static_cast<qsizetype>(x));
        const int wide = metrics.horizontalAdvance(label);
        const int from = std::min(static_cast<int>(cellRect(x, 0).center().x()) - wide / 2, width() - wide - 2);
        if (from >= free) {
            painter.drawText(QRect(from, grid.bottom() + 4, wide + 1, metrics.height()), Qt::AlignCenter, label);
            free = from + wide + 10;
        }
    }
    int above = height();
    for (size_t y = 0; y < m_content.map.rows; ++y) {
        const int middle = static_cast<int>(cellRect(0, y).center().y());
        if (middle + metrics.height() / 2 <= above) {
            const int room = grid.left() - metrics.height() - 14;
            painter.drawText(QRect(metrics.height() + 8, middle - metrics.height() / 2, room, metrics.height()),
                             Qt::AlignRight | Qt::AlignVCenter,
                             metrics.elidedText(m_content.yValues.value(static_cast<qsizetype>(y)), Qt::ElideRight, room));
            above = middle - metrics.height() / 2;
        }
    }
    painter.drawText(QRect(grid.left(), height() - metrics.height() - 4, grid.width(), metrics.height()), Qt::AlignCenter,
                     m_content.xName);
    painter.save();
    painter.translate(4, grid.bottom());
    painter.rotate(-90);
    painter.drawText(QRect(0, 0, grid.height(), metrics.height()), Qt::AlignCenter,
                     metrics.elidedText(m_content.yName, Qt::ElideRight, grid.height()));
    painter.restore();
}

void HeatMapPlot::mouseMoveEvent(QMouseEvent* event)
{
    const QRect grid = gridRect();
    if (m_content.map.cells.empty() || !grid.contains(event->pos())) {
        return setCell(-1, -1);
    }
    const QRectF first = cellRect(0, 0);
    const int x = static_cast<int>((event->position().x() - grid.left()) / first.width());
    const int y = static_cast<int>((first.bottom() - event->position().y()) / first.height());
    setCell(std::clamp(x, 0, static_cast<int>(m_content.map.columns) - 1),
            std::clamp(y, 0, static_cast<int>(m_content.map.rows) - 1));
}

void HeatMapPlot::mousePressEvent(QMouseEvent* event)
{
    mouseMoveEvent(event);
    choose();
}

void HeatMapPlot::leaveEvent(QEvent*)
{
    setCell(-1, -1);
}

void HeatMapPlot::keyPressEvent(QKeyEvent* event)
{
    const int columns = static_cast<int>(m_content.map.columns);
    const int rows = static_cast<int>(m_content.map.rows);
    const auto move = [&](int dx, int dy) {
        if (columns > 0 && rows > 0) {
            m_x < 0 ? setCell(0, 0) : setCell(std::clamp(m_x + dx, 0, columns - 1), std::clamp(m_y + dy, 0, rows - 1));
        }
    };
    switch (event->key()) {
    case Qt::Key_Left: return move(-1, 0);
    case Qt::Key_Right: return move(1, 0);
    case Qt::Key_Up: return move(0, 1);
    case Qt::Key_Down: return move(0, -1);
    case Qt::Key_Return:
    case Qt::Key_Enter: return choose();
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace knobscope
