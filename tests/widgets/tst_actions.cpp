// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/controls.h"
#include "widgets/project/filters.h"
#include "widgets/project/selection.h"
#include "widgets/shell/actiondialogs.h"

#include <QAbstractItemModelTester>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QTreeView>

#include <algorithm>

using namespace knobscope;

class TestActions : public QObject
{
    Q_OBJECT
private:
    static void fill(ActionRegistry& registry, QStringList& done)
    {
        const auto add = [&](const char* id, const QString& text, const QKeySequence& keys) {
            registry.add({QString::fromLatin1(id), text, keys, {}, nullptr, false}, [&done, text] { done << text; });
        };
        add("file.open", QStringLiteral("&Open Project…"), QKeySequence(Qt::CTRL | Qt::Key_O));
        add("run.start", QStringLiteral("&Start"), QKeySequence(Qt::CTRL | Qt::Key_R));
        add("run.stop", QStringLiteral("S&top"), {});
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-tests"));
        QSettings().clear();
    }

    void lettersInOrderFit()
    {
        QVERIFY(fuzzyScore(QStringLiteral("opr"), QStringLiteral("Open Project")) > 0);
        QCOMPARE(fuzzyScore(QStringLiteral("rpo"), QStringLiteral("Open Project")), -1);
        QCOMPARE(fuzzyScore(QStringLiteral("dark"), QStringLiteral("Add All Tasks of the Network to the Queue")), -1);
        QVERIFY(fuzzyScore(QStringLiteral("dark"), QStringLiteral("Dark Theme")) > 0);
        QVERIFY(fuzzyScore(QStringLiteral("load"), QStringLiteral("Reload")) > 0);
        QVERIFY(fuzzyScore(QStringLiteral("go time"), QStringLiteral("Go to Timeline")) > 0);
        QVERIFY(fuzzyScore(QStringLiteral("st"), QStringLiteral("Start"))
                > fuzzyScore(QStringLiteral("st"), QStringLiteral("Restart")));
    }

    void aNameCountsMoreThanItsGroup()
    {
        QVERIFY(fuzzyScore(QStringLiteral("timel"), QStringLiteral("Go to Timeline"))
                > fuzzyScore(QStringLiteral("timel"), QStringLiteral("Show or Hide Timeline")));
        QVERIFY(fuzzyScore(QStringLiteral("z"), QStringLiteral("a name with a letter at its very end: z")) >= 0);
        QWidget window;
        ActionRegistry registry(&window);
        for (const char* id : {"timeline.zoomIn", "timeline.fitAll", "show.timeline", "go.timeline"}) {
            const QString name = QLatin1String(id) == QLatin1String("go.timeline")   ? QStringLiteral("Go to Timeline")
                               : QLatin1String(id) == QLatin1String("show.timeline") ? QStringLiteral("Show or Hide Timeline")
                                                                                     : QStringLiteral("Zoom");
            registry.add({QString::fromLatin1(id), name, {}, {}, nullptr, false}, [] {});
        }
        registry.nameGroup(QStringLiteral("timeline"), QStringLiteral("Timeline"));
        CommandPalette palette(registry, &window);
        byId<QLineEdit>(palette, "command")->setText(QStringLiteral("timel"));
        QCOMPARE(palette.shown(), (QStringList{QStringLiteral("Go to Timeline"), QStringLiteral("Show or Hide Timeline"),
                                               QStringLiteral("Zoom"), QStringLiteral("Zoom")}));
    }

    void thePaletteRunsWhatFitsBest()
    {
        QWidget window;
        ActionRegistry registry(&window);
        QStringList done;
        fill(registry, done);
        registry.action(QStringLiteral("run.stop"))->setEnabled(false);
        CommandPalette palette(registry, &window);
        palette.show();
        QCOMPARE(palette.shown().size(), 2); // what cannot be done is not offered
        auto* field = byId<QLineEdit>(palette, "command");
        QTest::keyClicks(field, QStringLiteral("sta"));
        QCOMPARE(palette.shown(), QStringList{QStringLiteral("Start")});
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(done, QStringList{QStringLiteral("&Start")});
        QVERIFY(!palette.isVisible());
    }

