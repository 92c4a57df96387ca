// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/speed/outcome.h"

#include <QCoreApplication>
#include <QPainterPathStroker>

namespace knobscope {

namespace {

QPainterPath polygon(const QList<QPointF>& points)
{
    QPainterPath path;
    path.addPolygon(QPolygonF(points));
    path.closeSubpath();
    return path;
}

} // namespace

Outcome outcomeOf(int errorNo)
{
    switch (errorNo) {
    case 0: return Outcome::Success;
    case 1: return Outcome::Invalid;
    case 2:
    case 3: return Outcome::Build;
    case 5: return Outcome::WrongAnswer;
    case 6:
    case 7: return Outcome::Timeout;
    default: return Outcome::Run;
    }
}

QString outcomeText(Outcome outcome)
{
    const auto text = [](const char* source) { return QCoreApplication::translate("Outcome", source); };
    switch (outcome) {
    case Outcome::Success: return text(QT_TRANSLATE_NOOP("Outcome", "measured"));
    case Outcome::Invalid: return text(QT_TRANSLATE_NOOP("Outcome", "not possible on this target"));
    case Outcome::Build: return text(QT_TRANSLATE_NOOP("Outcome", "did not build"));
    case Outcome::Run: return text(QT_TRANSLATE_NOOP("Outcome", "failed while running"));
    case Outcome::WrongAnswer: return text(QT_TRANSLATE_NOOP("Outcome", "wrong answer"));
    case Outcome::Timeout: return text(QT_TRANSLATE_NOOP("Outcome", "took too long"));
    }
    return {};
}

QPainterPath outcomeMarker(Outcome outcome, double size)
{
    const double r = size / 2;
    QPainterPath path;
    switch (outcome) {
    case Outcome::Success: path.addEllipse(QPointF(0, 0), r, r); return path;
    case Outcome::Invalid: {
        path.moveTo(-r, -r);
        path.lineTo(r, r);
        path.moveTo(-r, r);
        path.lineTo(r, -r);
        QPainterPathStroker stroker;
        stroker.setWidth(size / 4);
        return stroker.createStroke(path);
    }
    case Outcome::Build: path.addRect(-r * 0.85, -r * 0.85, size * 0.85, size * 0.85); return path;
    case Outcome::Run: return polygon({{0, -r}, {r, r * 0.8}, {-r, r * 0.8}});
    case Outcome::WrongAnswer: return polygon({{0, -r}, {r, 0}, {0, r}, {-r, 0}});
    case Outcome::Timeout: return polygon({{-r, -r}, {r, -r}, {-r, r}, {r, r}});
    }
    return path;
}

} // namespace knobscope
