// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/actions/commandpalette.h"
#include "widgets/actions/shortcutsheet.h"
#include "widgets/workspace/filters.h"
#include "widgets/workspace/selection.h"

#include <QAbstractItemModelTester>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QTreeView>

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
        QVERIFY(fuzzyScore(QStringLiteral("st"), QStringLiteral("Start"))
                > fuzzyScore(QStringLiteral("st"), QStringLiteral("Restart")));
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
        auto* field = palette.findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("sta"));
        QCOMPARE(palette.shown(), QStringList{QStringLiteral("Start")});
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(done, QStringList{QStringLiteral("&Start")});
        QVERIFY(!palette.isVisible());
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
            auto* list = sheet.findChild<QTreeView*>();
            for (int row = 0; row < list->model()->rowCount(); ++row) {
                if (list->model()->index(row, 0).data() == QStringLiteral("Stop")) {
                    list->setCurrentIndex(list->model()->index(row, 0));
                }
            }
            sheet.findChild<QKeySequenceEdit*>()->setKeySequence(QKeySequence(Qt::CTRL | Qt::Key_R));
            QTest::mouseClick(sheet.findChildren<QPushButton*>().value(0), Qt::LeftButton);
            QCOMPARE(registry.action(QStringLiteral("run.stop"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_R));
            QVERIFY(registry.action(QStringLiteral("run.start"))->shortcut().isEmpty());
        }
        QWidget window;
        ActionRegistry registry(&window);
        fill(registry, done);
        QCOMPARE(registry.action(QStringLiteral("run.stop"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_R));
        QVERIFY(registry.defaultShortcut(QStringLiteral("run.stop")).isEmpty());
        registry.setShortcut(QStringLiteral("run.stop"), {});
        QSettings().clear();
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
        QVERIFY(!model.setData(model.index(0, ActionModel::Name), QStringLiteral("x"), Qt::EditRole));
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
