// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/networkcanvas.h"

#include "widgets/base/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainterPath>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kMargin = 6;
constexpr double kEdge = 6; // coloured, at the left of a box
constexpr double kFrame = 12;  ///< around a block
constexpr double kLeastZoom = 0.1;
constexpr double kMostZoom = 4;
constexpr double kMostWidth = 340;

} // namespace

NetworkCanvas::NetworkCanvas(QWidget* parent)
    : QGraphicsView(parent)
{
    setScene(new QGraphicsScene(this));
    setRenderHint(QPainter::Antialiasing);
    setFocusPolicy(Qt::StrongFocus);
    setTransformationAnchor(AnchorUnderMouse);
    setDragMode(ScrollHandDrag);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    setFrameShape(NoFrame);
    setProperty("zooms", true);
    setAccessibleName(tr("Network"));
}

double NetworkCanvas::boxWidth(const QString& line) const
{
    return std::min(kMostWidth, QFontMetricsF(emphasised(font())).horizontalAdvance(line) + kEdge + 2 * kMargin);
}

double NetworkCanvas::boxHeight(qsizetype lines) const
{
    return QFontMetricsF(font()).lineSpacing() * static_cast<double>(lines) + 2 * kMargin;
}

void NetworkCanvas::setGraph(Arrangement arrangement, std::vector<std::pair<size_t, size_t>> edges, std::vector<BlockLook> blocks)
{
    m_arrangement = std::move(arrangement);
    m_edges = std::move(edges);
    m_blocks = std::move(blocks);
    m_looks.resize(m_arrangement.boxes.size());
    m_edgeTexts.assign(m_edges.size(), QString());
    QRectF all;
    for (const QRectF& box : m_arrangement.boxes) {
        all |= box;
    }
    for (const QPainterPath& edge : m_arrangement.edges) {
        all |= edge.boundingRect();
    }
    for (const BlockLook& block : m_blocks) {
        all |= frameOf(block) | handleRect(block);
    }
    setSceneRect(all.adjusted(-kFrame, -kFrame, kFrame, kFrame));
    if (m_fits) {
        fitWidth();
    }
    setCurrent(m_current < static_cast<int>(m_arrangement.boxes.size()) ? m_current : -1);
    viewport()->update();
    emit changed();
}

void NetworkCanvas::setLooks(std::vector<BoxLook> looks, std::vector<QString> edges)
{
    m_looks = std::move(looks);
    m_looks.resize(m_arrangement.boxes.size());
    m_edgeTexts = std::move(edges);
    m_edgeTexts.resize(m_edges.size());
    viewport()->update();
    emit changed();
}

void NetworkCanvas::setCurrent(int box)
{
    const bool isNew = std::exchange(m_current, box) != box;
    if (box >= 0) {
        ensureVisible(m_arrangement.boxes[static_cast<size_t>(box)], 30, 30);
    }
    if (isNew) {
        setAccessibleDescription(box < 0 ? QString() : m_looks[static_cast<size_t>(box)].lines.join(QStringLiteral(", ")));
        viewport()->update();
        emit changed();
    }
}

void NetworkCanvas::zoom(double factor)
{
    m_fits = false;
    const double wanted = std::clamp(transform().m11() * factor, kLeastZoom, kMostZoom);
    scale(wanted / transform().m11(), wanted / transform().m11());
}

void NetworkCanvas::fitWidth()
{
    m_fits = true;
    const bool isAtTop = verticalScrollBar()->value() == verticalScrollBar()->minimum();
    const double wanted = sceneRect().isEmpty() ? 1 : std::clamp(viewport()->width() / sceneRect().width(), 0.45, 1.0);
    setTransform(QTransform::fromScale(wanted, wanted));
    if (isAtTop) {
        scrollToTop(); // the previous centre no longer matters
    }
}

void NetworkCanvas::scrollToTop()
{
    if (!m_arrangement.boxes.empty()) {
        centerOn(m_arrangement.boxes.front().center());
    }
    verticalScrollBar()->setValue(verticalScrollBar()->minimum());
}

QPoint NetworkCanvas::centreOf(size_t box) const
{
    return mapFromScene(m_arrangement.boxes[box].center());
}

QPoint NetworkCanvas::handleOf(size_t block) const
{
    return mapFromScene(handleRect(m_blocks[block]).center());
}

QRectF NetworkCanvas::frameOf(const BlockLook& block) const
{
    QRectF frame;
    for (const size_t box : block.boxes) {
        frame |= m_arrangement.boxes[box];
    }
    return frame.adjusted(-kFrame, -kFrame, kFrame, kFrame);
}

