// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/network/graphlayout.h"

#include <QColor>
#include <QGraphicsView>

namespace knobscope {

/// Texts and colours of a box.
struct BoxLook {
    QStringList lines; ///< the first one is emphasised
    QString toolTip;
    QColor colour;     ///< not valid: the window's default
    bool isOfCurrentTask = false, isFound = false;
};

/// A repeated block, drawn as a frame around its boxes.
struct BlockLook {
    std::vector<size_t> boxes;
    QString text; ///< "6 times"
    QString toolTip;
};

/// A view of a graph of boxes with scrolling, zoom (Ctrl and wheel, + and -, 0 fits the width) and keyboard navigation: up and
/// down follow edges, left and right go to the next box. GUI thread only.
class NetworkCanvas : public QGraphicsView
{
    Q_OBJECT
public:
    explicit NetworkCanvas(QWidget* parent = nullptr);

    /// Returns the width of a box that fits a line, up to a maximum.
    double boxWidth(const QString& line) const;
    /// Returns the height of a box with this number of lines.
    double boxHeight(qsizetype lines) const;
    /// `edges` are those of the arrangement. The current box keeps its number.
    void setGraph(Arrangement arrangement, std::vector<std::pair<size_t, size_t>> edges, std::vector<BlockLook> blocks);
    /// One look for each arranged box; `edges` are the labels of the arranged edges.
    void setLooks(std::vector<BoxLook> looks, std::vector<QString> edges);
    void setLooks(std::vector<BoxLook> looks) { setLooks(std::move(looks), m_edgeTexts); }
    const std::vector<BoxLook>& looks() const { return m_looks; }
    const Arrangement& arrangement() const { return m_arrangement; }
    const std::vector<BlockLook>& blocks() const { return m_blocks; }

    /// Index of the current box; -1: none.
    int current() const { return m_current; }
    void setCurrent(int box);
    void zoom(double factor);
    void fitWidth();
    void scrollToTop();
    /// Returns the centre of a box in viewport coordinates.
    QPoint centreOf(size_t box) const;
    QPoint handleOf(size_t block) const;

signals:
    /// A click or Enter opened a box.
    void opened(int box);
    void blockToggled(int block);
    /// A box's context menu was requested by mouse or menu key; `at` is in screen coordinates.
    void menuWanted(int box, const QPoint& at);
    /// The graph, its looks or the current box changed.
    void changed();

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
    int linkedBox(bool down) const;
    int adjacentBox(bool right) const;

    Arrangement m_arrangement;
    std::vector<std::pair<size_t, size_t>> m_edges;
    std::vector<BlockLook> m_blocks;
    std::vector<BoxLook> m_looks;
    std::vector<QString> m_edgeTexts;
    int m_current = -1;
    bool m_fits = true; ///< until the user zooms
};

} // namespace knobscope
