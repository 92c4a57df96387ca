// SPDX-License-Identifier: GPL-3.0-or-later
// The program's line icons in the colour of the text around them.
#include "widgets/base/theme.h"

#include <QGuiApplication>
#include <QIcon>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace knobscope {

namespace {

/// Paints a line icon in the text colour of the application's palette at the time, so that it follows the theme. Icons of levels
/// ("dialog-…") have the colours of their file.
class LineIcon : public QIconEngine
{
public:
    explicit LineIcon(QString name)
        : m_name(std::move(name))
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1;
        painter->drawPixmap(rect, drawn(rect.size(), ratio, mode, state));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override { return drawn(size, 1, mode, state); }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        return drawn(size, 1, mode, state); // `size` is in device pixels already
    }

    QIconEngine* clone() const override { return new LineIcon(m_name); }
    QString iconName() override { return m_name; }

private:
    static QColor colourFor(QIcon::Mode mode, QIcon::State state)
    {
        const Theme theme = themeFor(QGuiApplication::palette());
        return mode == QIcon::Disabled ? theme.muted : state == QIcon::On ? theme.accent : theme.text;
    }

    QPixmap drawn(const QSize& size, qreal ratio, QIcon::Mode mode, QIcon::State state) const
    {
        const QColor colour = colourFor(mode, state);
        const QString key =
            QStringLiteral("icon %1 %2 %3x%4 %5").arg(m_name, colour.name()).arg(size.width()).arg(size.height()).arg(ratio)
            + (mode == QIcon::Disabled ? QStringLiteral(" disabled") : QString());
        QPixmap made;
        if (QPixmapCache::find(key, &made)) {
            return made;
        }
        made = QPixmap(size * ratio);
        made.fill(Qt::transparent);
        QPainter painter(&made);
        QSvgRenderer(QStringLiteral(":/icons/%1.svg").arg(m_name)).render(&painter);
        if (!m_name.startsWith(QLatin1String("dialog-"))) {
            painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
            painter.fillRect(made.rect(), colour);
        }
        if (mode == QIcon::Disabled) {
            painter.setCompositionMode(QPainter::CompositionMode_DestinationIn);
            painter.fillRect(made.rect(), QColor(0, 0, 0, 140));
        }
        painter.end();
        made.setDevicePixelRatio(ratio);
        QPixmapCache::insert(key, made);
        return made;
    }

    QString m_name;
};

} // namespace

QIcon iconNamed(const QString& name)
{
    return QIcon(new LineIcon(name));
}

} // namespace knobscope
