// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectwriter.h"
#include "core/target/host.h"
#include "tests/widgets/controls.h"
#include "widgets/views/tasks/taskview.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <cmath>
#include <numeric>
#include <utility>

using namespace knobscope;

namespace {

/// Writes a finished run of a task with these speeds, a trial each.
void addRun(const QString& path, const char* id, const std::vector<double>& gflops, const Target& target = hostTarget().value())
{
    const auto item = findTask(loadNetworks().value(), id, target).value();
    const Task task = makeTask(item.task, item.args, target).value();
    auto writer = ProjectWriter::open(path.toStdString()).value();
    TaskRow row;
    row.task = taskToJson(task);
    row.key = row.task.dump();
    row.label = id;
    row.flops = task.autotvmFlops;
    RunRow run;
    run.task = writer->addTask(row).value();
    run.tuner = "random";
    run.state = "finished";
    run.budget = static_cast<int64_t>(gflops.size());
    const int64_t runId = writer->addRun(run).value();
    for (size_t i = 0; i < gflops.size(); ++i) {
        TrialRow trial;
        trial.number = static_cast<int64_t>(i) + 1;
        trial.index = static_cast<int64_t>(i);
        trial.gflops = gflops[i];
        trial.errorNo = gflops[i] > 0 ? 0 : 4;
        writer->addTrial(runId, trial);
    }
    writer->setRunState(runId, "finished");
}

QString cell(TaskView& view, const QString& id, int column, int role = Qt::DisplayRole)
{
    return view.model().find(id).siblingAtColumn(column).data(role).toString();
}

} // namespace

