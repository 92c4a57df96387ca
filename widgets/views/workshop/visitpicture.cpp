// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/visitpicture.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSaveFile>

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

constexpr int kFrameMs = 33;
constexpr size_t kFrames = 300;  ///< of a whole play

QColor mixed(const QColor& a, const QColor& b)
{
    return QColor::fromRgbF((a.redF() + 2 * b.redF()) / 3, (a.greenF() + 2 * b.greenF()) / 3, (a.blueF() + 2 * b.blueF()) / 3);
}

/// The colours of untouched, touched and recent cells.
std::array<QColor, 3> coloursOf(const Theme& theme)
{
    return {theme.grid, mixed(theme.accent, theme.accentSoft), theme.accent};
}

template<class StateOf>
QImage imageOf(int columns, int rows, const Theme& theme, const StateOf& stateOf)
{
    QImage image(columns, rows, QImage::Format_RGB32);
    const auto colours = coloursOf(theme);
    for (int row = 0; row < rows; ++row) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(row));
        for (int column = 0; column < columns; ++column) {
            pixels[column] = colours[static_cast<size_t>(stateOf(static_cast<size_t>(row * columns + column)))].rgb();
        }
    }
    return image;
}

void drawGrid(QPainter& painter, const QRectF& area, const QImage& image, const QColor& between)
{
    painter.drawImage(area, image);
    const double width = area.width() / image.width();
    const double height = area.height() / image.height();
    painter.setPen(between);
    for (int x = 0; x <= image.width() && width >= space::kTight; ++x) {
        painter.drawLine(QPointF(area.left() + x * width, area.top()), QPointF(area.left() + x * width, area.bottom()));
    }
    for (int y = 0; y <= image.height() && height >= space::kTight; ++y) {
        painter.drawLine(QPointF(area.left(), area.top() + y * height), QPointF(area.right(), area.top() + y * height));
    }
}

} // namespace

/// The elements of the output with square cells, and at their right the cache lines of each tensor.
class VisitCanvas : public QWidget
{
public:
    explicit VisitCanvas(VisitPicture& picture)
        : m_picture(picture)
    {
        setMinimumSize(96, 96);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        if (!m_picture.m_replay || !m_picture.m_problem.isEmpty()) {
            return;
        }
        const VisitOrder& order = *m_picture.m_order;
        const VisitReplay& replay = *m_picture.m_replay;
        const Theme theme = themeFor(palette());
        QPainter painter(this);
        const QImage elements = imageOf(order.columns, order.rows, theme, [&](size_t i) { return replay.element(i); });
        const double share = width() > 2 * kLeastLines ? 0.68 : 1;
        const double cell =
            std::min(share * width() / order.columns, double(height()) / std::max(order.rows, order.columns / kFlattest));
        const QRectF area(0, 0, cell * order.columns, std::max(cell * order.rows, 4.0));
        drawGrid(painter, area, elements, theme.surface);
        if (share < 1) {
            drawLines(painter, area.right() + space::kLarge, order, replay, theme);
        }
    }

private:
    static constexpr int kLeastLines = 120; ///< width for the cache lines
    static constexpr int kFlattest = 16;

    void drawLines(QPainter& painter, double left, const VisitOrder& order, const VisitReplay& replay, const Theme& theme)
    {
        const double each = double(height()) / static_cast<double>(order.lines.size());
        const double text = fontMetrics().height();
        double top = 0;
        for (const VisitGrid& grid : order.lines) {
            painter.setPen(theme.muted);
            painter.drawText(QRectF(left, top, width() - left, text), Qt::AlignLeft | Qt::AlignVCenter,
                             fontMetrics().elidedText(VisitPicture::tr("Lines of %1").arg(QString::fromStdString(grid.tensor)),
                                                      Qt::ElideRight, static_cast<int>(width() - left)));
            const double high = std::min(each - text - space::kTight, 4.0 * grid.rows);
            if (high > 0) {
                const double wide = std::min(width() - left - 1, 40.0 * grid.columns);
                drawGrid(painter, QRectF(left, top + text, wide, high),
                         imageOf(grid.columns, grid.rows, theme, [&](size_t i) { return replay.line(grid.first + i); }),
                         theme.surface);
            }
            top += each;
        }
    }

    VisitPicture& m_picture;
};

