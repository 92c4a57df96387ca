// SPDX-License-Identifier: GPL-3.0-or-later
// The Lab view by mouse and keys, on a small recorded space.
#include "core/study/projectspaces.h"
#include "core/study/storedlabs.h"
#include "tests/widgets/controldesk.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/viewharness.h"
#include "widgets/plot/picture.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/views/lab/labview.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDropEvent>
#include <QListView>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <set>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

const QString smallSpace = QStringLiteral(KNOBSCOPE_FIXTURES "/recorded/resnet-18-13.knobscope");

/// A view with the small space alone ticked, and a few short replays asked for.
struct Bench {
    explicit Bench(const QStringList& tuners = {QStringLiteral("random"), QStringLiteral("grid")}, int seeds = 4, int trials = 40)
        : view(workspace)
    {
        view.resize(1100, 620);
        view.show();
        view.refreshNow();
        view.spaces().setTickedNames({});
        view.addFile(smallSpace);
        view.refreshNow();
        view.tuners().setTickedTexts(tuners);
        find<QSpinBox>("seeds")->setValue(seeds);
        find<QSpinBox>("trials")->setValue(trials);
    }
    template<class Widget>
    Widget* find(const char* id)
    {
        return byId<Widget>(view, id);
    }
    CellTable* cells(const char* id) { return qobject_cast<CellTable*>(find<QTableView>(id)->model()); }
    void replay()
    {
        press(view, "start");
        QVERIFY(view.isRunning());
        view.waitForResult();
        QVERIFY(!view.isRunning());
    }
    Workspace workspace;
    LabView view;
};

} // namespace