class TestTasks : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test-tasks"));
        QSettings().clear();
        m_networks = loadNetworks().value();
    }

    void extraTemplatesAreListedOnRequest()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        auto* extra = byId<QCheckBox>(view, "extraTemplates");
        QVERIFY(view.setTarget(QStringLiteral("llvm -device=arm_cpu -mtriple=aarch64-linux-gnu")));
        QVERIFY(!extra->isVisible()); // there are none
        QVERIFY(view.setTarget(QStringLiteral("cuda -arch=sm_90")));
        QVERIFY(extra->isVisible());
        const QString id = QStringLiteral("resnet-50:3/conv2d_nchw_implicit_gemm.cuda");
        QVERIFY(!view.model().find(id).isValid());
        QTest::mouseClick(extra, Qt::LeftButton, {}, QPoint(10, extra->height() / 2));
        QVERIFY(view.model().find(id).isValid());
        QCOMPARE(cell(view, id, TaskModel::Name), QStringLiteral("3  implicit_gemm"));
        view.choose(id);
        QVERIFY(workspace.task());
        QCOMPARE(workspace.taskLabel(), id);
        TaskView restored(workspace);
        restored.setNetworks(m_networks);
        restored.restoreState(view.saveState());
        QVERIFY(byId<QCheckBox>(restored, "extraTemplates")->isChecked());
    }

    /// A layer of a CPU by this program's own templates, from the list into hand.
    void extraTemplatesOfCpusAreChosenLikeOthers()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.resize(900, 900);
        view.show();
        auto* extra = byId<QCheckBox>(view, "extraTemplates");
        QVERIFY(extra->isVisible());
        const QString id = QStringLiteral("resnet-18:2/conv2d_winograd_NCHWc.x86");
        QVERIFY(!view.model().find(id).isValid());
        QTest::mouseClick(extra, Qt::LeftButton, {}, QPoint(10, extra->height() / 2));
        QVERIFY(extra->isChecked());
        QCOMPARE(cell(view, id, TaskModel::Name), QStringLiteral("2  winograd"));
        auto* tree = byId<QTreeView>(view, "tasks");
        const QModelIndex row = static_cast<QSortFilterProxyModel*>(tree->model())->mapFromSource(view.model().find(id));
        tree->scrollTo(row);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(row).center());
        QVERIFY(workspace.task());
        QCOMPARE(workspace.taskLabel(), id);
        QCOMPARE(workspace.task()->name, std::string("conv2d_winograd_NCHWc.x86"));
        QVERIFY(view.model().find(id).data(Qt::FontRole).value<QFont>().bold());
        QTRY_COMPARE_WITH_TIMEOUT(cell(view, id, TaskModel::Configs, TaskModel::SortRole).toLongLong(),
                                  workspace.task()->space.rangeLength(), 60000);
    }

    /// Else AutoTVM's template stands there as a layer's best, though an extra one is.
    void aProjectWithRunsOfExtraTemplatesListsThem()
    {
        QTemporaryDir dir;
        const char* id = "resnet-18:2/conv2d_winograd_NCHWc.x86";
        const QString path = dir.filePath(QStringLiteral("extra.knobscope"));
        const QString plain = dir.filePath(QStringLiteral("plain.knobscope"));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        (void)Project::open(plain.toStdString(), Project::Mode::Create);
        addRun(plain, "resnet-18:2", {40});
        addRun(path, "resnet-18:2", {40});
        addRun(path, id, {120});
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        auto* extra = byId<QCheckBox>(view, "extraTemplates");
        QVERIFY(workspace.openProject(plain).has_value());
        QVERIFY(!extra->isChecked());
        QVERIFY(workspace.openProject(path).has_value());
        QTRY_VERIFY(extra->isChecked());
        QVERIFY(view.model().find(QLatin1String(id)).isValid());
        // Who does not want them does not get them again, after a restart either.
        QTest::mouseClick(extra, Qt::LeftButton, {}, QPoint(10, extra->height() / 2));
        workspace.reloadRuns();
        QVERIFY(!extra->isChecked());
        TaskView restored(workspace);
        restored.setNetworks(m_networks);
        restored.restoreState(view.saveState());
        QVERIFY(!byId<QCheckBox>(restored, "extraTemplates")->isChecked());
    }

    void aTargetWithoutCodeIsRefusedWithTheReason()
    {
        Workspace workspace;
        TaskView view(workspace);
        QStringList said;
        connect(&workspace, &Workspace::message, this, [&](MessageLevel, const QString& text) { said << text; });
        view.setNetworks(m_networks);
        view.show();
        const auto notes = [&] {
            QStringList all;
            for (const QLabel* label : view.findChildren<QLabel*>()) {
                all << label->text();
            }
            return all.filter(QStringLiteral("64-bit code"));
        };
        QVERIFY(view.setTarget(QStringLiteral("llvm -mtriple=x86_64-linux-gnu -mcpu=pentium4")).has_value());
#ifdef KNOBSCOPE_HAVE_LLVM
        QTRY_COMPARE(notes().size(), 1);
        QCOMPARE(said.filter(QStringLiteral("64-bit code")).size(), 1);
        QVERIFY(view.setTarget(QString::fromStdString(hostTarget()->text)).has_value());
#endif
        QCOMPARE(notes().size(), 0);
    }

    void theModelKeepsQtsContract()
    {
        TaskModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.load(m_networks, hostTarget().value());
        QVERIFY(model.rowCount() > 10);
        model.setCurrentTask(QStringLiteral("resnet-18:2"));
        model.setPeaks({{1, {.gflops = 100}}});
        model.refresh();
        model.load({}, hostTarget().value());
        QCOMPARE(model.rowCount(), 0);
    }

    void whatWasMeasuredIsShownAndNothingElse()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("t.knobscope"));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        addRun(path, "resnet-18:2", {10, 0, 40, 30, 80});
        addRun(path, "resnet-18:13", {5, 4});
        addRun(path, "resnet-18:2", {20, 60});
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        QCOMPARE(cell(view, QStringLiteral("resnet-18:2"), TaskModel::Trials), QString());
        QCOMPARE(cell(view, QStringLiteral("resnet-18:2"), TaskModel::Share), QStringLiteral("–"));
        QVERIFY(workspace.openProject(path).has_value());
        QCOMPARE(cell(view, QStringLiteral("resnet-18:2"), TaskModel::Trials), QStringLiteral("7"));
        QTRY_COMPARE(cell(view, QStringLiteral("resnet-18:2"), TaskModel::Best), QStringLiteral("80.0"));
        // A share of what nobody knows yet is none.
        QCOMPARE(cell(view, QStringLiteral("resnet-18:2"), TaskModel::Share), QStringLiteral("–"));
        QTRY_VERIFY(
            cell(view, QStringLiteral("resnet-18:2"), TaskModel::Share, Qt::ToolTipRole).contains(QStringLiteral("2 of ")));
        QCOMPARE(cell(view, QStringLiteral("resnet-18:2"), TaskModel::Share), QStringLiteral("–"));
        QCOMPARE(cell(view, QStringLiteral("resnet-18:2"), TaskModel::Threads), QStringLiteral("1"));
        QCOMPARE(cell(view, QStringLiteral("resnet-18:3"), TaskModel::Threads), QString());
        QCOMPARE(cell(view, QStringLiteral("resnet-18:3"), TaskModel::Share), QStringLiteral("–"));
        QCOMPARE(cell(view, QStringLiteral("resnet-18:3"), TaskModel::Best), QString());
        QVERIFY(
            cell(view, QStringLiteral("resnet-18:2"), TaskModel::Best, Qt::ToolTipRole).contains(QStringLiteral("80 GFLOPS")));
        // The curve of the last run: 20, then 60 at the second of two trials.
        const auto curve = [&] {
            return view.model()
                .find(QStringLiteral("resnet-18:2"))
                .siblingAtColumn(TaskModel::LastRun)
                .data(TaskModel::CurveRole)
                .value<QVector<QPointF>>();
        };
        QTRY_COMPARE(curve().size(), 2);
        QCOMPARE(curve()[0], QPointF(0, 20.0 / 60));
        QCOMPARE(curve()[1], QPointF(0.5, 1));
        QVERIFY(!view.grab().isNull());
        workspace.closeProject();
        QTRY_COMPARE(cell(view, QStringLiteral("resnet-18:2"), TaskModel::Trials), QString());
    }

    void sharesAreOfAWholeNetwork()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("whole.knobscope"));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        const QModelIndex network = view.model().find(QStringLiteral("resnet-18:1")).parent();
        const int tasks = view.model().rowCount(network);
        QVERIFY(tasks > 5);
        for (int row = 0; row < tasks; ++row) {
            addRun(path, view.model().task(view.model().index(row, 0, network))->id.c_str(), {50.0 + row});
        }
        QVERIFY(workspace.openProject(path));
        const auto shares = [&] {
            std::vector<double> all;
            for (int row = 0; row < tasks; ++row) {
                const double share = view.model().index(row, TaskModel::Share, network).data(TaskModel::SortRole).toDouble();
                if (share > 0) {
                    all.push_back(share);
                }
            }
            return all;
        };
        QTRY_VERIFY(shares().size() > 5);
        const auto all = shares();
        QVERIFY(std::abs(std::accumulate(all.begin(), all.end(), 0.0) - 1) < 1e-9);
        QVERIFY(std::cmp_less(all.size(), tasks)); // of two templates of a layer one takes part
        QVERIFY(cell(view, QStringLiteral("resnet-18:2"), TaskModel::Share).endsWith(QLatin1Char('%')));
    }

    void thePeakColumnNeedsAPeak()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("t.knobscope"));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        addRun(path, "resnet-18:2", {40});
        ProjectWriter::open(path.toStdString()).value()->setRunOptions(1, 1, {{"measure", {{"threads", 2}}}});
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        TaskView view(workspace);
        view.setNetworks(m_networks);
        auto* tree = byId<QTreeView>(view, "tasks");
        QVERIFY(tree->isColumnHidden(TaskModel::Peak));
        keepPeak(2, {.threads = 2, .gflops = 160, .gigabytesPerSecond = 10});
        view.refreshNow();
        QVERIFY(!tree->isColumnHidden(TaskModel::Peak));
        const auto share = [&] { return cell(view, QStringLiteral("resnet-18:2"), TaskModel::Peak); };
        QTRY_VERIFY2(share().startsWith(QLatin1Char('2')), qPrintable(share())); // a quarter, or what AutoTVM counts more less
        QSettings().remove(QStringLiteral("machine"));
        keepPeak(1, {.gflops = 80, .gigabytesPerSecond = 10}); // which two threads may go beyond
        view.refreshNow();
        QCOMPARE(share(), QString());
        QSettings().remove(QStringLiteral("machine"));
        view.refreshNow();
        QVERIFY(tree->isColumnHidden(TaskModel::Peak));
    }

    void aGpusShareIsOfItsCard()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("gpu.knobscope"));
        const auto card = QStringLiteral("cuda -model=h200");
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        addRun(path, "resnet-18:2", {20'070}, parseTarget(card.toStdString()).value());
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        TaskView view(workspace);
        view.setNetworks(m_networks);
        const auto* tree = byId<QTreeView>(view, "tasks");
        QVERIFY(tree->isColumnHidden(TaskModel::Peak));
        QVERIFY(view.setTarget(card).has_value());
        QVERIFY(!tree->isColumnHidden(TaskModel::Peak));
        const auto share = [&] {
            const QModelIndex task = view.model().find(QStringLiteral("resnet-18:2"));
            return task.siblingAtColumn(TaskModel::Peak).data(TaskModel::SortRole).toDouble();
        };
        QTRY_VERIFY2(std::abs(share() - 0.3) < 0.03, qPrintable(QString::number(share())));
    }

    void typingFiltersAndEnterOpens()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        auto* tree = byId<QTreeView>(view, "tasks");
        auto* filter = byId<QLineEdit>(view, "filter");
        tree->setFocus();
        QTest::keyClicks(tree, QStringLiteral("r"));
        QCOMPARE(filter->text(), QStringLiteral("r"));
        QTest::keyClicks(filter, QStringLiteral("esnet-18: dense_nopack"));
        QCOMPARE(tree->model()->rowCount(), 1);
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(workspace.task());
        QCOMPARE(workspace.task()->name, std::string("dense_nopack.x86"));
        view.choose(QStringLiteral("resnet-18:2")); // from elsewhere, although the filter hides it
        QCOMPARE(workspace.taskLabel(), QStringLiteral("resnet-18:2"));
        QVERIFY(filter->text().isEmpty());
        filter->setText(QStringLiteral("resnet-18: dense_nopack"));
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(cell(view, workspace.taskLabel(), TaskModel::Name).contains(QStringLiteral("dense")));
        QVERIFY(view.model().find(workspace.taskLabel()).data(Qt::FontRole).value<QFont>().bold());
        QTest::keyClick(filter, Qt::Key_Escape);
        QVERIFY(filter->text().isEmpty());
        // Moving does not open; Enter does.
        const QString before = workspace.taskLabel();
        QTest::keyClick(tree, Qt::Key_Up);
        QCOMPARE(workspace.taskLabel(), before);
        QTest::keyClick(tree, Qt::Key_Return);
        QVERIFY(workspace.taskLabel() != before);
        QTest::keyClicks(filter, QStringLiteral("no such thing"));
        QCOMPARE(tree->model()->rowCount(), 0);
    }

    void clicksOpen()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.resize(700, 500);
        view.show();
        auto* tree = byId<QTreeView>(view, "tasks");
        const QModelIndex third = tree->model()->index(2, 0, tree->model()->index(0, 0));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(third).center());
        QVERIFY(workspace.task());
        QVERIFY(workspace.taskLabel().endsWith(QStringLiteral(":3")));
    }

    void columnsSortAndHide()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.resize(900, 500);
        view.show();
        auto* tree = byId<QTreeView>(view, "tasks");
        tree->sortByColumn(TaskModel::Gflops, Qt::DescendingOrder);
        double last = 1e18;
        const QModelIndex network = tree->model()->index(0, 0);
        QVERIFY(tree->model()->rowCount(network) > 5);
        for (int row = 0; row < tree->model()->rowCount(network); ++row) {
            const double flops = tree->model()->index(row, TaskModel::Gflops, network).data(TaskModel::SortRole).toDouble();
            QVERIFY(flops <= last);
            last = flops;
        }
        QTest::mouseClick(byId<QToolButton>(view, "columns"), Qt::LeftButton);
        auto* menu = byId<QMenu>(view, "columnMenu");
        QVERIFY(menu);
        menu->actions().front()->trigger();
        QVERIFY(tree->isColumnHidden(TaskModel::Shape));
        menu->close();
        TaskView other(workspace);
        other.setNetworks(m_networks);
        other.restoreState(view.saveState());
        QVERIFY(byId<QTreeView>(other, "tasks")->isColumnHidden(TaskModel::Shape));
    }

    /// What the list lacks is typed; what is no target is refused with a sentence, and nothing changes.
    void aTargetCanBeTyped()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        auto* target = byId<QComboBox>(view, "target");
        const QString before = target->currentText();
        const auto type = [&](const char* text) {
            target->lineEdit()->selectAll();
            QTest::keyClicks(target->lineEdit(), QLatin1String(text));
            QTest::keyClick(target->lineEdit(), Qt::Key_Return);
        };
        QSignalSpy said(&workspace, &Workspace::message);
        type("a GPU");
        QCOMPARE(said.count(), 1);
        QCOMPARE(target->currentText(), before);
        type("cuda");
        QCOMPARE(said.count(), 1);
        QVERIFY2(target->currentData().toString().startsWith(QStringLiteral("cuda")), qPrintable(target->currentText()));
        view.choose(QStringLiteral("resnet-18:2"));
        QVERIFY(workspace.task() && workspace.task()->isGpu);
        QCOMPARE(workspace.task()->target.kind, std::string("cuda"));
    }

    void aTypedTargetComesBackAfterARestart()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        const QString typed = QStringLiteral("llvm -mcpu=skylake-avx512");
        QVERIFY(view.setTarget(typed));
        QJsonObject state = view.saveState();
        TaskView later(workspace);
        later.restoreState(state);
        later.setNetworks(m_networks);
        QVERIFY(byId<QComboBox>(later, "target")->currentText().contains(QStringLiteral("skylake-avx512")));
        QCOMPARE(later.saveState()[QStringLiteral("target")].toString(), typed);
        state[QStringLiteral("target")] = QStringLiteral("abacus"); // of a file that somebody wrote in
        later.restoreState(state);
        QCOMPARE(later.saveState()[QStringLiteral("target")].toString(), typed);
    }

    void gpuTasksCanBeOpenedAndEdited()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(m_networks);
        view.show();
        auto* target = byId<QComboBox>(view, "target");
        const int h100 = target->findText(QStringLiteral("sm_90"), Qt::MatchContains);
        QVERIFY(h100 > 0);
        target->setFocus();
        for (int i = 0; i < h100; ++i) {
            QTest::keyClick(target, Qt::Key_Down);
        }
        int found = 0;
        for (int row = 0; row < view.model().rowCount(); ++row) {
            const QModelIndex network = view.model().index(row, 0);
            if (network.data().toString() != QStringLiteral("resnet-50")) {
                continue;
            }
            for (int task = 0; task < view.model().rowCount(network); ++task) {
                const NetworkTask* item = view.model().task(view.model().index(task, 0, network));
                if (item->args.dump().find("[1,1024,7,7]") != std::string::npos
                    || item->args.dump().find("[2048,1024,1,1]") != std::string::npos) {
                    view.choose(QString::fromStdString(item->id));
                    QVERIFY(workspace.task()->isGpu);
                    found += workspace.task()->space.rangeLength() > 100'000 ? 1 : 0;
                    QVERIFY(workspace.setEdits({parseEdit("auto_unroll_max_step+=1024").value()}).has_value());
                    QVERIFY(workspace.task()->space.rangeLength() * 3 == workspace.task()->templateSpace.rangeLength() * 4);
                }
            }
        }
        QVERIFY(found > 0);
        QVERIFY(!view.setTarget(QStringLiteral("abacus")));
        // A task of another machine's project brings its target along.
        const auto skylake = parseTarget("llvm -mcpu=skylake-avx512").value();
        const auto item = findTask(m_networks, "resnet-18:2", skylake).value();
        QVERIFY(workspace.openTask(QStringLiteral("resnet-18:2"), item.task, item.args, skylake).has_value());
        QVERIFY(target->currentText().contains(QStringLiteral("skylake-avx512")));
        QVERIFY(view.model().find(QStringLiteral("resnet-18:2")).data(Qt::FontRole).value<QFont>().bold());
    }

private:
    std::vector<Network> m_networks;
};

QTEST_MAIN(TestTasks)
#include "tst_tasks.moc"
