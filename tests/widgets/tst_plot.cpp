// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/theme.h"
#include "widgets/controls/celltable.h"
#include "widgets/plot/colours.h"
#include "widgets/plot/decimation.h"
#include "widgets/plot/picture.h"
#include "widgets/plot/plotcanvas.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFile>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

using namespace knobscope;

namespace {

PlotAxis axis(PlotAxis::Kind kind, double low, double high)
{
    PlotAxis made;
    made.title = QStringLiteral("GFLOPS");
    made.setRange(kind, low, high);
    return made;
}

PlotSeries dots(std::vector<QPointF> points)
{
    PlotSeries series;
    series.name = QStringLiteral("trials");
    series.colour = Qt::blue;
    series.kind = PlotSeries::Kind::Dots;
    series.points = std::move(points);
    return series;
}

std::vector<Tick> ticksOf(PlotAxis::Kind kind, double from, double to, int wanted)
{
    return axis(kind, 1, 2).part(from, to).ticks(wanted);
}

} // namespace

class TestPlot : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void zoomingStaysInsideAndIsKept()
    {
        PlotCanvas canvas;
        canvas.resize(600, 400);
        canvas.setAxes(axis(PlotAxis::Kind::Linear, 0, 100), axis(PlotAxis::Kind::Log, 1, 1000));
        canvas.setSeries({dots({{10, 10}, {50, 100}})});
        canvas.show();
        const QPointF middle = canvas.pixelOf({50, 100});
        const QPoint global = canvas.mapToGlobal(middle.toPoint());
        QWheelEvent wheel(middle, global, {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas.viewport(), &wheel);
        QVERIFY(canvas.isZoomed());
        QVERIFY(canvas.xAxis().low() > 0 && canvas.xAxis().high() < 100 && canvas.yAxis().high() < 1000);
        const QPointF under = canvas.pixelOf({50, 100}) - middle; // what was under the pointer still is
        QVERIFY(std::abs(under.x()) < canvas.plot().width() / 100 && std::abs(under.y()) < canvas.plot().height() / 100);
        const double low = canvas.xAxis().low();
        canvas.setAxes(axis(PlotAxis::Kind::Linear, 0, 120), axis(PlotAxis::Kind::Log, 1, 1000)); // new trials came
        QVERIFY(std::abs(canvas.xAxis().low() - low) < 1e-9);
        QTest::keyClick(&canvas, Qt::Key_Right);
        QVERIFY(canvas.xAxis().low() > low);
        for (int i = 0; i < 40; ++i) {
            QTest::keyClick(&canvas, Qt::Key_Right);
        }
        QVERIFY(std::abs(canvas.xAxis().high() - 120) < 1e-9);
        QTest::mouseDClick(canvas.viewport(), Qt::LeftButton, {}, middle.toPoint());
        QTest::mouseRelease(canvas.viewport(), Qt::LeftButton, {}, middle.toPoint()); // else the button is held in the next test
        QVERIFY(!canvas.isZoomed());
        for (int i = 0; i < 200; ++i) {
            QTest::keyClick(&canvas, Qt::Key_Plus);
        }
        QVERIFY(canvas.xAxis().high() > canvas.xAxis().low());
        QVERIFY(!canvas.grab().isNull());
        PlotAxis other = axis(PlotAxis::Kind::Linear, 0, 100);
        other.title = QStringLiteral("ms");
        canvas.setAxes(other, other);
        QVERIFY(!canvas.isZoomed());
        QTest::keyClick(&canvas, Qt::Key_Plus);
        QTest::keyClick(&canvas, Qt::Key_0);
        QVERIFY(!canvas.isZoomed());
    }

    /// A title that is too long for its axis is its unit alone, not a part of its words.
    void aLongTitleGivesWayToItsUnit()
    {
        const auto picture = [](const QString& title) {
            PlotCanvas canvas;
            canvas.resize(300, 140);
            PlotAxis y = axis(PlotAxis::Kind::Linear, 0, 100);
            y.title = title;
            canvas.setAxes(axis(PlotAxis::Kind::Linear, 0, 10), y);
            return canvas.grab().toImage();
        };
        const QImage unit = picture(QStringLiteral("GFLOPS"));
        QVERIFY(picture(QStringLiteral("GFLOPS as AutoTVM counts them")) == unit);
        QVERIFY(picture(QStringLiteral("GFLOPS（AutoTVM 計法）計法計法計法")) == unit);
        QVERIFY(picture(QStringLiteral("ms")) != unit);
    }

    void ticksAreRoundAndInside_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("hundred") << int(PlotAxis::Kind::Linear) << 0.0 << 100.0;
        QTest::newRow("small") << int(PlotAxis::Kind::Linear) << 0.0013 << 0.0017;
        QTest::newRow("negative") << int(PlotAxis::Kind::Linear) << -5.0 << 3.0;
        QTest::newRow("large") << int(PlotAxis::Kind::Linear) << 0.0 << 1e12;
        QTest::newRow("decades") << int(PlotAxis::Kind::Log) << 1.0 << 1e5;
        QTest::newRow("one decade") << int(PlotAxis::Kind::Log) << 2.0 << 30.0;
        QTest::newRow("many decades") << int(PlotAxis::Kind::Log) << 1e-9 << 1e12;
    }
    void ticksAreRoundAndInside()
    {
        QFETCH(int, kind);
        QFETCH(double, low);
        QFETCH(double, high);
        const PlotAxis a = axis(static_cast<PlotAxis::Kind>(kind), low, high);
        const auto ticks = a.ticks(6);
        QVERIFY(ticks.size() >= 2 && ticks.size() <= 20);
        double last = -std::numeric_limits<double>::infinity();
        for (const Tick& tick : ticks) {
            const double value = a.kind() == PlotAxis::Kind::Log ? std::pow(10, tick.place) : tick.place;
            QVERIFY(value > last && value >= low - 1e-9 && value <= high * (1 + 1e-8));
            QVERIFY(!tick.label.isEmpty());
            QVERIFY2(std::abs(a.fromPlane(a.toPlane(value)) - value) <= std::abs(high) * 1e-9, qPrintable(tick.label));
            last = value;
        }
    }

    void ticksAreRoundAndWithin()
    {
        QLocale::setDefault(QLocale::c());
        const auto labels = [](PlotAxis::Kind kind, double low, double high, int wanted) {
            QStringList all;
            for (const Tick& tick : ticksOf(kind, low, high, wanted)) {
                if (tick.place < low - 1e-9 || tick.place > high + 1e-9) {
                    return QStringList{QStringLiteral("outside")};
                }
                all.append(tick.label);
            }
            return all;
        };
        const auto list = [](const char* text) { return QString::fromLatin1(text).split(QLatin1Char(' ')); };
        QCOMPARE(labels(PlotAxis::Kind::Linear, 0, 100, 5), list("0 20 40 60 80 100"));
        QCOMPARE(labels(PlotAxis::Kind::Linear, 0, 1, 4), list("0.00 0.25 0.50 0.75 1.00"));
        QCOMPARE(labels(PlotAxis::Kind::WholeNumber, 0, 3, 9), list("0 1 2 3"));
        QCOMPARE(labels(PlotAxis::Kind::Duration, 0, 150, 5), list("0:00 0:30 1:00 1:30 2:00 2:30"));
        QCOMPARE(labels(PlotAxis::Kind::Duration, 3600, 7200, 2), list("1:00:00 1:30:00 2:00:00"));
        QCOMPARE(labels(PlotAxis::Kind::Log, 0, 2, 10), list("1 2 5 10 20 50 100"));
        QCOMPARE(labels(PlotAxis::Kind::Log, -2, 1, 3), list("0.01 0.1 1 10"));
        QVERIFY(ticksOf(PlotAxis::Kind::Linear, 1, 1, 5).empty());
        QVERIFY(ticksOf(PlotAxis::Kind::Linear, 0, qInf(), 5).empty());
        std::mt19937_64 random(3);
        for (int i = 0; i < 2000; ++i) {
            const double low = std::ldexp(static_cast<double>(random() % 2000) - 1000, static_cast<int>(random() % 30) - 20);
            const double width = std::ldexp(1 + static_cast<double>(random() % 1000), static_cast<int>(random() % 30) - 20);
            for (const PlotAxis::Kind kind : {PlotAxis::Kind::Linear, PlotAxis::Kind::WholeNumber, PlotAxis::Kind::Duration}) {
                QVERIFY(ticksOf(kind, low, low + width, 6).size() <= 20);
            }
        }
    }

    void axesTakeAnything()
    {
        const double nan = std::nan("");
        const double infinity = std::numeric_limits<double>::infinity();
        for (const auto kind : {PlotAxis::Kind::Linear, PlotAxis::Kind::Log}) {
            for (const auto& [low, high] :
                 std::vector<std::pair<double, double>>{{nan, nan}, {0, infinity}, {5, 5}, {3, -3}, {0, 0}, {-1, -2}}) {
                const PlotAxis a = axis(kind, low, high);
                QVERIFY(std::isfinite(a.low()) && std::isfinite(a.high()) && a.low() < a.high());
                QVERIFY(a.ticks(6).size() < 50);
            }
        }
        PlotAxis categories;
        categories.setCategories({});
        QVERIFY(categories.ticks(5).empty());
        categories.setCategories({QStringLiteral("a"), QStringLiteral("b")});
        QCOMPARE(categories.text(1), QStringLiteral("b"));
        QCOMPARE(categories.text(7), QString());
        QCOMPARE(niceCeiling(37), 50.0);
    }

    void thinningKeepsEveryExtreme()
    {
        std::mt19937 random(1);
        std::vector<QPointF> line;
        for (int i = 0; i < 100'000; ++i) {
            line.emplace_back(i * 0.008, static_cast<double>(random() % 100'000) / 300);
        }
        const auto thin = thinnedLine(line);
        QVERIFY(thin.size() <= 4 * 801);
        const auto lower = [](QPointF a, QPointF b) { return a.y() < b.y(); };
        QCOMPARE(std::min_element(thin.begin(), thin.end(), lower)->y(), std::min_element(line.begin(), line.end(), lower)->y());
        QCOMPARE(std::max_element(thin.begin(), thin.end(), lower)->y(), std::max_element(line.begin(), line.end(), lower)->y());
        QCOMPARE(thin.front(), line.front());
        QCOMPARE(thin.back(), line.back());
        QVERIFY(thinnedLine({}).empty());
        QCOMPARE(thinnedDots({{1, 1}, {1.2, 1.4}, {5, 5}, {-3, 2}, {std::nan(""), 1}}, {10, 10}, 2).size(), size_t(2));
    }

    void staircasesEndAtTheBestAndNeverFall()
    {
        std::mt19937 random(5);
        std::vector<QPointF> rises;
        double best = 0;
        for (int i = 1; i <= 20000; ++i) {
            best += static_cast<double>(random() % 3);
            rises.emplace_back(i * 0.02, best);
        }
        const auto line = thinnedLine(staircase(rises));
        QVERIFY(line.size() <= 4 * 401);
        for (size_t i = 1; i < line.size(); ++i) {
            QVERIFY(line[i].y() >= line[i - 1].y());
            QVERIFY(line[i].x() >= line[i - 1].x());
        }
        QCOMPARE(line.front(), rises.front());
        QCOMPARE(line.back(), rises.back());
        QCOMPARE(staircase({{0, 1}, {2, 3}}), (std::vector<QPointF>{{0, 1}, {2, 1}, {2, 3}}));
        QVERIFY(staircase({}).empty());
    }

    void cellsAreWalkedThroughByRows()
    {
        PlotCanvas canvas;
        canvas.resize(500, 400);
        PlotAxis names;
        names.title = QStringLiteral("knob");
        names.setCategories({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        canvas.setAxes(names, names);
        PlotSeries cells;
        cells.kind = PlotSeries::Kind::Cells;
        cells.rowLength = 3;
        for (int i = 0; i < 9; ++i) {
            cells.points.emplace_back(i % 3, i / 3);
            cells.values.push_back(i == 4 ? std::nan("") : i);
        }
        canvas.setSeries({cells});
        canvas.show();
        QVERIFY((canvas.pick(canvas.pixelOf({2, 1}) + QPointF(20, -20)) == PlotPick{0, 5}));
        QVERIFY(!canvas.pick(canvas.plot().topLeft() - QPointF(5, 5)).isValid());
        QTest::keyClick(&canvas, Qt::Key_Period);
        QVERIFY((canvas.current() == PlotPick{0, 0}));
        QTest::keyClick(&canvas, Qt::Key_Period);
        QTest::keyClick(&canvas, Qt::Key_PageUp);
        QVERIFY((canvas.current() == PlotPick{0, 4}));
        QTest::keyClick(&canvas, Qt::Key_PageDown);
        QTest::keyClick(&canvas, Qt::Key_PageDown); // stays at the end
        QTest::keyClick(&canvas, Qt::Key_Comma);
        QVERIFY((canvas.current() == PlotPick{0, 0}));
        // Coloured, crossed and blank ones; the largest has the ramp's last colour.
        const QImage picture = canvas.grab().toImage();
        const auto colourAt = [&](QPointF data) {
            return picture.pixelColor(((canvas.pixelOf(data) + QPointF(25, 25)) * picture.devicePixelRatio()).toPoint());
        };
        QCOMPARE(colourAt({2, 2}).rgb(), rampColour(canvas.palette(), 1).rgb());
        QCOMPARE(colourAt({1, 1}).rgb(), canvas.palette().color(QPalette::AlternateBase).rgb());
    }

    void whatHasNoHeightLiesInLanes()
    {
        PlotCanvas canvas;
        canvas.resize(400, 300);
        canvas.setAxes(axis(PlotAxis::Kind::Linear, 0, 10), axis(PlotAxis::Kind::Linear, 0, 10), PlotCanvas::laneStrip(2));
        canvas.setSeries({dots({{2, 3}})});
        canvas.show();
        const double floor = canvas.pixelOf({2, 0}).y();
        const double upper = canvas.pixelOf(PlotMark{{2, 0}, 1}).y();
        const double lower = canvas.pixelOf(PlotMark{{2, 7}, 0}).y();
        QVERIFY(floor < upper && upper < lower && lower < canvas.plot().bottom());
        QCOMPARE(PlotCanvas::laneStrip(0), 0.0);
    }

    void pointsArePickedByMouseAndKeys()
    {
        PlotCanvas canvas;
        canvas.resize(400, 300);
        canvas.setAxes(axis(PlotAxis::Kind::Linear, 0, 10), axis(PlotAxis::Kind::Linear, 0, 10));
        PlotSeries hidden = dots({{5, 5}});
        hidden.canBePicked = false;
        canvas.setSeries({hidden, dots({{2, 3}, {8, 9}}), dots({{1, 9}})});
        canvas.show();
        QSignalSpy chosen(&canvas, &PlotCanvas::chosen);
        QSignalSpy hovered(&canvas, &PlotCanvas::hovered);
        const QPointF at = canvas.pixelOf({8, 9});
        QVERIFY((canvas.toPlane(at) - QPointF(8, 9)).manhattanLength() < 1e-9);
        QTest::mouseMove(canvas.viewport(), at.toPoint());
        QVERIFY((canvas.current() == PlotPick{1, 1}));
        QVERIFY(canvas.accessibleDescription().contains(QStringLiteral("trials: 8, 9")));
        QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(chosen.count(), 1);
        QTest::mouseMove(canvas.viewport(), canvas.pixelOf({5, 5}).toPoint());
        QVERIFY(!canvas.current().isValid()); // cannot be picked
        QVERIFY(hovered.count() >= 2);
        QTest::keyClick(&canvas, Qt::Key_Period);
        QVERIFY((canvas.current() == PlotPick{1, 0}));
        QTest::keyClick(&canvas, Qt::Key_Period);
        QTest::keyClick(&canvas, Qt::Key_Period); // stays at the end
        QVERIFY((canvas.current() == PlotPick{1, 1}));
        QTest::keyClick(&canvas, Qt::Key_PageDown);
        QVERIFY((canvas.current() == PlotPick{2, 0}));
        QTest::keyClick(&canvas, Qt::Key_Return);
        QCOMPARE(chosen.count(), 2);
        QTest::keyClick(&canvas, Qt::Key_Escape);
        QVERIFY(!canvas.current().isValid());
        canvas.setSeries({});
        QTest::keyClick(&canvas, Qt::Key_PageUp); // nothing to walk through
        QVERIFY(!canvas.current().isValid());
    }

    /// By a screen reader: it is painted.
    void theLegendIsHeard()
    {
        PlotCanvas canvas;
        canvas.setAxes(axis(PlotAxis::Kind::Linear, 0, 10), axis(PlotAxis::Kind::Linear, 0, 10));
        canvas.show();
        PlotSeries nameless = dots({{5, 5}});
        nameless.name.clear();
        PlotSeries best = dots({{1, 9}});
        best.name = QStringLiteral("best");
        canvas.setSeries({dots({{2, 3}}), nameless, best});
        QCOMPARE(canvas.accessibleDescription(), QStringLiteral("Legend: trials, best"));
        canvas.setDescription(QStringLiteral("3 trials"));
        QCOMPARE(canvas.accessibleDescription(), QStringLiteral("3 trials\nLegend: trials, best"));
        QTest::keyClick(&canvas, Qt::Key_Period);
        QCOMPARE(canvas.accessibleDescription(), QStringLiteral("trials: 2, 3")); // it is walked along
        QTest::keyClick(&canvas, Qt::Key_Escape);
        QVERIFY(canvas.accessibleDescription().contains(QStringLiteral("Legend")));
        canvas.setSeries({});
        QCOMPARE(canvas.accessibleDescription(), QStringLiteral("3 trials"));
    }

    /// By the mouse, where a name has no room.
    void theLegendHasToolTips()
    {
        PlotCanvas canvas;
        canvas.resize(220, 200);
        canvas.setAxes(axis(PlotAxis::Kind::Linear, 0, 10), axis(PlotAxis::Kind::Linear, 0, 10));
        PlotSeries named = dots({{2, 3}});
        named.name = QStringLiteral("a name as long as a group of runs may have, and then some more");
        canvas.setSeries({named});
        canvas.show();
        const auto point = [&canvas](QPoint at) {
            QHelpEvent help(QEvent::ToolTip, at, canvas.viewport()->mapToGlobal(at));
            QApplication::sendEvent(canvas.viewport(), &help);
            return QToolTip::text();
        };
        const QPoint legend(static_cast<int>(canvas.plot().left()) + 30, 10);
        QCOMPARE(point(legend), named.name);
        QTRY_COMPARE(point(canvas.plot().center().toPoint()), QString());
    }

    void aDragZoomsAndWithShiftEncloses()
    {
        PlotCanvas canvas;
        canvas.resize(400, 300);
        canvas.setAxes(axis(PlotAxis::Kind::Linear, 0, 10), axis(PlotAxis::Kind::Log, 1, 1000));
        PlotSeries trials = dots({{2, 3}, {4, 30}, {5, 50}, {3.5, 20}});
        trials.trials = {{1, 1}, {1, 2}, {1, 3}, {1, 4}};
        canvas.setSeries({trials});
        canvas.show();
        const auto drag = [&](Qt::KeyboardModifiers modifiers, const std::vector<QPointF>& corners) {
            QTest::mousePress(canvas.viewport(), Qt::LeftButton, modifiers, canvas.pixelOf(corners.front()).toPoint());
            for (const QPointF& corner : corners) {
                const QPointF to = canvas.pixelOf(corner);
                QMouseEvent move(QEvent::MouseMove, to, canvas.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, modifiers);
                QApplication::sendEvent(canvas.viewport(), &move);
            }
            QTest::mouseRelease(canvas.viewport(), Qt::LeftButton, modifiers, canvas.pixelOf(corners.back()).toPoint());
        };
        QSignalSpy enclosed(&canvas, &PlotCanvas::trialsEnclosed);
        drag(Qt::ShiftModifier, {{3, 10}, {6, 10}, {6, 100}, {3, 100}});
        QCOMPARE(enclosed.count(), 1);
        QCOMPARE(enclosed.front().front().value<std::vector<TrialRef>>(),
                 (std::vector<TrialRef>{{1, 2}, {1, 4}, {1, 3}})); // best last
        QVERIFY(!canvas.isZoomed());
        drag({}, {{2, 10}, {6, 100}});
        QCOMPARE(enclosed.count(), 1);
        QVERIFY(std::abs(canvas.xAxis().low() - 2) < 0.1 && std::abs(canvas.xAxis().high() - 6) < 0.1);
        QVERIFY(std::abs(canvas.yAxis().low() - 10) < 1 && std::abs(canvas.yAxis().high() - 100) < 5);
    }

    void picturesAreWritten()
    {
        QTemporaryDir dir;
        PlotCanvas canvas;
        canvas.resize(300, 200);
        canvas.setAxes(axis(PlotAxis::Kind::Linear, 0, 10), axis(PlotAxis::Kind::Linear, 0, 10));
        canvas.setSeries({dots({{2, 3}, {8, 9}})});
        QVERIFY(savePicture(canvas, dir.filePath(QStringLiteral("a.png"))).has_value());
        QCOMPARE(QImage(dir.filePath(QStringLiteral("a.png"))).width(), 600);
        QVERIFY(savePicture(canvas, dir.filePath(QStringLiteral("a.svg"))).has_value());
        QFile svg(dir.filePath(QStringLiteral("a.svg")));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("<svg") && text.contains("GFLOPS") && !text.contains("<image"));
        const auto refused = savePicture(canvas, dir.filePath(QStringLiteral("no/such/folder/a.png")));
        QVERIFY(!refused && refused.error().message.find("cannot be written") != std::string::npos);
    }

    /// In light and in dark windows alike, and no end is lost on the background.
    void darkerMeansMore()
    {
        for (const QPalette& palette : {lightPalette(), darkPalette()}) {
            int last = 256;
            for (double share = 0; share <= 1.001; share += 0.1) {
                const QColor colour = rampColour(palette, share);
                const int brightness = qGray(colour.rgb());
                QVERIFY(brightness < last);
                last = brightness;
                QVERIFY(contrastOf(textOn(colour), colour) >= 4.5);
            }
            QVERIFY(contrastOf(rampColour(palette, 1), palette.color(QPalette::Base)) >= 3);
            QCOMPARE(rampColour(palette, std::nan("")), rampColour(palette, 0));
        }
    }

    /// Seen in full and as those who lack one kind of cones see them (Machado, Oliveira and Fernandes 2009).
    void twelveColoursAreToldApart()
    {
        const std::array<std::array<double, 9>, 4> eyes{{{1, 0, 0, 0, 1, 0, 0, 0, 1},
                                                         {0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052},
                                                         {0.367, 0.861, -0.228, 0.280, 0.673, 0.047, -0.012, 0.043, 0.969},
                                                         {1.256, -0.077, -0.179, -0.078, 0.931, 0.148, 0.005, 0.691, 0.304}}};
        const auto seen = [](const QColor& colour, const std::array<double, 9>& eye) {
            const auto linear = [](double part) { return std::pow(part, 2.2); };
            std::array<double, 3> parts{};
            for (size_t i = 0; i < 3; ++i) {
                const double part = eye[3 * i] * linear(colour.redF()) + eye[3 * i + 1] * linear(colour.greenF())
                                  + eye[3 * i + 2] * linear(colour.blueF());
                parts[i] = 255 * std::pow(std::clamp(part, 0.0, 1.0), 1 / 2.2);
            }
            return parts;
        };
        QVERIFY(!isSeriesDashed(kSeriesColours - 1) && isSeriesDashed(kSeriesColours));
        for (const QPalette& palette : {lightPalette(), darkPalette()}) {
            for (size_t b = 0; b < kSeriesColours; ++b) {
                QVERIFY(contrastOf(seriesColour(palette, b), palette.color(QPalette::Base)) >= 3);
                for (size_t a = 0; a < b; ++a) {
                    for (const auto& eye : eyes) {
                        const auto one = seen(seriesColour(palette, a), eye);
                        const auto other = seen(seriesColour(palette, b), eye);
                        QVERIFY(std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]) > 25);
                    }
                }
            }
            QCOMPARE(seriesColour(palette, kSeriesColours), seriesColour(palette, 0));
            QVERIFY(seriesSwatch(palette, kSeriesColours) != seriesSwatch(palette, 0)); // a frame, as the line is dashed
        }
    }

    void tablesSortAndCopy()
    {
        CellTable table;
        QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setTable({{"name", QStringLiteral("name")}, {"value", QStringLiteral("value")}},
                       {{{QStringLiteral("b"), {}, {}, false, {}, {}}, {QStringLiteral("10"), 10.0, {}, false, {}, {}}},
                        {{QStringLiteral("a"), {}, {}, true, {}, {}}, {QStringLiteral("9"), 9.0, {}, false, {}, {}}},
                        {{QStringLiteral("short row"), {}, {}, false, {}, {}}}});
        QPersistentModelIndex first(table.index(0, 1));
        table.sort(1, Qt::DescendingOrder);
        QCOMPARE(table.index(0, 0).data().toString(), QStringLiteral("b"));
        table.sort(0, Qt::AscendingOrder);
        QCOMPARE(table.index(0, 0).data().toString(), QStringLiteral("a"));
        QCOMPARE(table.index(0, 0).data(CellTable::kKeyRole).toInt(), 1);
        QCOMPARE(first.row(), 1);
        QCOMPARE(table.headerData(1, Qt::Horizontal).toString(), QStringLiteral("value"));
        QCOMPARE(table.index(0, 1).data().toString(), QStringLiteral("9"));
        table.updateRows(
            {{Cell::word(QStringLiteral("b"))}, {Cell::word(QStringLiteral("z"))}, {Cell::word(QStringLiteral("c"))}});
        QCOMPARE(table.index(2, 0).data().toString(), QStringLiteral("z")); // sorted as before
        QCOMPARE(first.row(), 0);
        table.setTable({}, {});
        QCOMPARE(table.rowCount(), 0);
    }
};

QTEST_MAIN(TestPlot)
#include "tst_plot.moc"
