// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/outcome.h"

#include "core/timing/measurer.h"
#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"

#include <QCoreApplication>
#include <QPainterPathStroker>

namespace knobscope {

namespace {

/// Markers are one unit wide.
QPainterPath polygon(std::initializer_list<QPointF> points)
{
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(points)));
    path.closeSubpath();
    return path;
}

QPainterPath circle()
{
    QPainterPath path;
    path.addEllipse(QPointF(0, 0), 0.5, 0.5);
    return path;
}

QPainterPath cross()
{
    QPainterPath path;
    path.moveTo(-0.5, -0.5);
    path.lineTo(0.5, 0.5);
    path.moveTo(-0.5, 0.5);
    path.lineTo(0.5, -0.5);
    QPainterPathStroker stroker;
    stroker.setWidth(0.25);
    return stroker.createStroke(path);
}

QPainterPath square()
{
    QPainterPath path;
    path.addRect(-0.425, -0.425, 0.85, 0.85);
    return path;
}

QPainterPath triangle()
{
    return polygon({{0, -0.5}, {0.5, 0.4}, {-0.5, 0.4}});
}

QPainterPath diamond()
{
    return polygon({{0, -0.5}, {0.5, 0}, {0, 0.5}, {-0.5, 0}});
}

QPainterPath hourglass()
{
    return polygon({{-0.5, -0.5}, {0.5, -0.5}, {-0.5, 0.5}, {0.5, 0.5}});
}

/// Name, colour and marker of a kind of result. The names of error numbers are the core's (errorText()).
struct OutcomeLook {
    const char* shortName;
    QColor Theme::* colour;
    QPainterPath (*marker)();
};

/// In the order of `Outcome`.
constexpr std::array<OutcomeLook, kAllOutcomes.size()> kLooks{{
    {QT_TRANSLATE_NOOP("Outcome", "measured"), nullptr, circle},
    {QT_TRANSLATE_NOOP("Outcome", "illegal config"), &Theme::failure, cross},
    {QT_TRANSLATE_NOOP("Outcome", "build failed"), &Theme::failure, square},
    {QT_TRANSLATE_NOOP("Outcome", "run failed"), &Theme::failure, triangle},
    {QT_TRANSLATE_NOOP("Outcome", "wrong answer"), &Theme::failure, diamond},
    {QT_TRANSLATE_NOOP("Outcome", "timed out"), &Theme::failure, hourglass},
}};

const OutcomeLook& lookOf(Outcome outcome)
{
    return kLooks[static_cast<size_t>(outcome)];
}

} // namespace

Outcome outcomeOf(int errorNo)
{
    switch (static_cast<MeasureError>(errorNo)) {
    case MeasureError::None: return Outcome::Success;
    case MeasureError::Instantiation: return Outcome::Invalid;
    case MeasureError::CompileHost:
    case MeasureError::CompileDevice: return Outcome::Build;
    case MeasureError::WrongAnswer: return Outcome::WrongAnswer;
    case MeasureError::BuildTimeout:
    case MeasureError::RunTimeout: return Outcome::Timeout;
    case MeasureError::RuntimeDevice:
    case MeasureError::Unknown: break;
    }
    return Outcome::Run;
}

QString outcomeName(int errorNo)
{
    return fixedCoreText(errorText(static_cast<MeasureError>(errorNo)));
}

QString outcomeTitle(int errorNo)
{
    QString name = outcomeName(errorNo);
    name.front() = name.front().toUpper();
    return name;
}

QString outcomeShortName(Outcome outcome)
{
    return QCoreApplication::translate("Outcome", lookOf(outcome).shortName);
}

QColor Theme::* outcomeColour(Outcome outcome)
{
    return lookOf(outcome).colour;
}

QPainterPath outcomeMarker(Outcome outcome, double size)
{
    return QTransform::fromScale(size, size).map(lookOf(outcome).marker());
}

} // namespace knobscope
