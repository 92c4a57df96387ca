// SPDX-License-Identifier: GPL-3.0-or-later
// A network in several precisions side by side, in the window, with real workers.
#include "tests/widgets/networkdesk.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/control.h"
#include "widgets/views/network/precisionspage.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace knobscope;
using namespace knobscope::testing;

class TestPrecisionsPage : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM runs nothing");
#endif
    }

    void precisionsStandSideBySide()
    {
        NetworkDesk desk;
        QTRY_VERIFY(desk.isShown());
        PrecisionsPage& page = desk.view.times().precisions();
        auto* precisions = byId<QTableView>(desk.view, "precisions");
        auto* steps = byId<QTableView>(desk.view, "precisionSteps");
        const QAbstractItemModelTester tester(precisions->model()), stepTester(steps->model());
        press(desk.view, "comparePrecisions");
        QVERIFY(page.isRunning());
        QVERIFY(!byId<QPushButton>(desk.view, "run")->isEnabled() && !byId<QPushButton>(desk.view, "tune")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!page.isRunning(), patience(120000));
        QVERIFY2(page.comparison(), qPrintable(page.status()));
        QVERIFY(precisions->isVisible() && steps->isVisible());
        const QAbstractItemModel& rows = *precisions->model();
        QCOMPARE(rows.rowCount(), 3);
        const auto at = [&](int row, QStringView column) { return rows.index(row, columnOf(rows, column)); };
        QCOMPARE(at(0, u"precision").data().toString(), QStringLiteral("float32"));
        QCOMPARE(at(1, u"precision").data().toString(), QStringLiteral("bfloat16"));
        QCOMPARE(at(2, u"precision").data().toString(), QStringLiteral("int8"));
        QVERIFY(at(0, u"rms").data().toString().isEmpty());
        for (const int row : {1, 2}) {
            QVERIFY(at(row, u"milliseconds").data(CellTable::kSortRole).toDouble() > 0);
            QVERIFY(at(row, u"change").data(Qt::BackgroundRole).isValid());
            const double largest = at(row, u"max_abs").data(CellTable::kSortRole).toDouble();
            const double rms = at(row, u"rms").data(CellTable::kSortRole).toDouble();
            QVERIFY(rms > 0 && rms <= largest && largest < 1); // of outputs around 1
        }
        QVERIFY(at(1, u"rms").data(CellTable::kSortRole).toDouble() < at(2, u"rms").data(CellTable::kSortRole).toDouble() * 10);

        // Every step of float32 is there, with its time, beside the others'.
        const QAbstractItemModel& all = *steps->model();
        const int float32 = columnOf(all, u"float32_milliseconds"), int8 = columnOf(all, u"int8_milliseconds");
        int timed = 0, coloured = 0, both = 0;
        for (int row = 0; row < all.rowCount(); ++row) {
            const bool isTimed = !all.index(row, float32).data().toString().isEmpty();
            timed += isTimed ? 1 : 0;
            both += isTimed && !all.index(row, int8).data().toString().isEmpty() ? 1 : 0;
            coloured += all.index(row, int8).data(Qt::BackgroundRole).isValid() ? 1 : 0;
            QVERIFY(!all.index(row, float32).data(Qt::BackgroundRole).isValid());
        }
        QCOMPARE(timed, static_cast<int>(page.comparison()->states[0].report.steps.size()));
        QVERIFY(both > 0 && coloured > 0);
        look(desk.view, "network-precisions");

        // It is shown after a restart, too.
        desk.workspace.writes().finishNow();
        QVERIFY2(desk.problems.isEmpty(), qPrintable(desk.problems.join(QLatin1Char('\n'))));
        NetworkDesk again(kNetworkFile, desk.path);
        QTRY_VERIFY(again.isShown());
        QTRY_VERIFY_WITH_TIMEOUT(again.view.times().precisions().comparison(), patience(30000));
        QCOMPARE(again.view.times().precisions().comparison()->states[2].seconds, page.comparison()->states[2].seconds);
        QVERIFY2(again.view.times().precisions().status().contains(QStringLiteral("Measured on ")),
                 qPrintable(again.view.times().precisions().status()));
    }

    void aComparisonOfPrecisionsEndsWithASentence()
    {
        NetworkDesk desk;
        QTRY_VERIFY(desk.isShown());
        PrecisionsPage& page = desk.view.times().precisions();
        press(desk.view, "comparePrecisions");
        press(desk.view, "comparePrecisions");
        QTRY_VERIFY_WITH_TIMEOUT(!page.isRunning(), patience(30000));
        QVERIFY(!page.comparison() && !page.status().isEmpty());
        QVERIFY(byId<QPushButton>(desk.view, "comparePrecisions")->isEnabled());
        byId<QLineEdit>(desk.view, "calibration")->setText(QStringLiteral("/nowhere/inputs"));
        press(desk.view, "comparePrecisions");
        QTRY_VERIFY_WITH_TIMEOUT(!page.isRunning(), patience(60000));
        QVERIFY2(!page.comparison() && page.status().contains(QStringLiteral("/nowhere/inputs")), qPrintable(page.status()));
    }
};

QTEST_MAIN(TestPrecisionsPage)
#include "tst_precisionspage.moc"