QRectF NetworkCanvas::handleRect(const BlockLook& block) const
{
    const QFontMetricsF metrics(font());
    const QSizeF size(metrics.horizontalAdvance(block.text) + 2 * kMargin, metrics.height() + kMargin);
    const QRectF frame = frameOf(block);
    return {QPointF(frame.right() - size.width() - kFrame, frame.bottom() - size.height() / 2), size};
}

void NetworkCanvas::drawBackground(QPainter* painter, const QRectF& area)
{
    painter->fillRect(area, palette().color(QPalette::Base));
    for (const BlockLook& block : m_blocks) {
        painter->setPen(QPen(palette().color(QPalette::PlaceholderText), 1, Qt::DashLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(frameOf(block), 8, 8);
    }
    for (size_t edge = 0; edge < m_edges.size(); ++edge) {
        drawEdge(*painter, edge);
    }
    for (size_t box = 0; box < m_arrangement.boxes.size(); ++box) {
        if (m_arrangement.boxes[box].intersects(area)) {
            drawBox(*painter, box);
        }
    }
    for (size_t edge = 0; edge < m_edgeTexts.size(); ++edge) {
        drawEdgeText(*painter, edge);
    }
    for (const BlockLook& block : m_blocks) {
        painter->setPen(QPen(palette().color(QPalette::PlaceholderText), 1));
        painter->setBrush(palette().color(QPalette::Button));
        painter->drawRoundedRect(handleRect(block), 6, 6);
        painter->setPen(palette().color(QPalette::ButtonText));
        painter->drawText(handleRect(block), Qt::AlignCenter, block.text);
    }
}

void NetworkCanvas::drawEdge(QPainter& painter, size_t edge) const
{
    const auto& [from, to] = m_edges[edge];
    const bool isCurrent = m_current >= 0 && (from == static_cast<size_t>(m_current) || to == static_cast<size_t>(m_current));
    const QColor colour = palette().color(isCurrent ? QPalette::Highlight : QPalette::PlaceholderText);
    const QPainterPath& path = m_arrangement.edges[edge];
    painter.setPen(QPen(colour, isCurrent ? 2 : 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    const QPointF tip = path.currentPosition();
    const QPointF back = tip - path.pointAtPercent(0.95);
    const double length = std::hypot(back.x(), back.y());
    if (length > 0) {
        const QPointF along = back / length * 7;
        const QPointF across(-along.y() / 2, along.x() / 2);
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF{tip, tip - along + across, tip - along - across});
    }
}

/// Draws the label on the middle of the edge, to separate it from neighbouring labels.
void NetworkCanvas::drawEdgeText(QPainter& painter, size_t edge) const
{
    const QString& text = m_edgeTexts[edge];
    if (text.isEmpty()) {
        return;
    }
    const QFontMetricsF metrics(font());
    QRectF box(0, 0, metrics.horizontalAdvance(text) + kMargin, metrics.height());
    box.moveCenter(m_arrangement.edges[edge].pointAtPercent(0.5));
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRect(box);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(box, Qt::AlignCenter, text);
}

void NetworkCanvas::drawBox(QPainter& painter, size_t box) const
{
    const BoxLook& look = m_looks[box];
    const bool isCurrent = static_cast<int>(box) == m_current;
    const QRectF& all = m_arrangement.boxes[box];
    QPainterPath outline;
    outline.addRoundedRect(all, 4, 4);
    painter.fillPath(outline, palette().color(QPalette::Window));
    if (look.colour.isValid()) {
        QPainterPath edge;
        edge.addRect(all.left(), all.top(), kEdge, all.height());
        painter.fillPath(outline.intersected(edge), look.colour);
    }
    const QColor line = palette().color(isCurrent ? QPalette::Highlight : QPalette::PlaceholderText);
    painter.setPen(QPen(line, isCurrent ? 3 : 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(outline);
    if (look.isFound || look.isOfCurrentTask) {
        painter.setPen(QPen(look.isFound ? themeFor(palette()).best : palette().color(QPalette::Highlight), 2,
                            look.isFound ? Qt::SolidLine : Qt::DotLine));
        painter.drawRoundedRect(all.adjusted(-4, -4, 4, 4), 6, 6);
    }
    painter.setPen(palette().color(QPalette::WindowText));
    const QRectF room = all.adjusted(kEdge + kMargin, kMargin, -kMargin, -kMargin);
    const double height = QFontMetricsF(font()).lineSpacing();
    for (qsizetype i = 0; i < look.lines.size(); ++i) {
        const QFont own = i == 0 ? emphasised(font()) : font();
        painter.setFont(own);
        const QString text = QFontMetricsF(own).elidedText(look.lines[i], Qt::ElideRight, room.width());
        painter.drawText(QRectF(room.left(), room.top() + static_cast<double>(i) * height, room.width(), height),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    }
    painter.setFont(font());
}

int NetworkCanvas::boxAt(const QPoint& at) const
{
    const QPointF point = mapToScene(at);
    const auto found = std::ranges::find_if(m_arrangement.boxes, [&](const QRectF& box) { return box.contains(point); });
    return found == m_arrangement.boxes.end() ? -1 : static_cast<int>(found - m_arrangement.boxes.begin());
}

int NetworkCanvas::blockAt(const QPoint& at) const
{
    const QPointF point = mapToScene(at);
    const auto found = std::ranges::find_if(m_blocks, [&](const BlockLook& block) { return handleRect(block).contains(point); });
    return found == m_blocks.end() ? -1 : static_cast<int>(found - m_blocks.begin());
}

int NetworkCanvas::linkedBox(bool down) const
{
    int best = -1;
    const auto distance = [&](int box) {
        return std::abs(m_arrangement.boxes[static_cast<size_t>(box)].center().x()
                        - m_arrangement.boxes[static_cast<size_t>(m_current)].center().x());
    };
    for (const auto& [from, to] : m_edges) {
        const auto [here, there] = down ? std::pair(from, to) : std::pair(to, from);
        const int other = static_cast<int>(there);
        if (static_cast<int>(here) == m_current && (best < 0 || distance(other) < distance(best))) {
            best = other;
        }
    }
    return best;
}

int NetworkCanvas::adjacentBox(bool right) const
{
    if (m_current < 0) {
        return -1;
    }
    const QRectF& here = m_arrangement.boxes[static_cast<size_t>(m_current)];
    int best = -1;
    double nearest = 0;
    for (size_t box = 0; box < m_arrangement.boxes.size(); ++box) {
        const QPointF way = m_arrangement.boxes[box].center() - here.center();
        const double far = std::abs(way.x()) + 3 * std::abs(way.y()); // prefers boxes at the same height
        if ((right ? way.x() > here.width() / 2 : way.x() < -here.width() / 2) && (best < 0 || far < nearest)) {
            best = static_cast<int>(box);
            nearest = far;
        }
    }
    return best;
}

void NetworkCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const int box = isByMouse ? boxAt(event->pos()) : m_current;
    if (box < 0) {
        return;
    }
    setCurrent(box);
    emit menuWanted(box, isByMouse ? event->globalPos() : viewport()->mapToGlobal(centreOf(static_cast<size_t>(box))));
}

void NetworkCanvas::keyPressEvent(QKeyEvent* event)
{
    const int count = static_cast<int>(m_arrangement.boxes.size());
    const auto go = [&](int box) { // the first key press selects the first box
        if (count > 0 && (box >= 0 || m_current < 0)) {
            setCurrent(m_current < 0 ? 0 : box);
        }
    };
    switch (event->key()) {
    case Qt::Key_Down: return go(linkedBox(true));
    case Qt::Key_Up: return go(linkedBox(false));
    case Qt::Key_Left: return go(adjacentBox(false));
    case Qt::Key_Right: return go(adjacentBox(true));
    case Qt::Key_Home: return go(0);
    case Qt::Key_End: return go(count - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0) {
            emit opened(m_current);
        }
        return;
    case Qt::Key_Space:
        for (size_t block = 0; block < m_blocks.size(); ++block) {
            if (std::ranges::count(m_blocks[block].boxes, static_cast<size_t>(m_current))) {
                emit blockToggled(static_cast<int>(block));
                return;
            }
        }
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(1.25);
    case Qt::Key_Minus: return zoom(1 / 1.25);
    case Qt::Key_0: return fitWidth();
    default: QGraphicsView::keyPressEvent(event);
    }
}

void NetworkCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return QGraphicsView::mousePressEvent(event);
    }
    if (const int block = blockAt(event->pos()); block >= 0) {
        emit blockToggled(block);
    } else if (const int box = boxAt(event->pos()); box >= 0) {
        setCurrent(box);
        emit opened(box);
    } else {
        QGraphicsView::mousePressEvent(event); // starts drag-scrolling
    }
}

void NetworkCanvas::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers() & Qt::ControlModifier) {
        zoom(std::pow(1.25, event->angleDelta().y() / 120.0));
        event->accept();
    } else {
        QGraphicsView::wheelEvent(event);
    }
}

void NetworkCanvas::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    if (m_fits) {
        fitWidth();
    }
}

void NetworkCanvas::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    viewport()->update();
}

bool NetworkCanvas::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QGraphicsView::viewportEvent(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const int block = blockAt(help->pos()), box = boxAt(help->pos());
    QToolTip::showText(help->globalPos(),
                       block >= 0 ? m_blocks[static_cast<size_t>(block)].toolTip
                       : box >= 0 ? m_looks[static_cast<size_t>(box)].toolTip
                                  : QString(),
                       viewport());
    return true;
}

} // namespace knobscope