class TestLabView : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void whatShipsIsThereAtOnce()
    {
        Workspace workspace;
        LabView view(workspace);
        QAbstractItemModelTester spaces(&view.spaces(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester tuners(&view.tuners(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        view.resize(1000, 500);
        view.show();
        view.refreshNow();
        QVERIFY2(view.spaces().rowCount() >= 13, qPrintable(QString::number(view.spaces().rowCount())));
        QCOMPARE(view.spaces().tickedCount(), 3);
        QVERIFY(view.tuners().tickedTexts().contains(QStringLiteral("default")));
        QVERIFY(byId<QPushButton>(view, "start")->isEnabled());
        view.spaces().setTickedNames({});
        QVERIFY(!byId<QPushButton>(view, "start")->isEnabled());
        const auto labels = view.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(
            labels, [](const QLabel* l) { return l->isVisible() && l->text() == QStringLiteral("Tick at least one space."); }));
        look(view, "lab-empty");
        constexpr int dockWidth = 540; // at the bottom of a window of 1,440 pixels
        QVERIFY2(view.minimumSizeHint().width() <= dockWidth, qPrintable(QString::number(view.minimumSizeHint().width())));
    }

    void standingsAreThoseOfTheCore()
    {
        Bench bench;
        bench.replay();
        QVERIFY(bench.view.result() && bench.view.result()->isWhole);
        LabOptions options;
        options.seeds = 4;
        options.replaying.budget = 40;
        const std::vector<RecordedSpace> spaces{readSpaces(smallSpace.toStdString()).value().front()};
        const LabResult expected = runLab(spaces, parseTunerChoices("random,grid").value(), options).value();
        QCOMPARE(labToJson(*bench.view.result()).dump(), labToJson(expected).dump());
        CellTable* cells = bench.cells("oneSpace");
        QAbstractItemModelTester tester(cells, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(cells->rowCount(), 2);
        for (int row = 0; row < 2; ++row) {
            const QString tuner = cells->index(row, 0).data().toString();
            const size_t place = tuner == QStringLiteral("random") ? 0 : 1;
            QCOMPARE(cells->index(row, 2).data(CellTable::kSortRole).toDouble(),
                     expected.spaces[0].tuners[place].trialsTo[1].median);
            QVERIFY(cells->index(row, 2).data(Qt::ToolTipRole).toString().contains(QStringLiteral("95 % of the best")));
        }
        QVERIFY(!bench.view.verdict().isEmpty());
        // The plot's curve is the median band.
        auto* plot = bench.find<PlotCanvas>("plot");
        QVERIFY(plot);
        const auto& series = plot->series();
        const auto random =
            std::find_if(series.begin(), series.end(), [](const PlotSeries& s) { return s.name == QStringLiteral("random"); });
        QVERIFY(random != series.end());
        QCOMPARE(random->points.size(), size_t(40));
        const size_t place = expected.spaces[0].tuners[0].tuner == "random" ? 0 : 1;
        QCOMPARE(random->points[20].y(), 100 * expected.spaces[0].tuners[place].band[20].median);
        QCOMPARE(random->low[20], 100 * expected.spaces[0].tuners[place].band[20].low);
        look(bench.view, "lab-result");
    }

    void oneSeedHasNoIntervalAndDecidesNothing()
    {
        Bench bench({QStringLiteral("random"), QStringLiteral("grid")}, 1);
        bench.replay();
        CellTable* cells = bench.cells("oneSpace");
        for (int row = 0; row < cells->rowCount(); ++row) {
            const QString text = cells->index(row, 2).data().toString();
            QVERIFY2(!text.isEmpty() && !text.contains(QLatin1Char('(')), qPrintable(text));
        }
        QVERIFY2(bench.view.verdict().contains(QStringLiteral("one seed is too few")), qPrintable(bench.view.verdict()));
    }

    void aRowLightsItsBandUp()
    {
        Bench bench;
        bench.replay();
        auto* table = bench.find<QTableView>("oneSpace");
        auto* plot = bench.find<PlotCanvas>("plot");
        const auto bands = [&] {
            QStringList names;
            for (const PlotSeries& series : plot->series()) {
                if (!series.low.empty()) {
                    names << series.name;
                }
            }
            names.sort();
            return names;
        };
        QCOMPARE(bands(), (QStringList{QStringLiteral("grid"), QStringLiteral("random")}));
        const QModelIndex second = table->model()->index(1, 0);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(second).center());
        const QString chosen = second.data().toString();
        QCOMPARE(bands(), QStringList{chosen});
        look(bench.view, "lab-highlighted");
        // By keyboard the other; both tables agree, and sorting keeps it.
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Up);
        const QString other = table->model()->index(0, 0).data().toString();
        QCOMPARE(bands(), QStringList{other});
        auto* overall = bench.find<QTableView>("allSpaces");
        QCOMPARE(overall->selectionModel()->selectedRows().front().data().toString(), other);
        table->sortByColumn(2, Qt::DescendingOrder);
        QCOMPARE(bands(), QStringList{other});
        // The plot reads out what it shows.
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_Period);
        QTest::keyClick(plot, Qt::Key_Period);
        QVERIFY2(plot->accessibleDescription().contains(QStringLiteral("% of the best (median)")),
                 qPrintable(plot->accessibleDescription()));
    }

    void severalSpacesAndTheirMean()
    {
        Bench bench({QStringLiteral("random"), QStringLiteral("ga")}, 3, 30);
        const QString copy = m_dir.filePath(QStringLiteral("again.knobscope"));
        QFile::remove(copy);
        QVERIFY(QFile::copy(smallSpace, copy));
        bench.view.addFile(copy);
        bench.view.refreshNow();
        QCOMPARE(bench.view.spaces().tickedCount(), 2);
        bench.replay();
        // Two spaces of one name are told apart.
        QCOMPARE(bench.view.result()->spaces.size(), size_t(2));
        QVERIFY(bench.view.result()->spaces[0].label != bench.view.result()->spaces[1].label);
        CellTable* bySpace = bench.cells("bySpace");
        QCOMPARE(bySpace->rowCount(), 3);
        QCOMPARE(bySpace->columnCount(), 5);
        QCOMPARE(bySpace->index(2, 0).data().toString(), QStringLiteral("Geometric mean"));
        QCOMPARE(bySpace->index(2, 3).data(CellTable::kSortRole).toDouble(), bench.view.result()->overall[0].trialsTo[1].median);
        auto* tabs = bench.view.findChild<QTabWidget*>(QStringLiteral("results"));
        tabs->setCurrentIndex(2);
        look(bench.view, "lab-by-space");
        auto* share = bench.view.findChild<QComboBox*>(QStringLiteral("share"));
        QTest::keyClick(share, Qt::Key_Up);
        QCOMPARE(bySpace->index(2, 3).data(CellTable::kSortRole).toDouble(), bench.view.result()->overall[0].trialsTo[0].median);
        // Return on a row leads to that space.
        auto* table = bench.find<QTableView>("bySpace");
        table->setCurrentIndex(bySpace->index(1, 0));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(tabs->currentIndex(), 0);
        QCOMPARE(bench.view.findChild<QComboBox*>(QStringLiteral("space"))->currentText(),
                 bySpace->index(1, 0).data().toString());
        tabs->setCurrentIndex(1);
        look(bench.view, "lab-overall");
    }

    void stoppingKeepsWhatIsDone()
    {
        Bench bench({QStringLiteral("bayes")}, 1000, 60); // minutes
        press(bench.view, "start");
        auto* progress = bench.find<QProgressBar>("progress");
        QTRY_VERIFY_WITH_TIMEOUT(progress->value() > 0 || !bench.view.isRunning(), 20000);
        QVERIFY(!bench.workspace.checkCanMeasure()); // it would be disturbed
        press(bench.view, "stop");
        bench.view.waitForResult();
        QVERIFY(bench.workspace.checkCanMeasure().has_value());
        QVERIFY(bench.view.result());
        const LabResult& result = *bench.view.result();
        QVERIFY(!result.isWhole);
        QVERIFY(result.spaces[0].seeds >= 1 && result.spaces[0].seeds < 1000);
        QVERIFY2(bench.view.verdict().contains(QStringLiteral("of 1000 seeds")), qPrintable(bench.view.verdict()));
        QVERIFY(byId<QPushButton>(bench.view, "start")->isEnabled());
        look(bench.view, "lab-stopped");
    }

    void everythingByKeyboard()
    {
        Bench bench;
        auto* tabs = bench.view.findChild<QTabWidget*>(QStringLiteral("choice"));
        tabs->setCurrentIndex(0);
        auto* list = bench.find<QTableView>("spaces");
        list->setFocus();
        list->setCurrentIndex(bench.view.spaces().index(1, 0));
        const int before = bench.view.spaces().tickedCount();
        QTest::keyClick(list, Qt::Key_Space);
        QCOMPARE(bench.view.spaces().tickedCount(), before + 1);
        QTest::keyClick(list, Qt::Key_Space);
        tabs->setCurrentIndex(1);
        auto* tuners = bench.find<QListView>("tuners");
        tuners->setFocus();
        QTest::keyClicks(tuners, QStringLiteral("ga"));
        QCOMPARE(tuners->currentIndex().data().toString(), QStringLiteral("ga"));
        QTest::keyClick(tuners, Qt::Key_Space);
        QVERIFY(bench.view.tuners().tickedTexts().contains(QStringLiteral("ga")));
        auto* start = byId<QPushButton>(bench.view, "start");
        start->setFocus();
        QTest::keyClick(start, Qt::Key_Space);
        bench.view.waitForResult();
        QCOMPARE(bench.view.result()->overall.size(), size_t(3));
        for (const QWidget* widget : bench.view.findChildren<QTableView*>()) {
            QVERIFY(!widget->accessibleName().isEmpty());
        }
    }

    void filesAreDroppedAndRefused()
    {
        Bench bench;
        QSignalSpy said(&bench.workspace, &Workspace::message);
        const int before = bench.view.spaces().rowCount();
        QFile text(m_dir.filePath(QStringLiteral("notes.txt")));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("no space\n");
        text.close();
        const QString copy = m_dir.filePath(QStringLiteral("dropped.knobscope"));
        QFile::remove(copy);
        QVERIFY(QFile::copy(smallSpace, copy));
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(copy), QUrl::fromLocalFile(text.fileName())});
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&bench.view, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&bench.view, &drop);
        bench.view.refreshNow();
        QCOMPARE(bench.view.spaces().rowCount(), before + 1);
        QCOMPARE(said.size(), 1);
        QVERIFY(said.front()[1].toString().contains(QStringLiteral("is not a recorded space")));
        bench.view.spaces().setSpaces(LabSpacesModel::Origin::File, copy, {});
        QCOMPARE(bench.view.spaces().rowCount(), before);
    }

    void aProjectsWholeSpaceIsInTheList()
    {
        const RecordedSpace space = readSpaces(smallSpace.toStdString()).value().front();
        TaskRow task;
        task.task = taskToJson(space.task);
        task.key = task.task.dump();
        task.label = "mine";
        task.spaceLength = space.task.space.rangeLength();
        std::vector<TrialRow> trials;
        for (const RecordedPoint& point : space.points) {
            trials.push_back(
                trialOf(point.index, entityToJson(space.task.space.at(point.index).value()), *space.flopsAt(point.index) / 1e9));
        }
        Desk desk;
        {
            auto writer = ProjectWriter::open(desk.path.toStdString()).value();
            addFinishedRun(*writer, task, "grid", 0, std::move(trials));
        }
        desk.workspace.reloadRuns();
        LabView view(desk.workspace);
        view.show();
        view.refreshNow();
        QCOMPARE(view.spaces().index(0, 0).data().toString(), QStringLiteral("mine"));
        QVERIFY(view.spaces().originAt(0) == LabSpacesModel::Origin::Project);
        view.spaces().setTickedNames({});
        QVERIFY(view.spaces().setData(view.spaces().index(0, 0), Qt::Checked, Qt::CheckStateRole));
        desk.workspace.reloadRuns(); // what is read again keeps its tick
        view.refreshNow();
        QCOMPARE(view.spaces().tickedCount(), 1);
        desk.workspace.closeProject();
        view.refreshNow();
        QVERIFY(view.spaces().originAt(0) != LabSpacesModel::Origin::Project);
    }

    void comparisonsStayInTheProject()
    {
        const QString path = m_dir.filePath(QStringLiteral("kept.knobscope"));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        nlohmann::json expected;
        {
            Bench bench;
            QVERIFY(bench.workspace.openProject(path).has_value());
            bench.view.refreshNow();
            QVERIFY(!bench.find<QComboBox>("kept")->isVisible());
            bench.replay();
            bench.view.refreshNow();
            bench.find<QSpinBox>("seeds")->setValue(5);
            bench.replay();
            expected = labToJson(*bench.view.result());
        }
        // Another start, days later.
        Bench bench;
        QVERIFY(bench.workspace.openProject(path).has_value());
        bench.view.refreshNow();
        auto* list = bench.find<QComboBox>("kept");
        QVERIFY(list->isVisible() && bench.view.result());
        QCOMPARE(list->count(), 2);
        QVERIFY(labToJson(*bench.view.result()) == expected); // the newest
        QVERIFY2(list->toolTip().contains(QStringLiteral("with 5 seed(s) of 40 trials")), qPrintable(list->toolTip()));
        QVERIFY(list->currentText().startsWith(QLocale().toString(QDate::currentDate(), QLocale::ShortFormat)));
        look(bench.view, "lab-kept");
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Up);
        QCOMPARE(bench.view.result()->seeds, 4);
        // Taken out when that is asked for twice.
        const auto remove = [&](QMessageBox::ButtonRole role) {
            press(bench.view, "deleteKept");
            answer(bench.view.findChild<QMessageBox*>(), role);
            QTRY_VERIFY(!bench.view.findChild<QMessageBox*>());
            bench.view.refreshNow();
        };
        remove(QMessageBox::RejectRole);
        QCOMPARE(list->count(), 2);
        remove(QMessageBox::AcceptRole);
        QCOMPARE(list->count(), 1);
        QCOMPARE(bench.view.result()->seeds, 5);
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly).value();
        QCOMPARE(storedLabs(project).value().size(), size_t(1));
    }

    void aComparisonIsKeptWhenAnotherProgramIsDoneWithTheProject()
    {
        const QString path = m_dir.filePath(QStringLiteral("locked.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create));
        Bench bench;
        QVERIFY(bench.workspace.openProject(path).has_value());
        bench.view.refreshNow();
        SQLite::Database other(path.toStdString(), SQLite::OPEN_READWRITE, 5000);
        other.exec("BEGIN IMMEDIATE");
        bench.replay();
        other.exec("COMMIT");
        bench.workspace.writes().finishNow();
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly).value();
        QCOMPARE(storedLabs(project).value().size(), size_t(1));
    }

    /// Also in a comparison whose tuners were not ticked since the start.
    void tunersDifferInColour()
    {
        const QString path = m_dir.filePath(QStringLiteral("colours.knobscope"));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        {
            Bench bench({QStringLiteral("grid"), QStringLiteral("descent")}, 2, 10);
            QVERIFY(bench.workspace.openProject(path).has_value());
            bench.replay();
        }
        Bench bench({QStringLiteral("random")});
        QVERIFY(bench.workspace.openProject(path).has_value());
        bench.view.refreshNow();
        std::set<QRgb> colours;
        for (const PlotSeries& series : bench.find<PlotCanvas>("plot")->series()) {
            if (!series.low.empty()) {
                colours.insert(series.colour.rgb());
            }
        }
        QCOMPARE(colours.size(), size_t(2));
    }

    void theChoiceComesBack()
    {
        QJsonObject state;
        {
            Bench bench({QStringLiteral("ga"), QStringLiteral("random")}, 7, 33);
            state = bench.view.saveState();
        }
        Workspace workspace;
        LabView view(workspace);
        view.restoreState(state);
        view.show();
        view.refreshNow();
        QCOMPARE(view.saveState()[QStringLiteral("tuners")], state[QStringLiteral("tuners")]);
        QCOMPARE(view.saveState()[QStringLiteral("spaces")], state[QStringLiteral("spaces")]);
        QCOMPARE(view.saveState()[QStringLiteral("seeds")].toInt(), 7);
        QCOMPARE(view.saveState()[QStringLiteral("budget")].toInt(), 33);
        QCOMPARE(view.spaces().tickedCount(), 1);
        QCOMPARE(view.tuners().tickedTexts().size(), 2);
        // What another version saved changes nothing.
        LabView other(workspace);
        other.restoreState({});
        other.restoreState({{QStringLiteral("tuners"), 3}, {QStringLiteral("tab"), 99}, {QStringLiteral("share"), -4}});
    }

    void picturesAreSaved()
    {
        Bench bench;
        bench.replay();
        auto* plot = bench.find<PlotCanvas>("plot");
        QVERIFY(savePicture(*plot, m_dir.filePath(QStringLiteral("lab.svg"))).has_value());
        QVERIFY(savePicture(*plot, m_dir.filePath(QStringLiteral("lab.png"))).has_value());
        // Dark and light: the plot is painted in the palette's colours.
        QPalette dark = bench.view.palette();
        dark.setColor(QPalette::Window, Qt::black);
        dark.setColor(QPalette::Base, Qt::black);
        dark.setColor(QPalette::WindowText, Qt::white);
        dark.setColor(QPalette::Text, Qt::white);
        const QColor light = plot->series().front().colour;
        bench.view.setPalette(dark);
        QVERIFY(plot->series().front().colour != light);
        look(bench.view, "lab-dark");
    }
};

QTEST_MAIN(TestLabView)
#include "tst_labview.moc"
