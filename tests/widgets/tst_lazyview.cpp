// SPDX-License-Identifier: GPL-3.0-or-later
// Views that work only while they are seen, and the list that a run is chosen from.
#include "widgets/project/runchoice.h"
#include "widgets/project/view.h"

#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace knobscope;

namespace {

class CountingView : public LazyView
{
public:
    explicit CountingView(Workspace& workspace)
        : LazyView(workspace, 1)
    {
    }
    using LazyView::isStale;
    using LazyView::isWaiting;
    using LazyView::refreshSoon;
    int refreshes = 0;

protected:
    void refresh() override { ++refreshes; }
};

RunRow run(int64_t id)
{
    RunRow row;
    row.id = id;
    row.label = "dense";
    row.tuner = "ga";
    return row;
}

} // namespace

class TestLazyView : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void whatChangesWhileHiddenIsTakenInWhenShown()
    {
        Workspace workspace;
        CountingView view(workspace);
        view.refreshSoon();
        QVERIFY(!view.isWaiting());
        QCOMPARE(view.refreshes, 0);
        view.show();
        QCOMPARE(view.refreshes, 1);
        view.hide();
        view.show(); // nothing changed
        QCOMPARE(view.refreshes, 1);
        view.refreshSoon();
        view.refreshSoon();
        QCOMPARE(view.refreshes, 1);
        QTRY_COMPARE(view.refreshes, 2);
        QVERIFY(!view.isStale());
    }

    void aChosenRunStaysChosen()
    {
        RunChoice choice;
        QSignalSpy changed(&choice, &QComboBox::currentIndexChanged);
        QCOMPARE(choice.run(), qint64(0));
        choice.setRuns({run(1)});
        choice.setRuns({run(1), run(2)});
        QCOMPARE(choice.run(), qint64(2)); // follows the newest, which is first
        QCOMPARE(choice.currentIndex(), 0);
        QCOMPARE(choice.currentText(), QStringLiteral("Run 2: dense, ga"));
        QCOMPARE(changed.count(), 0);
        QVERIFY(choice.setRun(1));
        QVERIFY(!choice.setRun(1));
        QVERIFY(!choice.setRun(9));
        QCOMPARE(changed.count(), 1);
        choice.setRuns({run(1), run(2), run(3)});
        QCOMPARE(choice.run(), qint64(1));
        choice.setRuns({run(2), run(3), run(4)}, 3); // it is gone
        QCOMPARE(choice.run(), qint64(3));
        choice.setRuns({run(5), run(6)}, 3);
        QCOMPARE(choice.run(), qint64(6));
        choice.setRuns({});
        QCOMPARE(choice.run(), qint64(0));
    }
};

QTEST_MAIN(TestLazyView)
#include "tst_lazyview.moc"
