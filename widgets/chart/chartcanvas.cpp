// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/chartcanvas.h"

#include <QChart>
#include <QLineSeries>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int cellWidth = 3;  // pixels
constexpr int cellHeight = 4;
constexpr double laneHeight = 9;
constexpr double stairWidth = 2;

} // namespace

ChartCanvas::ChartCanvas(QWidget* parent)
    : PlotView(parent)
    , m_dots(new DotsItem(chart()))
{
    m_dots->setZValue(3.5); // above Qt Charts' axes (3), below its lines (5)
    connect(chart(), &QChart::plotAreaChanged, this, [this] { placeDots(); });
}

std::vector<Tick> ChartCanvas::ticksOf(Qt::Orientation axis, double low, double high, int wanted) const
{
    auto ticks = PlotView::ticksOf(axis, low, high, wanted);
    if (axis == Qt::Vertical && kindOf(axis) == TickKind::Number) {
        std::erase_if(ticks, [](const Tick& tick) { return tick.place < 0; }); // there are only the failures
    }
    return ticks;
}

CellGrid ChartCanvas::grid() const
{
    const QRectF pixels = plot();
    return {area(), std::max(1, static_cast<int>(pixels.width() / cellWidth)),
            std::max(1, static_cast<int>(pixels.height() / cellHeight))};
}

void ChartCanvas::setLayers(std::vector<ChartLayer> layers)
{
    m_layers = std::move(layers);
    while (m_lines.size() < m_layers.size()) {
        auto* line = new QLineSeries;
        attach(line);
        m_lines.push_back(line);
    }
    for (size_t i = 0; i < m_lines.size(); ++i) {
        const bool isUsed = i < m_layers.size();
        m_lines[i]->setVisible(isUsed);
        if (isUsed) {
            m_lines[i]->setPen(QPen(m_layers[i].color, stairWidth));
            m_lines[i]->replace(QList<QPointF>(m_layers[i].steps.begin(), m_layers[i].steps.end()));
        }
    }
    placeDots();
}

void ChartCanvas::placeDots()
{
    m_dots->setDots(
        plot(), &m_layers, [this](QPointF plane) { return toPixel(plane); },
        [this](double x, Outcome outcome) { return pixelOf({{x, 0}, outcome}); });
}

void ChartCanvas::setSelected(std::vector<Mark> marks)
{
    m_selected = std::move(marks);
    viewport()->update();
}

void ChartCanvas::setHovered(std::optional<Mark> mark, const QString& readout)
{
    m_hovered = mark;
    setReadout(readout);
}

double ChartCanvas::laneShare(int kinds) const
{
    return kinds == 0 ? 0 : std::min(0.5, (kinds * laneHeight + 4) / std::max(1.0, plot().height()));
}

double ChartCanvas::laneOf(Outcome outcome) const
{
    // Kinds that do not occur take no room.
    int lane = 0;
    for (size_t kind = 1; kind < static_cast<size_t>(outcome); ++kind) {
        lane +=
            std::any_of(m_layers.begin(), m_layers.end(), [&](const ChartLayer& layer) { return !layer.failures[kind].empty(); })
                ? 1
                : 0;
    }
    return plot().bottom() - laneHeight * (lane + 0.6);
}

QPointF ChartCanvas::pixelOf(const Mark& mark) const
{
    const QPointF pixel = toPixel(mark.point);
    return mark.outcome == Outcome::Success ? pixel : QPointF(pixel.x(), laneOf(mark.outcome));
}

void ChartCanvas::paintData(QPainter& painter)
{
    for (const Mark& mark : m_selected) {
        drawMark(painter, mark, false);
    }
    if (m_hovered) {
        drawMark(painter, *m_hovered, true);
    }
}

void ChartCanvas::drawMark(QPainter& painter, const Mark& mark, bool isHovered) const
{
    const QPointF at = pixelOf(mark);
    if (!plot().adjusted(-4, -4, 4, 4).contains(at)) {
        return;
    }
    paintRing(painter, at, isHovered ? 7 : 5.5, isHovered ? 1.2 : 2);
}

void ChartCanvas::applyTheme()
{
    PlotView::applyTheme();
    for (size_t i = 0; i < m_lines.size() && i < m_layers.size(); ++i) {
        m_lines[i]->setPen(QPen(m_layers[i].color, stairWidth)); // setTheme recolours series
    }
}

} // namespace knobscope
