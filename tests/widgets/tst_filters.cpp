// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/filterbar.h"

#include "tests/core/store/sampleproject.h"
#include "tests/core/store/trialfilters.h"
#include "tests/widgets/controls.h"
#include "widgets/base/projectreader.h"
#include "widgets/base/theme.h"
#include "widgets/shell/mainwindow.h"

#include <QLabel>
#include <QMenu>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace knobscope;
using namespace knobscope::tests;

class TestFilters : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_path; ///< a run of the convolution and one of the multiplication

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_path = m_dir.filePath(QStringLiteral("f.knobscope"));
        (void)Project::open(m_path.toStdString(), Project::Mode::Create);
        auto writer = ProjectWriter::open(m_path.toStdString()).value();
        addRandomTrials(*writer, addRun(*writer, convolution(), "resnet-18:2"), convolution(), 20, 5);
        addRandomTrials(*writer, addRun(*writer, multiplication(), "matmul"), multiplication(), 20, 6);
        QVERIFY(writer->flush());
    }

    void filtersAreReachedWithoutTheMouse()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        FilterBar bar(workspace);
        FilterBar other(workspace); // as many as are wanted, of the same filters
        bar.show();
        auto* menu = byId<QMenu>(bar, "filterMenu");
        emit menu->aboutToShow();
        entry(*menu, u"filter.failed")->trigger();
        auto* runs = byId<QMenu>(bar, "runMenu");
        QCOMPARE(runs->actions().size(), 2);
        runs->actions()[1]->trigger();
        workspace.filters().add(knobIs("tile_y", {-1, 4}));
        QCOMPARE(bar.chips().size(), size_t(3));
        QCOMPARE(other.chips().size(), size_t(3));
        bar.activateWindow();
        bar.chips()[0]->setFocus();
        QTest::keyClick(bar.chips()[0], Qt::Key_Right);
        QTRY_VERIFY(bar.chips()[1]->hasFocus());
        QTest::keyClick(bar.chips()[1], Qt::Key_Backspace);
        QCOMPARE(workspace.filters().all().size(), size_t(2));
        QVERIFY(bar.chips()[1]->hasFocus()); // the next one, ready for another Delete
        QTest::keyClick(bar.chips()[1], Qt::Key_Delete);
        QVERIFY(workspace.filters().all() == std::vector{plain(TrialFilter::Kind::Failed)});
        emit menu->aboutToShow();
        QVERIFY(entry(*menu, u"filter.failed")->isChecked());
        entry(*menu, u"filter.succeeded")->trigger(); // takes the place of its opposite
        QVERIFY(workspace.filters().all() == std::vector{plain(TrialFilter::Kind::Succeeded)});
        bar.beginInput();
        QTest::keyClick(&bar.input(), Qt::Key_Escape);
        QVERIFY(bar.input().isHidden());
    }

    /// Chips have the toolbar's room: read whole in one row, in more rows where one does not hold them.
    void chipsInTheToolbarCanBeRead()
    {
        MainWindow window;
        window.resize(1440, 900);
        window.show();
        QVERIFY(window.openProject(m_path));
        auto* toolBar = window.findChild<QToolBar*>(QStringLiteral("mainToolBar"));
        auto* bar = toolBar->findChild<FilterBar*>();
        auto* add = byId<QToolButton>(*bar, "addFilter");
        const auto isWhole = [&](const QWidget* part) {
            return part->width() >= part->sizeHint().width()
                && bar->rect().contains(QRect(part->mapTo(bar, QPoint()), part->size()));
        };
        Filters& filters = window.workspace().filters();
        filters.add(knobIs("tile_ow", {-1, 8}));
        QTRY_VERIFY(bar->chips().size() == 1 && isWhole(bar->chips()[0]));
        const auto centre = [](const QWidget* part) { return part->geometry().center().y(); };
        QTRY_VERIFY(std::abs(centre(add) - centre(bar->chips()[0])) <= 1);
        const int oneRow = toolBar->height();
        QVERIFY2(oneRow < 3 * bar->chips()[0]->height(), qPrintable(QString::number(oneRow)));
        for (int knob = 0; knob < 8; ++knob) {
            filters.add(knobIs("a_knob_of_a_quite_long_name_" + std::to_string(knob), {-1, 8, 8, 8}));
        }
        const auto areWhole = [&] {
            const auto chips = bar->chips();
            return chips.size() == 9 && std::all_of(chips.begin(), chips.end(), isWhole) && isWhole(add);
        };
        QTRY_VERIFY(areWhole());
        filters.clear();
        QTRY_VERIFY(toolBar->height() <= oneRow);
    }

    /// Times are written from the start of the current run.
    void stretchesOfTimeAreWritten()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        FilterBar bar(workspace);
        bar.beginInput();
        const double start = workspace.runs().back().started;
        QVERIFY(bar.input().offered().filter(QStringLiteral("time 0..")).size() == 1);
        bar.input().setText(QStringLiteral("time 10..20 s"));
        QTest::keyClick(&bar.input(), Qt::Key_Return);
        QCOMPARE(workspace.filters().all().size(), size_t(1));
        QVERIFY(workspace.filters().all()[0].kind == TrialFilter::Kind::Time);
        QCOMPARE(workspace.filters().all()[0].from, start + 10);
        QCOMPARE(workspace.filters().all()[0].to, start + 20);
        QCOMPARE(bar.chips().size(), size_t(1));
        bar.beginInput();
        bar.input().setText(QStringLiteral("time 0.5..1 min"));
        QTest::keyClick(&bar.input(), Qt::Key_Return);
        QCOMPARE(workspace.filters().all().size(), size_t(1)); // in the place of the first
        QCOMPARE(workspace.filters().all()[0].from, start + 30);
        bar.beginInput();
        bar.input().setText(QStringLiteral("time 5..4 s"));
        QTest::keyClick(&bar.input(), Qt::Key_Return);
        QCOMPARE(workspace.filters().all()[0].from, start + 30);
        QTest::keyClick(&bar.input(), Qt::Key_Escape);
        QTest::keyClick(bar.chips()[0], Qt::Key_Delete);
        QVERIFY(workspace.filters().isEmpty());
    }

    /// In sight until the text is another, whoever changed it, and in the colour of the theme of the moment.
    void whatIsWrongIsSaid()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        FilterBar bar(workspace);
        bar.setPalette(lightPalette());
        bar.beginInput();
        bar.input().setText(QStringLiteral("tile_y"));
        QTest::keyClick(&bar.input(), Qt::Key_Return);
        const auto labels = bar.findChildren<QLabel*>();
        const auto said =
            std::ranges::find_if(labels, [](const QLabel* l) { return l->text().contains(QStringLiteral("tile_y")); });
        QVERIFY(said != labels.end() && !(*said)->isHidden());
        const auto colour = [&] { return (*said)->palette().color(QPalette::WindowText); };
        QCOMPARE(colour(), themeFor(lightPalette()).failure);
        bar.setPalette(darkPalette());
        QCOMPARE(colour(), themeFor(darkPalette()).failure);
        bar.input().setText(QStringLiteral("tile_y = [-1, 4]")); // as the completer does
        QVERIFY((*said)->isHidden());
    }

    /// Of many questions the last is answered, and a reader that goes away waits for nothing.
    void readersAnswerTheLastQuestion()
    {
        QStringList answers;
        QStringList problems;
        {
            ProjectReader reader;
            connect(&reader, &ProjectReader::failed, this, [&](const QString& sentence) { problems.append(sentence); });
            const auto ask = [&](int number) {
                reader.ask([&answers, number](Project& project, const std::atomic<bool>&) {
                    const auto runs = static_cast<int>(project.runs().value().size());
                    return [&answers, number, runs] { answers.append(QStringLiteral("%1: %2").arg(number).arg(runs)); };
                });
            };
            ask(0); // of no file
            QVERIFY(!reader.isBusy());
            reader.setPath(m_path);
            for (int number = 1; number <= 50; ++number) {
                ask(number);
            }
            QTRY_VERIFY(!reader.isBusy());
            QCOMPARE(answers, QStringList{QStringLiteral("50: 2")});
            reader.setPath(QStringLiteral("/nowhere.knobscope"));
            ask(51);
            QTRY_COMPARE(problems.size(), 1);
            QVERIFY(problems[0].contains(QStringLiteral("/nowhere.knobscope")));
            reader.setPath(m_path);
            ask(52);
        }
        QCoreApplication::processEvents(); // its thread has ended: nothing follows
        QVERIFY(!answers.contains(QStringLiteral("52: 2")));
    }
};

QTEST_MAIN(TestFilters)
#include "tst_filters.moc"
