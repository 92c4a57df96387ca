// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with tasks that are selected: queued together, or tuned whatever waits.
#include "tests/widgets/controls.h"
#include "widgets/views/tasks/taskview.h"

#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

using namespace knobscope;

class TestTaskMenu : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test-taskmenu"));
        QSettings().clear();
        m_networks = loadNetworks().value();
    }

    void severalTasksAreQueuedAtOnce()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.resize(700, 500);
        view.show();
        std::vector<std::string> queued;
        connect(&workspace, &Workspace::queueWanted, &view, [&](const std::vector<LoopTask>& tasks) {
            for (const LoopTask& task : tasks) {
                queued.push_back(task.label);
            }
        });
        auto* tree = byId<QTreeView>(view, "tasks");
        const QModelIndex network = tree->model()->index(0, 0);
        const auto at = [&](int row) { return tree->visualRect(tree->model()->index(row, 0, network)).center(); };
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, at(1));
        const QString current = workspace.taskLabel();
        QVERIFY(current.endsWith(QStringLiteral(":2")));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, Qt::ControlModifier, at(3));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, Qt::ControlModifier, at(4));
        QCOMPARE(workspace.taskLabel(), current); // the others are only selected
        emit tree->customContextMenuRequested(at(3));
        auto* menu = view.findChild<QMenu*>(QStringLiteral("taskMenu"));
        QVERIFY(menu);
        QAction* add = menu->actions().back();
        QVERIFY2(add->text().contains(QLatin1Char('3')), qPrintable(add->text()));
        add->trigger();
        QCOMPARE(queued.size(), size_t(3));
        QCOMPARE(queued[0], current.toStdString());
        QVERIFY(queued[1].ends_with(":4") && queued[2].ends_with(":5"));
    }

    void aTaskIsTunedAloneFromItsMenu()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.resize(700, 500);
        view.show();
        auto* tree = byId<QTreeView>(view, "tasks");
        const QModelIndex network = tree->model()->index(0, 0);
        const auto menuOn = [&](std::initializer_list<int> rows) {
            tree->clearSelection();
            for (const int row : rows) {
                tree->selectionModel()->select(tree->model()->index(row, 0, network),
                                               QItemSelectionModel::Select | QItemSelectionModel::Rows);
            }
            emit tree->customContextMenuRequested({});
            const auto menus = view.findChildren<QMenu*>(QStringLiteral("taskMenu"));
            return menus.empty() ? nullptr : menus.back();
        };
        const auto tune = [](const QMenu& menu) { return entry(menu, u"tuneAlone"); };
        QMenu* several = menuOn({1, 2});
        QVERIFY(several && tune(*several) && !tune(*several)->isEnabled());
        several->close();
        QMenu* one = menuOn({3});
        QVERIFY(one && tune(*one) && tune(*one)->isEnabled());
        QSignalSpy wanted(&workspace, &Workspace::taskTuningWanted);
        tune(*one)->trigger();
        QCOMPARE(wanted.count(), 1);
        QVERIFY2(workspace.taskLabel().endsWith(QStringLiteral(":4")), qPrintable(workspace.taskLabel()));
        one->close();
    }

private:
    std::vector<Network> m_networks;
};

QTEST_MAIN(TestTaskMenu)
#include "tst_taskmenu.moc"
