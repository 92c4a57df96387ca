// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/network/graphlayout.h"

#include <QColor>
#include <QGraphicsView>

namespace knobscope {

/// What is written in a box of a network.
struct BoxLook {
    QStringList lines; ///< the first one stands out
    QString toolTip;
    QColor colour;     ///< not valid: the window's own
    bool isOfCurrentTask = false, isFound = false;
};

/// A block that repeats, drawn as a frame around its boxes.
struct BlockLook {
    std::vector<size_t> boxes;
    QString text; ///< "6 times"
    QString toolTip;
};

/// A graph of boxes, to be scrolled, zoomed (Ctrl and wheel, + and -, 0 for all of its width) and walked through: up and down
/// along edges, left and right to the next box. GUI thread only.
class NetworkCanvas : public QGraphicsView
{
    Q_OBJECT
public:
    explicit NetworkCanvas(QWidget* parent = nullptr);

    /// How wide a box has to be for a line; not for one that is longer than any should be.
    double boxWidth(const QString& line) const;
    /// How high a box with so many lines is.
    double boxHeight(qsizetype lines) const;
    /// `edges` are those that were arranged. The current box stays the one of its number.
    void setGraph(Arrangement arrangement, std::vector<std::pair<size_t, size_t>> edges, std::vector<BlockLook> blocks);
    /// As many as are arranged; `edges`: what stands beside each of them.
    void setLooks(std::vector<BoxLook> looks, std::vector<QString> edges);
    void setLooks(std::vector<BoxLook> looks) { setLooks(std::move(looks), m_edgeTexts); }
    const std::vector<BoxLook>& looks() const { return m_looks; }
    const Arrangement& arrangement() const { return m_arrangement; }
    const std::vector<BlockLook>& blocks() const { return m_blocks; }

    /// -1: none.
    int current() const { return m_current; }
    void setCurrent(int box);
    void zoom(double factor);
    void fitWidth();
    void scrollToTop();
    /// Where to click, in the viewport.
    QPoint centreOf(size_t box) const;
    QPoint handleOf(size_t block) const;

signals:
    /// By a click or Enter.
    void opened(int box);
    void blockToggled(int block);
    /// A box's menu, by the right button or the menu key; `at`: on the screen.
    void menuWanted(int box, const QPoint& at);

protected:
    void drawBackground(QPainter* painter, const QRectF& area) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void drawBox(QPainter& painter, size_t box) const;
    void drawEdge(QPainter& painter, size_t edge) const;
    void drawEdgeText(QPainter& painter, size_t edge) const;
    QRectF frameOf(const BlockLook& block) const;
    QRectF handleRect(const BlockLook& block) const;
    int boxAt(const QPoint& at) const;
    int blockAt(const QPoint& at) const;
    int alongEdge(bool down) const;
    int beside(bool right) const;

    Arrangement m_arrangement;
    std::vector<std::pair<size_t, size_t>> m_edges;
    std::vector<BlockLook> m_blocks;
    std::vector<BoxLook> m_looks;
    std::vector<QString> m_edgeTexts;
    int m_current = -1;
    bool m_fits = true; ///< until a person zooms
};

} // namespace knobscope