    void thePaletteOpensPlaces()
    {
        QWidget window;
        ActionRegistry registry(&window);
        QStringList done;
        fill(registry, done);
        const auto place = [&](const char* name, const char* kind) {
            return PalettePlace{QString::fromLatin1(name), QString::fromLatin1(kind),
                                [&done, name] { done << QString::fromLatin1(name); }};
        };
        CommandPalette palette(registry, &window,
                               {place("resnet-18", "Network"), place("resnet-18:1  conv2d  3x224x224 -> 64, 7x7 s2", "Task"),
                                place("start:1  dense  512 -> 1000", "Task")});
        palette.show();
        QCOMPARE(palette.shown().size(), 3); // only actions, of which one is found by looking
        auto* field = byId<QLineEdit>(palette, "command");
        field->setText(QStringLiteral("sta"));
        QCOMPARE(palette.shown(), (QStringList{QStringLiteral("Start"), QStringLiteral("start:1  dense  512 -> 1000")}));
        field->setText(QStringLiteral("net-18:1"));
        QCOMPARE(palette.shown(), QStringList{QStringLiteral("resnet-18:1  conv2d  3x224x224 -> 64, 7x7 s2")});
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(done, QStringList{QStringLiteral("resnet-18:1  conv2d  3x224x224 -> 64, 7x7 s2")});
        QVERIFY(!palette.isVisible());
    }

    /// As the system delivers them: to the popup's window, which nobody has clicked or activated.
    void theFieldGetsThePalettesKeys()
    {
        QWidget window;
        ActionRegistry registry(&window);
        QStringList done;
        fill(registry, done);
        CommandPalette palette(registry, &window);
        palette.show();
        auto* field = byId<QLineEdit>(palette, "command");
        QCOMPARE(palette.focusWidget(), field); // before any turn of the event loop, in which a window manager would help
        for (const auto key : {Qt::Key_S, Qt::Key_T, Qt::Key_A}) {
            QTest::keyClick(palette.windowHandle(), key);
        }
        QCOMPARE(field->text(), QStringLiteral("sta"));
        QTest::keyClick(palette.windowHandle(), Qt::Key_Return);
        QCOMPARE(done, QStringList{QStringLiteral("&Start")});
    }

    void namesBeginAtTheSamePlace()
    {
        QWidget window;
        ActionRegistry registry(&window);
        QStringList done;
        fill(registry, done);
        QPixmap picture(16, 16);
        picture.fill(Qt::red);
        registry.action(QStringLiteral("run.start"))->setIcon(picture);
        ActionModel model(registry);
        for (int row = 0; row < model.rowCount(); ++row) {
            const auto icon = model.index(row, ActionModel::Name).data(Qt::DecorationRole).value<QIcon>();
            QCOMPARE(icon.actualSize(QSize(16, 16)), QSize(16, 16));
        }
    }

    void groupsHaveTitles()
    {
        QWidget window;
        ActionRegistry registry(&window);
        QStringList done;
        fill(registry, done);
        registry.nameGroup(QStringLiteral("file"), QStringLiteral("&File"));
        registry.nameGroup(QStringLiteral("run"), QString::fromUtf8("執行(&R)"));
        ActionModel model(registry);
        QCOMPARE(model.index(0, ActionModel::Group).data().toString(), QStringLiteral("File"));
        QCOMPARE(model.index(1, ActionModel::Group).data().toString(), QString::fromUtf8("執行"));
    }

    void shortcutsMoveAndComeBack()
    {
        QStringList done;
        {
            QWidget window;
            ActionRegistry registry(&window);
            fill(registry, done);
            ShortcutSheet sheet(registry, &window);
            sheet.show();
            auto* list = byId<QTreeView>(sheet, "actions");
            for (int row = 0; row < list->model()->rowCount(); ++row) {
                if (list->model()->index(row, 0).data() == QStringLiteral("Stop")) {
                    list->setCurrentIndex(list->model()->index(row, 0));
                }
            }
            byId<QKeySequenceEdit>(sheet, "newShortcut")->setKeySequence(QKeySequence(Qt::CTRL | Qt::Key_R));
            press(sheet, "assign");
            QCOMPARE(registry.action(QStringLiteral("run.stop"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_R));
            QVERIFY(registry.action(QStringLiteral("run.start"))->shortcut().isEmpty());
        }
        QWidget window;
        ActionRegistry registry(&window);
        fill(registry, done);
        QCOMPARE(registry.action(QStringLiteral("run.stop"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_R));
        QVERIFY(registry.defaultShortcuts(QStringLiteral("run.stop")).isEmpty());
        registry.setShortcuts(QStringLiteral("run.stop"), {});
        QSettings().clear();
    }

    void allKeysOfAnActionComeBack()
    {
        const QList<QKeySequence> both{Qt::CTRL | Qt::SHIFT | Qt::Key_S, Qt::CTRL | Qt::Key_S};
        QWidget window;
        ActionRegistry registry(&window);
        const auto adopt = [&window](ActionRegistry& to, const QList<QKeySequence>& keys) {
            auto* save = new QAction(QStringLiteral("Save"), &window);
            save->setShortcuts(keys);
            return to.adopt(save, QStringLiteral("file.save"));
        };
        const QAction* save = adopt(registry, both);
        registry.adopt(new QAction(QStringLiteral("Open"), &window), QStringLiteral("file.open"));
        registry.setShortcuts(QStringLiteral("file.save"), {Qt::Key_F2});
        QCOMPARE(save->shortcuts(), QList<QKeySequence>{Qt::Key_F2});
        ShortcutSheet sheet(registry, &window);
        sheet.show();
        press(sheet, "reset");
        QCOMPARE(save->shortcuts(), both);
        byId<QTreeView>(sheet, "actions")->setCurrentIndex(byId<QTreeView>(sheet, "actions")->model()->index(1, 0)); // Open
        byId<QKeySequenceEdit>(sheet, "newShortcut")->setKeySequence(both[1]);
        press(sheet, "assign");
        QCOMPARE(save->shortcuts(), QList{both[0]});
        const auto labels = sheet.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels,
                                    [](const QLabel* label) { return label->text().contains(u"it still has Ctrl+Shift+S"); }));
        registry.setShortcuts(QStringLiteral("file.save"), both);
        ActionRegistry next(&window);
        QCOMPARE(adopt(next, {})->shortcuts(), both); // after a restart
        QSettings().clear();
    }

