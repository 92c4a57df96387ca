// SPDX-License-Identifier: GPL-3.0-or-later
// What is in sight of the task list without asking, and finding tasks by the size of their space.
#include "core/target/host.h"
#include "tests/widgets/controls.h"
#include "widgets/views/space/spaceeditor.h"
#include "widgets/views/tasks/taskview.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <set>

using namespace knobscope;

namespace {

QString cellOf(TaskView& view, const QString& id, int column, int role = Qt::DisplayRole)
{
    return view.model().find(id).siblingAtColumn(column).data(role).toString();
}

/// Whether the configs of all tasks are counted.
bool isCounted(const TaskModel& model)
{
    for (int group = 0; group < model.rowCount(); ++group) {
        const QModelIndex network = model.index(group, 0);
        for (int row = 0; row < model.rowCount(network); ++row) {
            if (model.index(row, TaskModel::Configs, network).data().toString().isEmpty()) {
                return false;
            }
        }
    }
    return model.rowCount() > 0;
}

} // namespace

class TestTaskColumns : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test-taskcolumns"));
        QSettings().clear();
        m_networks = loadNetworks().value();
    }

    void tagsStandWithTheNamesAndAreFound()
    {
        TaskModel model;
        TaskFilter filter(model);
        model.load(m_networks, hostTarget().value());
        model.setNotes(std::vector<NoteRow>{{1, {.task = "resnet-18:2"}, 0, "tile it again #slow #thesis"},
                                            {2, {.network = "resnet-50"}, 0, "#thesis"},
                                            {3, {.run = 1}, 0, "#slow, but of a run"}});
        QVERIFY(model.find(QStringLiteral("resnet-18:2")).data().toString().endsWith(QStringLiteral("  #slow #thesis")));
        QVERIFY(!model.find(QStringLiteral("resnet-18:3")).data().toString().contains(QLatin1Char('#')));
        filter.setWords(QStringLiteral("#slow"));
        QCOMPARE(filter.rowCount(), 1);
        QCOMPARE(filter.rowCount(filter.index(0, 0)), 1);
        filter.setWords(QStringLiteral("#thesis"));
        QCOMPARE(filter.rowCount(), 2);
        model.setNotes({});
        QCOMPARE(filter.rowCount(), 0);
    }

    void whatMattersFitsTheDefaultWidth()
    {
        Workspace workspace;
        TaskView view(workspace);
        auto* tree = byId<QTreeView>(view, "tasks");
        const auto rightEdge = [&] {
            return tree->header()->sectionViewportPosition(TaskModel::LastRun) + tree->columnWidth(TaskModel::LastRun);
        };
        view.show();
        for (const int width : {340, 400, 480}) {
            view.resize(width, 600);
            QCoreApplication::processEvents();
            QVERIFY2(rightEdge() <= tree->viewport()->width(), qPrintable(QString::number(width)));
        }
        view.resize(430, 600); // what a window of 1440 pixels gives at first
        QCoreApplication::processEvents();
        for (const int column : {TaskModel::Best, TaskModel::Share, TaskModel::Configs}) {
            QVERIFY2(tree->header()->sectionViewportPosition(column) + tree->columnWidth(column) <= tree->viewport()->width(),
                     qPrintable(QString::number(column)));
        }
        const QJsonObject own = view.saveState();
        tree->setColumnWidth(TaskModel::Shape, 500); // as a session left it that is restored with `fits` false
        QJsonObject wide = view.saveState();
        wide[QStringLiteral("fits")] = false;
        view.restoreState(own);
        QVERIFY(tree->columnWidth(TaskModel::Shape) < 500);
        view.restoreState(wide);
        QCOMPARE(tree->columnWidth(TaskModel::Shape), 500);
        view.resize(410, 600);
        QCoreApplication::processEvents();
        QCOMPARE(tree->columnWidth(TaskModel::Shape), 500);
    }

    /// Spaces are told apart by their sizes in the dock that a window has at first.
    void sizesAreInSight()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.resize(440, 900);
        view.show();
        auto* tree = byId<QTreeView>(view, "tasks");
        QTRY_COMPARE_WITH_TIMEOUT(cellOf(view, QStringLiteral("resnet-18:2"), TaskModel::Configs), QStringLiteral("980"), 60000);
        const auto edge = [&](int column) { return tree->header()->sectionViewportPosition(column) + tree->columnWidth(column); };
        QVERIFY2(edge(TaskModel::Configs) <= tree->viewport()->width(), qPrintable(QString::number(edge(TaskModel::Configs))));
        QVERIFY(edge(TaskModel::Configs) < edge(TaskModel::Share));
    }

    void largeSpacesAreFoundBySize()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.resize(1400, 500);
        view.show();
        QVERIFY(view.setTarget(QStringLiteral("cuda -arch=sm_90")));
        auto* tree = byId<QTreeView>(view, "tasks");
        tree->sortByColumn(TaskModel::Configs, Qt::DescendingOrder);
        const auto resnet = [&] {
            const QModelIndex task = view.model().find(QStringLiteral("resnet-50:1"));
            return static_cast<const QSortFilterProxyModel*>(tree->model())->mapFromSource(task).parent();
        };
        const auto configs = [&](int row) {
            return tree->model()->index(row, TaskModel::Configs, resnet()).data(TaskModel::SortRole).toLongLong();
        };
        QTRY_VERIFY_WITH_TIMEOUT(configs(0) > 0, 60000);
        bool isThere = false;
        for (int row = 0; row < tree->model()->rowCount(resnet()); ++row) {
            QVERIFY(row == 0 || configs(row) <= configs(row - 1));
            isThere = isThere || configs(row) == 384384;
        }
        QVERIFY(isThere);
        // The same layer by two templates is told apart without pointing at it.
        std::set<QString> kinds;
        for (int row = 0; row < tree->model()->rowCount(resnet()); ++row) {
            const auto text = [&](int column) { return tree->model()->index(row, column, resnet()).data().toString(); };
            kinds.insert(text(TaskModel::Name).section(QLatin1Char(' '), 2) + QLatin1Char('/') + text(TaskModel::Template));
        }
        QVERIFY(kinds.contains(QStringLiteral("conv2d/conv2d_nchw.cuda")));
        QVERIFY(kinds.contains(QStringLiteral("conv2d winograd/conv2d_nchw_winograd.cuda")));
        // Typed as it stands there, and as a number.
        auto* filter = byId<QLineEdit>(view, "filter");
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::English));
        for (const char* typed : {"384,384", "384384"}) {
            filter->setText(QLatin1String(typed));
            int found = 0;
            for (int network = 0; network < tree->model()->rowCount(); ++network) {
                const QModelIndex parent = tree->model()->index(network, 0);
                for (int row = 0; row < tree->model()->rowCount(parent); ++row, ++found) {
                    QCOMPARE(tree->model()->index(row, TaskModel::Configs, parent).data(TaskModel::SortRole).toInt(), 384384);
                }
            }
            QVERIFY2(found > 0, typed);
        }
        QLocale::setDefault(before);
        filter->clear();
        // Edits count, constraints too: as in the editor.
        const QString id = QStringLiteral("resnet-50:1");
        const auto ofTask = [&] { return cellOf(view, id, TaskModel::Configs, TaskModel::SortRole).toLongLong(); };
        view.choose(id);
        QCOMPARE(workspace.taskLabel(), id);
        QCOMPARE(ofTask(), workspace.task()->space.rangeLength());
        QVERIFY(workspace.setEdits({parseEdit("auto_unroll_max_step+=1024").value()}));
        QTRY_COMPARE(ofTask(), workspace.task()->space.rangeLength());
        SpaceEditor editor(workspace);
        QVERIFY(editor.document().addConstraint(QStringLiteral("auto_unroll_max_step <= 512")));
        const auto shown = [&] { return cellOf(view, id, TaskModel::Configs); };
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); // in which sentences of the core are
        QTRY_VERIFY2(editor.sizeText().startsWith(shown() + QStringLiteral(" configs,")),
                     qPrintable(editor.sizeText() + QLatin1Char(10) + shown()));
        QLocale::setDefault(before);
        QCOMPARE(ofTask() * 2, workspace.task()->space.rangeLength());
    }

    /// The current task is written bold, which takes more room.
    void theCurrentTaskIsWhole()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.resize(440, 900);
        view.show();
        auto* tree = byId<QTreeView>(view, "tasks");
        const QString id = QStringLiteral("resnet-18:2");
        QTRY_VERIFY_WITH_TIMEOUT(!cellOf(view, id, TaskModel::Configs).isEmpty(), 60000);
        QStringList cut;
        for (const auto& [workload, task] : view.model().all()) {
            const QModelIndex current = view.model().find(QString::fromStdString(task->id));
            view.model().setCurrentTask(QString::fromStdString(task->id));
            for (const int column : {TaskModel::Name, TaskModel::Configs}) {
                const QModelIndex cell = current.siblingAtColumn(column);
                const auto font = cell.data(Qt::FontRole).value<QFont>();
                QVERIFY(font.bold());
                const int room = tree->columnWidth(column) - (column == TaskModel::Name ? 2 * tree->indentation() : 0);
                if (QFontMetrics(font).horizontalAdvance(cell.data().toString()) > room) {
                    cut << cell.data().toString();
                }
            }
        }
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QStringLiteral("; "))));
    }

    /// Shapes tell tasks apart: they have a column where all of them fit, and otherwise a line of their own.
    void shapesAreNeverCut()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        auto* tree = byId<TaskTree>(view, "tasks");
        int compact = 0;
        for (const int width : {260, 340, 480, 600, 900}) {
            view.resize(width, 600);
            QCoreApplication::processEvents();
            compact += tree->isCompact() ? 1 : 0;
            for (const auto& [workload, task] : view.model().all()) {
                const QString shape = QString::fromStdString(task->shape);
                QVERIFY2(tree->isCompact() || tree->fontMetrics().horizontalAdvance(shape) < tree->columnWidth(TaskModel::Shape),
                         qPrintable(QStringLiteral("%1 at %2").arg(shape).arg(width)));
            }
        }
        QVERIFY(compact >= 3 && compact < 5);
    }

    /// An edit changes one row: a view measures each row that it is told of.
    void anEditChangesOneRow()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        const QString id = QStringLiteral("resnet-18:2");
        QTRY_COMPARE_WITH_TIMEOUT(cellOf(view, id, TaskModel::Configs), QStringLiteral("980"), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(isCounted(view.model()), 60000); // the others, which come in parts
        view.choose(id);
        QModelIndexList rows;
        connect(&view.model(), &QAbstractItemModel::dataChanged, &view, [&](const QModelIndex& first, const QModelIndex& last) {
            const bool isOfEdits = first.column() == TaskModel::Name || first.column() == TaskModel::Configs;
            for (int row = first.row(); isOfEdits && row <= last.row(); ++row) {
                rows << first.sibling(row, TaskModel::Configs);
            }
        });
        int networks = 0;
        connect(byId<QTreeView>(view, "tasks")->model(), &QAbstractItemModel::dataChanged, &view,
                [&](const QModelIndex& first) { networks += first.parent().isValid() ? 0 : 1; });
        QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value()}));
        QTRY_COMPARE_WITH_TIMEOUT(cellOf(view, id, TaskModel::Configs), QStringLiteral("1078"), 60000);
        QVERIFY(!rows.isEmpty());
        QCOMPARE(networks, 0); // whose rows would be measured and painted, too
        for (const QModelIndex& row : rows) { // the same layer of other networks has the same edits
            QCOMPARE(row.data().toString(), QStringLiteral("1078"));
        }
        QVERIFY(view.model().find(id).data(Qt::FontRole).value<QFont>().bold()); // edited, also when another is current
        view.choose(QStringLiteral("resnet-18:3"));
        QVERIFY(view.model().find(id).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(view.model().find(id).data(Qt::ForegroundRole).isValid());
    }

    /// W17: a task that was found by its size stays while an edit changes that.
    void anEditedTaskStaysInTheFilteredList()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        const QString id = QStringLiteral("resnet-18:2");
        QTRY_COMPARE_WITH_TIMEOUT(cellOf(view, id, TaskModel::Configs), QStringLiteral("980"), 60000);
        auto* filter = byId<QLineEdit>(view, "filter");
        const auto* tree = byId<QTreeView>(view, "tasks");
        filter->setText(QStringLiteral("resnet-18 980"));
        view.choose(id);
        QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value()}));
        QTRY_COMPARE_WITH_TIMEOUT(cellOf(view, id, TaskModel::Configs), QStringLiteral("1078"), 60000);
        const auto* shown = static_cast<const QSortFilterProxyModel*>(tree->model());
        QVERIFY(shown->mapFromSource(view.model().find(id)).isValid());
        QCOMPARE(tree->currentIndex().siblingAtColumn(0), shown->mapFromSource(view.model().find(id)));
        filter->setText(QStringLiteral("980")); // words typed since find what is there now
        QVERIFY(!shown->mapFromSource(view.model().find(id)).isValid());
    }

    void columnsThatAreHiddenLeaveTheirRoomToShapes()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        auto* tree = byId<TaskTree>(view, "tasks");
        int width = 300;
        do {
            view.resize(width += 10, 600);
            QCoreApplication::processEvents();
        } while (tree->isCompact() && width < 2000);
        view.resize(width - 10, 600);
        QCoreApplication::processEvents();
        QVERIFY(tree->isCompact());
        byId<QToolButton>(view, "columns")->click();
        auto* menu = byId<QMenu>(view, "columnMenu");
        for (QAction* action : menu->actions().sliced(1)) { // after that of shapes
            action->trigger();
        }
        menu->close();
        QVERIFY(!tree->isCompact());
    }

    void clearingTheFilterFoldsAsBefore()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        const auto* tree = byId<QTreeView>(view, "tasks");
        auto* filter = byId<QLineEdit>(view, "filter");
        const auto open = [&] {
            QStringList names;
            for (int row = 0; row < tree->model()->rowCount(); ++row) {
                const QModelIndex network = tree->model()->index(row, 0);
                if (tree->isExpanded(network)) {
                    names << network.data().toString();
                }
            }
            return names;
        };
        const QStringList before = open();
        QCOMPARE(before.size(), qsizetype{1});
        QTest::keyClicks(filter, QStringLiteral("3x3"));
        QVERIFY(open().size() > 1);
        QTest::keyClick(filter, Qt::Key_Escape);
        QVERIFY(filter->text().isEmpty() && view.focusWidget() == tree);
        QCOMPARE(open(), before);
        QTest::keyClicks(filter, QStringLiteral("3x3"));
        view.setNetworks(m_networks); // anew: the first is unfolded, as at the start
        QTest::keyClick(filter, Qt::Key_Escape);
        QCOMPARE(open(), before);
    }

    void namesAreWhole()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.resize(430, 500);
        view.show();
        auto* tree = byId<QTreeView>(view, "tasks");
        tree->expandAll();
        for (const auto& [workload, task] : view.model().all()) {
            const QString name = view.model().find(QString::fromStdString(task->id)).data().toString();
            QVERIFY2(tree->fontMetrics().horizontalAdvance(name) + 2 * tree->indentation() < tree->columnWidth(TaskModel::Name),
                     qPrintable(name));
        }
        const QModelIndex shape = view.model().find(QStringLiteral("resnet-18:2")).siblingAtColumn(TaskModel::Shape);
        QVERIFY(shape.data(Qt::ToolTipRole).toString().startsWith(shape.data().toString())); // there it is, when it is cut
        for (int row = 0; row < view.model().rowCount(); ++row) { // "mobilenet-v2/torchvision"
            const QString name = view.model().index(row, 0).data().toString();
            QVERIFY2(tree->fontMetrics().horizontalAdvance(name) + tree->indentation() < tree->columnWidth(TaskModel::Name),
                     qPrintable(name));
        }
    }

private:
    std::vector<Network> m_networks;
};

QTEST_MAIN(TestTaskColumns)
#include "tst_taskcolumns.moc"
