// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/picture.h"

#include <QPainter>
#include <QPixmap>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QWidget>

namespace knobscope {

namespace {

constexpr qreal kPngScale = 2;

bool writePng(QWidget& widget, QIODevice& device)
{
    QPixmap picture(widget.size() * kPngScale);
    picture.setDevicePixelRatio(kPngScale);
    picture.fill(widget.palette().color(QPalette::Base));
    widget.render(&picture);
    return picture.save(&device, "PNG");
}

bool writeSvg(QWidget& widget, QIODevice& device)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setSize(widget.size());
    generator.setViewBox(widget.rect());
    generator.setTitle(widget.accessibleName());
    QPainter painter;
    if (!painter.begin(&generator)) {
        return false;
    }
    widget.render(&painter);
    return painter.end();
}

} // namespace

Result<void> savePicture(QWidget& widget, const QString& path)
{
    QSaveFile file(path);
    const bool isSvg = path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
    if (!file.open(QIODevice::WriteOnly) || !(isSvg ? writeSvg(widget, file) : writePng(widget, file)) || !file.commit()) {
        return fail(ErrorCode::Io, "The picture {} cannot be written: {}", path.toStdString(), file.errorString().toStdString());
    }
    return {};
}

} // namespace knobscope