VisitPicture::VisitPicture(QWidget* parent)
    : QWidget(parent)
    , m_canvas(new VisitCanvas(*this))
    , m_title(makeSentence({}))
    , m_where(makeSentence({}))
    , m_lines(makeSentence({}))
{
    auto* bar = new QHBoxLayout;
    const auto add = [&](const char* id, const char* icon, const QString& name, auto act) {
        auto* button = makeControl<QToolButton>(id);
        button->setIcon(iconNamed(QString::fromLatin1(icon)));
        button->setAccessibleName(name);
        button->setToolTip(name);
        connect(button, &QToolButton::clicked, this, act);
        bar->addWidget(button);
        m_buttons.push_back(button);
        return button;
    };
    add("visits.first", "media-skip-backward", tr("Before the first visit"), [this] { goTo(0); });
    add("visits.back", "media-seek-backward", tr("One visit back"), [this] { goTo(std::max<size_t>(1, position()) - 1); });
    m_playButton = add("visits.play", "media-playback-start", tr("Play the order of visit"), [this] { play(!isPlaying()); });
    add("visits.forward", "media-seek-forward", tr("One visit forward"), [this] { goTo(position() + 1); });
    add("visits.save", "document-save-as", tr("Save the picture, which plays by itself, as SVG"), [this] { askToSave(); });
    bar->addWidget(m_where, 1);
    m_canvas->setAccessibleName(tr("Order of visit"));
    inColumn(this, {m_title, {m_canvas, 1}, m_lines, bar}, QMargins(space::kSmall, 0, 0, 0), space::kTight);
    m_play.setInterval(kFrameMs);
    connect(&m_play, &QTimer::timeout, this, [this] {
        goTo(position() + std::max<size_t>(1, m_order ? m_order->places.size() / kFrames : 0));
        if (m_order && position() >= m_order->places.size()) {
            play(false);
        }
    });
    setOrder(nullptr);
}

VisitPicture::~VisitPicture() = default;

void VisitPicture::setOrder(std::shared_ptr<const VisitOrder> order, const QString& problem)
{
    const bool isSame = m_order && order && m_order->places == order->places && m_order->columns == order->columns
                     && m_order->touches == order->touches;
    const size_t before = position();
    m_replay.reset();
    m_order = std::move(order);
    m_problem = problem;
    const bool isThere = m_order && !m_order->places.empty();
    for (QToolButton* button : m_buttons) {
        button->setEnabled(isThere);
    }
    if (!isSame) {
        play(false);
    }
    if (isThere) {
        m_replay.emplace(*m_order);
        m_replay->goTo(isSame ? before : std::max<size_t>(1, m_order->places.size() * 5 / 16)); // some tiles are done
    }
    showText();
    m_canvas->update();
}

void VisitPicture::showText()
{
    const bool isThere = m_order && !m_order->places.empty();
    m_title->setText(!m_problem.isEmpty() ? m_problem
                     : isThere            ? tr("%1, order of visit, at %2 × %3")
                                     .arg(QString::fromStdString(m_order->tensor))
                                     .arg(m_order->rows)
                                     .arg(m_order->columns)
                               : tr("Order of visit"));
    const bool isShown = isThere && m_problem.isEmpty();
    const QString where = !isThere || m_order->isWhole ? tr("%1 of %2") : tr("%1 of the first %2 visits");
    m_where->setText(isShown ? where.arg(number(position()), number(m_order->places.size())) : QString());
    m_lines->setText(isShown
                         ? tr("Cache lines: %1, touched: %2").arg(number(m_replay->linesTouched()), number(m_replay->touches()))
                         : QString());
}

void VisitPicture::goTo(size_t position)
{
    if (m_replay) {
        m_replay->goTo(position);
    }
    showText();
    m_canvas->update();
}

void VisitPicture::play(bool isOn)
{
    if (isOn && m_order) {
        if (position() >= m_order->places.size()) {
            goTo(0);
        }
        m_play.start();
    } else {
        m_play.stop();
    }
    m_playButton->setIcon(
        iconNamed(isPlaying() ? QStringLiteral("media-playback-pause") : QStringLiteral("media-playback-start")));
    m_playButton->setAccessibleName(isPlaying() ? tr("Pause") : tr("Play the order of visit"));
}

Result<void> VisitPicture::save(const QString& path) const
{
    if (!m_replay) {
        return fail(ErrorCode::NotFound, "There is no order of visit to save");
    }
    const Theme theme = themeFor(palette());
    const auto colours = coloursOf(theme);
    const auto name = [](const QColor& colour) { return colour.name().toStdString(); };
    const std::string svg =
        svgOf(*m_order, {name(colours[0]), name(colours[1]), name(colours[2]), name(theme.text), name(theme.surface)});
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(svg)) >= 0 && file.commit()) {
        return {};
    }
    return fail(ErrorCode::Io, "The picture cannot be written to {}: {}", path.toStdString(), file.errorString().toStdString());
}

void VisitPicture::askToSave()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the Picture"), QStringLiteral("visits.svg"), tr("SVG (*.svg)"));
    if (!path.isEmpty()) {
        const auto saved = save(path);
        m_where->setText(saved ? tr("The picture was written to %1.").arg(path) : coreText(saved.error()));
    }
}

void VisitPicture::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    play(false);
}

} // namespace knobscope
