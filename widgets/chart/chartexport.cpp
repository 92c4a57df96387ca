// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/chartexport.h"

#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <fmt/format.h>

namespace knobscope {

namespace {

constexpr double pictureScale = 2;

Error notWritten(const QString& path, const QString& reason)
{
    return {ErrorCode::Io, fmt::format("{} cannot be written: {}", path.toStdString(), reason.toStdString())};
}

std::string quoted(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string out = "\"";
    for (const char c : text) {
        out += c == '"' ? "\"\"" : std::string(1, c);
    }
    return out + "\"";
}

} // namespace

Result<void> writeChartPicture(ChartCanvas& canvas, const QString& path)
{
    const QSize size = canvas.viewport()->size();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return tl::unexpected(notWritten(path, file.errorString()));
    }
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        QSvgGenerator svg;
        svg.setOutputDevice(&file);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(), size));
        svg.setTitle(canvas.accessibleName());
        QPainter painter(&svg);
        canvas.paintPicture(painter);
    } else {
        QImage image(size * pictureScale, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(pictureScale);
        image.fill(canvas.palette().color(QPalette::Base));
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        canvas.paintPicture(painter);
        painter.end();
        image.save(&file, "PNG");
    }
    return file.commit() ? Result<void>{} : tl::unexpected(notWritten(path, file.errorString()));
}

std::string chartCsvHeader()
{
    return "run,task,tuner,trial,config,error_no,seconds,gflops,kernel_seconds\n";
}

std::string chartCsvLine(const RunRow& run, const Curve& curve, const TrialPoint& point)
{
    const std::string kernel = point.gflops > 0 ? fmt::format("{}", curve.flops / (point.gflops * 1e9)) : std::string();
    return fmt::format("{},{},{},{},{},{},{},{},{}\n", run.id, quoted(run.label), quoted(run.tuner), point.number, point.index,
                       point.errorNo, point.timestamp - curve.started, point.gflops, kernel);
}

Result<void> writeText(const QString& path, const std::string& text)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0 || !file.commit()) {
        return tl::unexpected(notWritten(path, file.errorString()));
    }
    return {};
}

} // namespace knobscope
