// SPDX-License-Identifier: GPL-3.0-or-later
// The trials table and the filter bar as a person uses them: clicks, keys, and rows that keep arriving.
#include "tests/widgets/controls.h"
#include "widgets/views/trials/trialsview.h"

#include "core/record/log.h"
#include "tests/core/store/sampleproject.h"
#include "tests/core/store/trialfilters.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/project/filterbar.h"

#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QHeaderView>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace knobscope;
using namespace knobscope::tests;

namespace {

bool isSaidIn(const QWidget& widget, const QString& words)
{
    const auto labels = widget.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
}

} // namespace

class TestTrials : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    int m_files = 0;

    /// A project with a run of the convolution and, if asked, one of the multiplication.
    QString project(int64_t trials, bool hasTwoRuns = false)
    {
        const QString path = m_dir.filePath(QStringLiteral("t%1.knobscope").arg(++m_files));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        auto writer = ProjectWriter::open(path.toStdString()).value();
        addRandomTrials(*writer, addRun(*writer, convolution(), "resnet-18:2"), convolution(), trials, 5);
        if (hasTwoRuns) {
            addRandomTrials(*writer, addRun(*writer, multiplication(), "matmul"), multiplication(), trials, 6);
        }
        writer->flush();
        return path;
    }

    static void settle(TrialsView& view)
    {
        view.resize(1000, 500);
        view.show();
        QTRY_VERIFY(view.model().isSettled());
    }

    static int columnOf(TrialsView& view, const QString& id)
    {
        const auto& columns = view.model().columns();
        for (size_t i = 0; i < columns.size(); ++i) {
            if (columns[i].id == id) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }

    /// Whether it is read within a few seconds.
    static bool isThere(const TrialModel& model, int row)
    {
        return QTest::qWaitFor([&] { return model.row(row) != nullptr; });
    }

    static QVariant cell(TrialsView& view, int row, const QString& id)
    {
        return isThere(view.model(), row) ? view.model().index(row, columnOf(view, id)).data(TrialModel::NumberRole)
                                          : QStringLiteral("not read");
    }

    static void clickHeader(TrialsView& view, const QString& id)
    {
        QHeaderView* header = view.table().horizontalHeader();
        const int section = columnOf(view, id);
        view.table().scrollTo(view.model().index(0, section));
        QTest::mouseClick(
            header->viewport(), Qt::LeftButton, {},
            QPoint(header->sectionViewportPosition(section) + header->sectionSize(section) / 2, header->height() / 2));
        QTRY_VERIFY(view.model().isSettled());
    }

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QStandardPaths::setTestModeEnabled(true);
    }

    void hiddenTablesDoNotAsk()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(20)).has_value());
        TrialsView view(workspace);
        TrialModel later(workspace);
        later.setActive(true);
        QTRY_COMPARE(later.rowCount(), 20);
        QCOMPARE(view.model().rowCount(), 0);
        settle(view);
        QCOMPARE(view.model().rowCount(), 20);
    }

    void headersSortByClicks()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(300)).has_value());
        TrialsView view(workspace);
        settle(view);
        clickHeader(view, QStringLiteral("gflops"));
        QVERIFY(cell(view, 0, QStringLiteral("gflops")).toDouble() <= cell(view, 50, QStringLiteral("gflops")).toDouble());
        clickHeader(view, QStringLiteral("gflops"));
        QVERIFY(cell(view, 0, QStringLiteral("gflops")).toDouble() >= cell(view, 50, QStringLiteral("gflops")).toDouble());
        QVERIFY(!cell(view, 299, QStringLiteral("gflops")).isValid()); // failures last
        clickHeader(view, QStringLiteral("knob:tile_ow"));
        QCOMPARE(cell(view, 0, QStringLiteral("knob:tile_ow")).toString(), QStringLiteral("[-1, 1]"));
        clickHeader(view, QStringLiteral("knob:tile_ow"));
        clickHeader(view, QStringLiteral("knob:tile_ow")); // a third time: as they ran
        QCOMPARE(cell(view, 0, QStringLiteral("trial")).toLongLong(), 1);
    }

    /// They are in the order of runs before anybody clicks, and again after the third click elsewhere.
    void oneClickTurnsTheRunsAround()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(30, true)).has_value());
        TrialsView view(workspace);
        settle(view);
        const auto firstRunAfter = [&](std::initializer_list<const char*> clicked) {
            for (const char* id : clicked) {
                clickHeader(view, QString::fromLatin1(id));
            }
            return view.model().trial(0).run;
        };
        QCOMPARE(firstRunAfter({"run"}), qint64(2));
        QCOMPARE(firstRunAfter({"run"}), qint64(1));
        QCOMPARE(firstRunAfter({"gflops", "gflops", "gflops"}), qint64(1));
        QCOMPARE(view.table().horizontalHeader()->sortIndicatorSection(), columnOf(view, QStringLiteral("run")));
        QCOMPARE(firstRunAfter({"run"}), qint64(2));
    }

    void speedUpsAndPaceAreThereWhereTheyAreKnown()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(300)).has_value());
        TrialsView view(workspace);
        settle(view);
        QVERIFY(!view.table().isColumnHidden(columnOf(view, QStringLiteral("speedup"))));
        QVERIFY(!view.table().isColumnHidden(columnOf(view, QStringLiteral("pace"))));
        clickHeader(view, QStringLiteral("speedup"));
        clickHeader(view, QStringLiteral("speedup"));
        QCOMPARE(cell(view, 0, QStringLiteral("speedup")).toDouble(), 50.0 / 16);
        QCOMPARE(view.model().index(0, columnOf(view, QStringLiteral("speedup"))).data().toString(), QStringLiteral("3.125"));
        QVERIFY(!cell(view, 299, QStringLiteral("speedup")).isValid());
        clickHeader(view, QStringLiteral("pace"));
        QVERIFY(isThere(view.model(), 0));
        QCOMPARE(view.model().index(0, columnOf(view, QStringLiteral("pace"))).data().toString(), QStringLiteral("75"));

        // Those of an earlier version have none.
        const QString path = m_dir.filePath(QStringLiteral("earlier.knobscope"));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            TrialRow row = trialOf(convolution(), 1, 3, 20);
            row.speedup = row.pace = 0;
            writer->addTrial(addRun(*writer, convolution(), "conv"), row);
            writer->flush();
        }
        QVERIFY(workspace.openProject(path).has_value());
        QTRY_COMPARE(view.model().rowCount(), 1);
        QVERIFY(view.table().isColumnHidden(columnOf(view, QStringLiteral("speedup"))));
        QVERIFY(view.table().isColumnHidden(columnOf(view, QStringLiteral("pace"))));
    }

    void filtersAreWrittenSeenAndRemoved()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(300)).has_value());
        TrialsView view(workspace);
        settle(view);
        FilterBar& bar = view.filterBar();
        bar.beginInput();
        FilterInput& input = bar.input();
        QVERIFY(input.offered().contains(QStringLiteral("tile_ow = ")));
        QTest::keyClicks(&input, QStringLiteral("tile_q = 3"));
        QTest::keyClick(&input, Qt::Key_Return);
        QVERIFY(workspace.filters().isEmpty());
        QVERIFY(isSaidIn(bar, QStringLiteral("tile_q")));
        input.clear();
        QTest::keyClicks(&input, QStringLiteral("tile_ow = "));
        QVERIFY(input.offered().contains(QStringLiteral("tile_ow = [-1, 28]")));
        input.completer()->popup()->hide();
        QTest::keyClicks(&input, QStringLiteral("[-1, 28]"));
        QTest::keyClick(&input, Qt::Key_Return);
        QTRY_VERIFY(view.model().isSettled() && view.model().rowCount() > 5 && view.model().rowCount() < 100);
        for (int row = 0; row < view.model().rowCount(); ++row) {
            QCOMPARE(cell(view, row, QStringLiteral("knob:tile_ow")).toString(), QStringLiteral("[-1, 28]"));
        }
        workspace.filters().add(plain(TrialFilter::Kind::Failed));
        QCOMPARE(bar.chips().size(), size_t(2));
        QCOMPARE(bar.chips()[0]->text(), QStringLiteral("tile_ow = [-1, 28]"));
        FilterChip* failed = bar.chips()[1];
        QTest::mouseClick(failed, Qt::LeftButton, {}, QPoint(8, failed->height() / 2)); // the words only take the focus
        QCOMPARE(bar.chips().size(), size_t(2));
        QTest::mouseClick(failed, Qt::LeftButton, {}, failed->crossRect().center());
        QCOMPARE(bar.chips().size(), size_t(1));
        QTest::keyClick(bar.chips()[0], Qt::Key_Delete);
        QVERIFY(workspace.filters().isEmpty());
        QTRY_COMPARE(view.model().rowCount(), 300);
    }

    void nothingFoundOffersTheWayBack()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(30)).has_value());
        TrialsView view(workspace);
        settle(view);
        workspace.filters().set({plain(TrialFilter::Kind::Failed), plain(TrialFilter::Kind::Succeeded)});
        QTRY_VERIFY(view.model().isSettled() && view.model().rowCount() == 0);
        QVERIFY(byId<QPushButton>(view, "showAll")->isVisible());
        press(view, "showAll");
        QTRY_COMPARE(view.model().rowCount(), 30);
    }

    void anotherProjectBringsItsOwnColumns()
    {
        const QString path = m_dir.filePath(QStringLiteral("matmul.knobscope"));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            addRandomTrials(*writer, addRun(*writer, multiplication(), "matmul"), multiplication(), 12, 1);
            writer->flush();
        }
        Workspace workspace;
        QVERIFY(workspace.openProject(project(30)).has_value());
        TrialsView view(workspace);
        settle(view);
        workspace.filters().add(plain(TrialFilter::Kind::Failed)); // forgotten with the project
        QVERIFY(workspace.openProject(path).has_value());
        QTRY_COMPARE(view.model().rowCount(), 12);
        QVERIFY(columnOf(view, QStringLiteral("knob:tile_y")) > 0);
        QCOMPARE(columnOf(view, QStringLiteral("knob:tile_ow")), -1);
        QVERIFY(isThere(view.model(), 0));
        QVERIFY(view.model()
                    .index(0, columnOf(view, QStringLiteral("knob:tile_y")))
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("[-1, ")));
    }

    void keysMoveAndNumbersFindTrials()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(300)).has_value());
        TrialsView view(workspace);
        settle(view);
        clickHeader(view, QStringLiteral("gflops"));
        QTest::keyClick(&view.table(), Qt::Key_End);
        QCOMPARE(view.table().currentIndex().row(), 299);
        QVERIFY(workspace.selection().current() == view.model().trial(299));
        QTest::keyClick(&view.table(), Qt::Key_Home, Qt::ShiftModifier);
        QCOMPARE(workspace.selection().trials().size(), size_t(300));
        QTest::keyClicks(&view.table(), QStringLiteral("217"));
        QVERIFY(workspace.selection().current() == (TrialRef{1, 217}));
        QCOMPARE(workspace.selection().trials().size(), size_t(1));
        QVERIFY(!view.table().goToTrial(4711));
    }

    void theSelectionIsSharedBothWays()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(300)).has_value());
        TrialsView view(workspace);
        settle(view);
        QAbstractItemView& table = view.table();
        const QPoint first = table.visualRect(view.model().index(2, 1)).center();
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, first);
        QVERIFY(workspace.selection().trials() == (std::vector<TrialRef>{{1, 3}}));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::ControlModifier,
                          table.visualRect(view.model().index(5, 1)).center());
        QVERIFY(workspace.selection().trials() == (std::vector<TrialRef>{{1, 3}, {1, 6}}));
        QTest::mouseMove(table.viewport(), first);
        QTRY_VERIFY(workspace.selection().hovered() == (TrialRef{1, 3}));
        workspace.selection().select({{1, 100}, {1, 250}, {1, 251}}, {1, 250});
        QCOMPARE(table.currentIndex().row(), 249);
        QCOMPARE(table.selectionModel()->selectedRows().size(), 3);
        QVERIFY(table.viewport()->rect().intersects(table.visualRect(view.model().index(249, 1))));
        clickHeader(view, QStringLiteral("time")); // other rows, the same trials
        QCOMPARE(table.selectionModel()->selectedRows().size(), 3);
        QVERIFY(workspace.selection().current() == (TrialRef{1, 250}));
        workspace.selection().goBack();
        QVERIFY(workspace.selection().trials() == (std::vector<TrialRef>{{1, 3}, {1, 6}}));
        QCOMPARE(table.selectionModel()->selectedRows().size(), 2);
    }

    void rowsAreCopiedAsTabSeparatedLines()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(30)).has_value());
        TrialsView view(workspace);
        settle(view);
        view.table().selectRow(4);
        QApplication::clipboard()->clear();
        QSignalSpy told(&view.table(), &TrialTable::messageChanged);
        QTest::keyClick(&view.table(), Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(told.count(), 1);
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].startsWith(QStringLiteral("run\ttrial\tconfig")));
        QVERIFY(lines[0].endsWith(QStringLiteral("tile_ic\ttile_oc\ttile_ow\tunroll_kw")));
        QVERIFY(lines[1].startsWith(QStringLiteral("1\t5\t")));
        QCOMPARE(lines[0].count(QLatin1Char('\t')), lines[1].count(QLatin1Char('\t')));
    }

    void cellsOfferTheirValueAsAFilter()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(300)).has_value());
        TrialsView view(workspace);
        settle(view);
        const QModelIndex cell = view.model().index(0, columnOf(view, QStringLiteral("knob:unroll_kw")));
        QVERIFY(isThere(view.model(), 0));
        const bool value = cell.data().toString() == QStringLiteral("True");
        std::unique_ptr<QMenu> menu(view.cellMenu(cell));
        entry(*menu, u"selectAllWith")->trigger();
        QTRY_VERIFY(workspace.selection().trials().size() > 100);
        const size_t having = workspace.selection().trials().size();
        entry(*menu, u"leaveOut")->trigger();
        QTRY_COMPARE(view.model().rowCount(), static_cast<int>(300 - having));
        QCOMPARE(view.filterBar().chips().front()->text(),
                 QStringLiteral("unroll_kw ≠ %1").arg(QLatin1String(value ? "True" : "False")));
        entry(*menu, u"showOnly")->trigger(); // takes the place of its opposite
        QTRY_COMPARE(view.model().rowCount(), static_cast<int>(having));
        QCOMPARE(workspace.filters().all().size(), size_t(1));
        QVERIFY(!view.model().filterFor(view.model().index(0, columnOf(view, QStringLiteral("gflops")))));
    }

    void whatIsShownIsExported()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(300, true)).has_value());
        TrialsView view(workspace);
        settle(view);
        QCOMPARE(view.model().rowCount(), 600);
        workspace.filters().set({plain(TrialFilter::Kind::Failed)});
        QTRY_VERIFY(view.model().isSettled() && view.model().rowCount() < 300);
        QSignalSpy done(&view, &TrialsView::exported);
        const QString csv = m_dir.filePath(QStringLiteral("out.csv"));
        view.exportTo(ExportFormat::Csv, csv);
        QVERIFY(done.wait());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArrayList lines = file.readAll().split('\n');
        QCOMPARE(lines.size(), view.model().rowCount() + 2);
        QVERIFY(lines[0].endsWith("unroll_kw,tile_y,tile_x")); // the knobs of both tasks
        QVERIFY(lines[1].contains("\"it needs "));             // a comma in the message
        const QString log = m_dir.filePath(QStringLiteral("out.log"));
        view.exportTo(ExportFormat::AutotvmLog, log);
        QVERIFY(done.wait());
        const auto records = readLog(log.toStdString()).value();
        QCOMPARE(static_cast<int>(records.records.size()), view.model().rowCount());
        QCOMPARE(records.problemCount, size_t(0));
        QCOMPARE(records.records.back().task, std::string("tutorial/matmul"));
        view.exportTo(ExportFormat::Csv, QStringLiteral("/nowhere/x.csv"));
        QVERIFY(done.wait());
        QVERIFY(isSaidIn(view, QStringLiteral("/nowhere/x.csv")));
    }

    /// The palette exports, too, whether or not the table was ever seen.
    void tablesThatAreNotSeenAreExported()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(40)).has_value());
        TrialsView view(workspace);
        QSignalSpy done(&view, &TrialsView::exported);
        const QString csv = m_dir.filePath(QStringLiteral("unseen.csv"));
        view.exportTo(ExportFormat::Csv, csv);
        QVERIFY(done.wait());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 41);
    }

    void columnsAreChosenAndComeBack()
    {
        const QString path = project(30, true);
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        TrialsView view(workspace);
        settle(view);
        QVERIFY(!view.table().isColumnHidden(columnOf(view, QStringLiteral("run")))); // there are two
        QHeaderView* header = view.table().horizontalHeader();
        emit header->customContextMenuRequested({5, 5});
        auto* menu = byId<QMenu>(view, "columnMenu");
        QVERIFY(menu);
        entry(*menu, u"config")->trigger();
        menu->close();
        QVERIFY(view.table().isColumnHidden(columnOf(view, QStringLiteral("config"))));
        view.table().setColumnWidth(columnOf(view, QStringLiteral("gflops")), 123);
        header->moveSection(header->visualIndex(columnOf(view, QStringLiteral("knob:tile_ow"))), 2);
        clickHeader(view, QStringLiteral("time"));
        const QJsonObject state = view.saveState();
        TrialsView second(workspace);
        settle(second);
        second.restoreState(state);
        QTRY_VERIFY(second.model().isSettled());
        QVERIFY(second.table().isColumnHidden(columnOf(second, QStringLiteral("config"))));
        QCOMPARE(second.table().columnWidth(columnOf(second, QStringLiteral("gflops"))), 123);
        QVERIFY(second.model().sorting() == view.model().sorting());
        QCOMPARE(second.table().horizontalHeader()->visualIndex(columnOf(second, QStringLiteral("knob:tile_ow"))), 2);
        clickHeader(view, QStringLiteral("run"));
        clickHeader(view, QStringLiteral("run")); // the last run first
        second.restoreState(view.saveState());
        QTRY_VERIFY(second.model().isSettled());
        QCOMPARE(second.model().trial(0).run, qint64(2));
        second.restoreState(
            QJsonObject{{QStringLiteral("sort"), 99}, {QStringLiteral("columns"), 7}}); // nonsense changes nothing
        QVERIFY(second.model().sorting() == view.model().sorting());
        second.table().resetColumns();
        QVERIFY(!second.table().isColumnHidden(columnOf(second, QStringLiteral("config"))));
    }

    void actionsHaveIds()
    {
        QWidget window;
        ActionRegistry registry(&window);
        Workspace workspace;
        TrialsView view(workspace);
        view.addActions(registry);
        for (const char* id : {"trials.exportCsv", "trials.exportLog", "trials.addFilter", "trials.clearFilters"}) {
            QVERIFY2(registry.action(QString::fromLatin1(id)), id);
        }
        QSignalSpy refused(&registry, &ActionRegistry::refused);
        registry.action(QStringLiteral("trials.exportCsv"))->trigger(); // asks for no name where nothing could be written
        QCOMPARE(refused.count(), 1);
        workspace.filters().add(knobIs("tile_ow", {-1, 28}));
        registry.action(QStringLiteral("trials.clearFilters"))->trigger();
        QVERIFY(workspace.filters().isEmpty());
    }
};

QTEST_MAIN(TestTrials)
#include "tst_trials.moc"