    void whatCannotBeDoneSaysWhy()
    {
        QWidget window;
        ActionRegistry registry(&window);
        int done = 0;
        QString obstacle;
        QAction* run =
            registry.add("network.run", QStringLiteral("&Run the Network"), {}, [&] { ++done; }, [&] { return obstacle; });
        QSignalSpy refused(&registry, &ActionRegistry::refused);
        run->trigger();
        QCOMPARE(done, 1);
        QVERIFY(registry.isAvailable(run));
        QCOMPARE(CommandPalette(registry, &window).shown().size(), 1);
        obstacle = QStringLiteral("Choose a network first.");
        QVERIFY(!registry.isAvailable(run));
        QVERIFY(CommandPalette(registry, &window).shown().isEmpty());
        QMenu menu;
        menu.addAction(run);
        registry.disableUnavailable(menu);
        menu.popup(QPoint());
        QVERIFY(!run->isEnabled());
        menu.hide();
        QVERIFY(run->isEnabled()); // its shortcut reaches it, and explains
        run->trigger();
        QCOMPARE(done, 1);
        QCOMPARE(refused, (QList<QVariantList>{{obstacle}}));
    }

    void theActionModelKeepsQtsContract()
    {
        QWidget window;
        ActionRegistry registry(&window);
        QStringList done;
        fill(registry, done);
        ActionModel model(registry);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 3);
        QVERIFY(!model.index(0, ActionModel::Name).flags().testFlag(Qt::ItemIsEditable));
    }

    void selectionGoesBackAndForward()
    {
        Selection selection;
        QSignalSpy changed(&selection, &Selection::changed);
        selection.select({{1, 3}, {1, 2}, {1, 3}});
        QCOMPARE(selection.trials().size(), size_t(2));
        QCOMPARE(selection.current(), (TrialRef{1, 3}));
        selection.select({{1, 2}, {1, 3}}, {1, 3});
        QCOMPARE(changed.count(), 1); // the same again
        selection.select({{2, 1}});
        QVERIFY(selection.contains({2, 1}) && !selection.contains({1, 2}));
        selection.goBack();
        QVERIFY(selection.contains({1, 2}));
        selection.goForward();
        QCOMPARE(selection.current(), (TrialRef{2, 1}));
        QVERIFY(!selection.canGoForward());
        for (qint64 n = 1; n < 400; ++n) {
            selection.select({{3, n}});
        }
        int steps = 0;
        for (; selection.canGoBack(); ++steps) {
            selection.goBack();
        }
        QCOMPARE(steps, 200);
        selection.reset();
        QVERIFY(selection.trials().empty() && !selection.canGoForward());
    }

    void filtersReplaceWhatTheyContradict()
    {
        Filters filters;
        QSignalSpy changed(&filters, &Filters::changed);
        TrialFilter knob{TrialFilter::Kind::Knob, "tile_ow", nlohmann::json::array({-1, 28}), 0, 0, 0};
        filters.add(knob);
        filters.add(knob);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(Filters::text(knob), QStringLiteral("tile_ow = [-1, 28]"));
        knob.value = nlohmann::json::array({-1, 7});
        filters.add(knob);
        QCOMPARE(filters.all().size(), size_t(1));
        filters.add({TrialFilter::Kind::Failed, {}, {}, 0, 0, 0});
        filters.add({TrialFilter::Kind::Succeeded, {}, {}, 0, 0, 0});
        QCOMPARE(filters.all().size(), size_t(2));
        filters.add({TrialFilter::Kind::Run, {}, {}, 1, 0, 0});
        filters.add({TrialFilter::Kind::Run, {}, {}, 2, 0, 0});
        QCOMPARE(filters.all().size(), size_t(4));
        filters.remove(knob);
        filters.clear();
        QVERIFY(filters.isEmpty());
    }
};

QTEST_MAIN(TestActions)
#include "tst_actions.moc"
