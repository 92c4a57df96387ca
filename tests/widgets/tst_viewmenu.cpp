// SPDX-License-Identifier: GPL-3.0-or-later
// The View menu, zoom of the view in use, and the overview of a tall network.
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/network/networkcanvas.h"
#include "widgets/views/network/networkview.h"

#include <QMenu>
#include <QScrollBar>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

class TestViewMenu : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_settings;

private slots:
    void initTestCase() { testing::useOwnSettings(m_settings.path()); }

    /// W36: View had a submenu for each of nineteen views.
    void viewHasWhatPeopleLookFor()
    {
        MainWindow window;
        (void)window.views(); // fills the menus
        QStringList entries;
        for (const QAction* action : byId<QMenu>(window, "menu.view")->actions()) {
            entries << ActionRegistry::withoutAccessKey(action->text());
        }
        QVERIFY2(entries.size() <= 20, qPrintable(entries.join(QLatin1Char('|'))));
        for (const char* wanted : {"Explore", "Learn", "Go to View", "Panels", "Zoom In", "Zoom to Fit", "Full Screen",
                                   "Maximise or Restore the View"}) {
            QVERIFY2(entries.contains(QLatin1String(wanted)), wanted);
        }
        QSet<QString> listed;
        for (const QAction* action : byId<QMenu>(window, "menu.views")->actions()) {
            QVERIFY(action->isSeparator() || !listed.contains(ActionRegistry::idOf(action)));
            listed.insert(ActionRegistry::idOf(action));
        }
        for (const auto& [id, view] : window.views()) {
            QVERIFY2(listed.contains(QStringLiteral("go.") + id), qPrintable(id));
        }
    }

    void zoomIsOfTheViewInUse()
    {
        MainWindow window;
        window.show();
        const auto act = [&](const char* id) { window.actionRegistry().action(QLatin1String(id))->trigger(); };
        act("go.network");
        auto& network = window.view<NetworkView>();
        network.showNetwork(QStringLiteral("resnet-18"));
        QTRY_VERIFY(network.canvas().arrangement().boxes.size() > 1 && !network.graphLayout().isBusy());
        const double before = network.canvas().transform().m11();
        act("view.zoomIn");
        QVERIFY(network.canvas().transform().m11() > 1.2 * before);
        act("view.zoomFit");
        QCOMPARE(network.canvas().transform().m11(), before);
        act("go.tasks"); // nothing to zoom
        QVERIFY(!window.actionRegistry().isAvailable(window.actionRegistry().action(QStringLiteral("view.zoomOut"))));
    }

    /// A strip beside a tall graph, as Netron's and Perfetto's; a click goes there.
    void aTallGraphHasAnOverview()
    {
        Workspace workspace;
        NetworkView view(workspace);
        view.resize(900, 1600);
        view.show();
        view.showNetwork(QStringLiteral("vgg-16"));
        auto* overview = byId<QWidget>(view, "overview");
        QTRY_VERIFY(view.canvas().arrangement().boxes.size() > 15 && !view.graphLayout().isBusy());
        QVERIFY(overview->isHidden()); // most of the graph is in sight
        view.resize(900, 420);
        QTRY_VERIFY(overview->isVisible());
        const QScrollBar* bar = view.canvas().verticalScrollBar();
        QVERIFY(bar->value() < bar->maximum() / 4);
        QTest::mouseClick(overview, Qt::LeftButton, {}, {overview->width() / 2, overview->height() - 2});
        QCOMPARE(bar->value(), bar->maximum());
        QTest::mouseClick(overview, Qt::LeftButton, {}, {overview->width() / 2, 1});
        QCOMPARE(bar->value(), bar->minimum());
    }
};

QTEST_MAIN(TestViewMenu)
#include "tst_viewmenu.moc"
