// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/visitpicture.h"

#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <functional>

namespace knobscope {

namespace {

constexpr int kFrameMs = 33;
constexpr size_t kFrames = 300;  ///< of a whole play
constexpr size_t kRecent = 64;   ///< bright visits

/// Paints what it is given, as large as fits with square cells.
class VisitCanvas : public QWidget
{
public:
    explicit VisitCanvas(std::function<QImage(const Theme&)> picture)
        : m_picture(std::move(picture))
    {
        setMinimumSize(96, 96);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const QImage image = m_picture(themeFor(palette()));
        if (image.isNull()) {
            return;
        }
        const double cell =
            std::min(double(width()) / image.width(), double(height()) / std::max(image.height(), image.width() / 16));
        const QRectF area(0, 0, cell * image.width(), std::max(cell * image.height(), 4.0));
        QPainter painter(this);
        painter.drawImage(area, image);
        if (cell >= space::kTight) {
            painter.setPen(themeFor(palette()).surface);
            for (int x = 0; x <= image.width(); ++x) {
                painter.drawLine(QPointF(x * cell, 0), QPointF(x * cell, area.height()));
            }
            for (int y = 0; y <= image.height(); ++y) {
                painter.drawLine(QPointF(0, y * cell), QPointF(area.width(), y * cell));
            }
        }
    }

private:
    std::function<QImage(const Theme&)> m_picture;
};

QImage pictureOf(const VisitOrder& order, size_t position, const Theme& theme)
{
    QImage image(order.columns, order.rows, QImage::Format_RGB32);
    image.fill(theme.grid);
    const QColor before = QColor::fromRgbF((theme.accent.redF() + 2 * theme.accentSoft.redF()) / 3,
                                           (theme.accent.greenF() + 2 * theme.accentSoft.greenF()) / 3,
                                           (theme.accent.blueF() + 2 * theme.accentSoft.blueF()) / 3);
    for (size_t i = 0; i < position; ++i) {
        const int column = static_cast<int>(order.places[i]) % order.columns;
        const int row = static_cast<int>(order.places[i]) / order.columns;
        image.setPixel(column, row, (i + kRecent >= position ? theme.accent : before).rgb());
    }
    return image;
}

} // namespace

VisitPicture::VisitPicture(QWidget* parent)
    : QWidget(parent)
    , m_canvas(new VisitCanvas([this](const Theme& theme) {
        return m_order && m_problem.isEmpty() ? pictureOf(*m_order, m_position, theme) : QImage();
    }))
    , m_title(makeSentence({}))
    , m_where(makeSentence({}))
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
    add("visits.back", "media-seek-backward", tr("One visit back"), [this] { goTo(std::max<size_t>(1, m_position) - 1); });
    m_playButton = add("visits.play", "media-playback-start", tr("Play the order of visit"), [this] { play(!isPlaying()); });
    add("visits.forward", "media-seek-forward", tr("One visit forward"), [this] { goTo(m_position + 1); });
    bar->addWidget(m_where, 1);
    m_canvas->setAccessibleName(tr("Order of visit"));
    inColumn(this, {m_title, {m_canvas, 1}, bar}, QMargins(space::kSmall, 0, 0, 0), space::kTight);
    m_play.setInterval(kFrameMs);
    connect(&m_play, &QTimer::timeout, this, [this] {
        goTo(m_position + std::max<size_t>(1, m_order ? m_order->places.size() / kFrames : 0));
        if (m_order && m_position >= m_order->places.size()) {
            play(false);
        }
    });
    setOrder(nullptr);
}

void VisitPicture::setOrder(std::shared_ptr<const VisitOrder> order, const QString& problem)
{
    const bool isSame = m_order && order && m_order->places == order->places && m_order->columns == order->columns;
    m_order = std::move(order);
    m_problem = problem;
    const bool isThere = m_order && !m_order->places.empty();
    for (QToolButton* button : m_buttons) {
        button->setEnabled(isThere);
    }
    if (!isSame) {
        play(false);
        m_position = isThere ? std::max<size_t>(1, m_order->places.size() * 5 / 16) : 0; // some tiles are done
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
    m_where->setText(isThere && m_problem.isEmpty() ? tr("%1 of %2").arg(number(m_position), number(m_order->places.size()))
                                                    : QString());
}

void VisitPicture::goTo(size_t position)
{
    m_position = m_order ? std::min(position, m_order->places.size()) : 0;
    showText();
    m_canvas->update();
}

void VisitPicture::play(bool isOn)
{
    if (isOn && m_order) {
        if (m_position >= m_order->places.size()) {
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

void VisitPicture::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    play(false);
}

} // namespace knobscope
