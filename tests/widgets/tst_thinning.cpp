// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/speed/thinning.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace knobscope;

namespace {

constexpr int columns = 400;
constexpr int rows = 90;

/// Over [left, right] and [low, high].
CellGrid gridOf(double left, double right, double low, double high, int wide, int tall)
{
    return {PlotAxis().part(left, right), PlotAxis().part(low, high), wide, tall};
}

std::vector<Tick> ticksOf(PlotAxis::Kind kind, double from, double to, int wanted)
{
    PlotAxis axis;
    axis.setRange(kind, 1, 2);
    return axis.part(from, to).ticks(wanted);
}

struct Noise {
    std::vector<QPointF> points;
    std::vector<std::pair<double, Outcome>> failures;
};

Noise noise(unsigned seed, size_t count)
{
    std::mt19937 random(seed);
    Noise made;
    for (size_t i = 1; i <= count; ++i) {
        if (random() % 10 == 0) {
            made.failures.emplace_back(static_cast<double>(i), kAllOutcomes[1 + random() % 5]);
        } else {
            made.points.emplace_back(static_cast<double>(i), static_cast<double>(random() % 100000) / 100);
        }
    }
    return made;
}

std::pair<int, int> cell(const CellGrid& grid, QPointF p)
{
    const auto part = [](double value, double start, double length, int count) {
        return std::min(count - 1, static_cast<int>((value - start) / length * count));
    };
    return {part(p.x(), grid.x.from(), grid.x.to() - grid.x.from(), grid.columns),
            part(p.y(), grid.y.from(), grid.y.to() - grid.y.from(), grid.rows)};
}

} // namespace

class TestThinning : public QObject
{
    Q_OBJECT
private slots:
    void fewPointsAreAllThere()
    {
        Thinning thinning(gridOf(0, 100, 0, 10, 100, 50));
        thinning.addSuccess({1, 1});
        thinning.addSuccess({2, 3});
        thinning.addFailure(3, Outcome::Timeout);
        thinning.addSuccess({4, 2});
        QCOMPARE(thinning.points(), (std::vector<QPointF>{{1, 1}, {2, 3}, {4, 2}}));
        QCOMPARE(thinning.failures(Outcome::Timeout), std::vector<double>{3});
        QVERIFY(thinning.failures(Outcome::Build).empty());
    }

    void manyPointsKeepTheirExtremesAndEveryPixelTaken()
    {
        for (const unsigned seed : {1U, 2U}) {
            Noise made = noise(seed, 50000);
            made.points.emplace_back(24322.5, 1500);
            made.points.emplace_back(778.5, -20);
            const CellGrid grid = gridOf(0, 50001, -50, 1550, columns, rows);
            Thinning thinning(grid);
            std::set<std::pair<int, int>> cells;
            std::set<std::pair<double, double>> given;
            for (const QPointF& p : made.points) {
                thinning.addSuccess(p);
                cells.insert(cell(grid, p));
                given.emplace(p.x(), p.y());
            }
            for (const auto& [x, outcome] : made.failures) {
                thinning.addFailure(x, outcome);
            }
            const auto kept = thinning.points();
            QVERIFY(kept.size() <= size_t(columns) * (rows + 2));
            QVERIFY(std::find(kept.begin(), kept.end(), QPointF(24322.5, 1500)) != kept.end());
            QVERIFY(std::find(kept.begin(), kept.end(), QPointF(778.5, -20)) != kept.end());
            for (const QPointF& p : kept) {
                cells.erase(cell(grid, p));
                QVERIFY(given.contains({p.x(), p.y()}));
            }
            QVERIFY(cells.empty());
            for (const Outcome outcome : kAllOutcomes) {
                QVERIFY(thinning.failures(outcome).size() <= size_t(columns) / 3 + 1);
            }
        }
    }

    void portionsMakeNoDifference()
    {
        const Noise made = noise(9, 5000);
        const CellGrid grid = gridOf(0, 5001, 0, 1000, 120, 40);
        Thinning whole(grid);
        Thinning parts(grid);
        for (size_t i = 0; i < made.points.size(); ++i) {
            whole.addSuccess(made.points[i]);
        }
        for (size_t i = 0; i < made.points.size(); ++i) {
            parts.addSuccess(made.points[i]);
            if (i % 777 == 0) {
                (void)parts.points();
            }
        }
        QCOMPARE(parts.points(), whole.points());
    }

    void cellsOfALogarithmicAxisAreEvenInItsPlane()
    {
        CellGrid grid = gridOf(0, 10, 0, 1, 10, 3);
        grid.y.setRange(PlotAxis::Kind::Log, 1, 1000);
        Thinning thinning(grid);
        for (const double y : {2.0, 3.0, 20.0, 30.0, 200.0, 300.0, 0.0}) {
            thinning.addSuccess({5, y});
        }
        // The first of each decade, and the column's highest.
        QCOMPARE(thinning.points(), (std::vector<QPointF>{{5, 2}, {5, 20}, {5, 200}, {5, 300}}));
    }

    void whatIsOutsideOrNoNumberIsIgnored()
    {
        Thinning thinning(gridOf(10, 20, 10, 20, 5, 5));
        for (const QPointF& p :
             {QPointF(9, 15), QPointF(21, 15), QPointF(15, 9), QPointF(15, 21), QPointF(qQNaN(), 15), QPointF(15, qInf())}) {
            thinning.addSuccess(p);
        }
        thinning.addFailure(qQNaN(), Outcome::Run);
        thinning.addFailure(5, Outcome::Run);
        QVERIFY(thinning.points().empty());
        QVERIFY(thinning.failures(Outcome::Run).empty());
        thinning.addSuccess({20, 20}); // the far corner is inside
        QCOMPARE(thinning.points().size(), size_t(1));
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
};

QTEST_MAIN(TestThinning)
#include "tst_thinning.moc"
