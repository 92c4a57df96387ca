// SPDX-License-Identifier: GPL-3.0-or-later
// Views are made when they are first shown, asked for, or after the first paint, and then are as if they had been there.
#include "tests/sanitizers/sanitizers.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/lab/labview.h"
#include "widgets/views/query/queryview.h"
#include "widgets/views/timeline/timelineview.h"
#include "widgets/views/welcome/welcomeview.h"

#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace knobscope;

namespace {

QPlainTextEdit& questionIn(QueryView& view)
{
    return *view.findChild<QPlainTextEdit*>();
}

/// How long an answer took is not compared.
void hideTimes(const View& view)
{
    static const QRegularExpression seconds(QStringLiteral(" in [0-9.,]+ m?s$"));
    for (QLabel* label : view.findChildren<QLabel*>()) {
        if (label->text().contains(seconds)) {
            label->setText(label->text().remove(seconds));
        }
    }
}

/// Brings a view to the front and applies what it waits for.
QImage pictureOf(MainWindow& window, const QString& id)
{
    window.showView(id);
    View* view = window.viewOf(id);
    view->refreshNow();
    hideTimes(*view);
    if (QWidget* focus = QApplication::focusWidget()) {
        focus->clearFocus(); // only one of the windows can have it
    }
    return view->grab().toImage();
}

/// Whether the view looks the same in both windows once all is read.
bool looksAlike(MainWindow& one, MainWindow& other, const QString& id)
{
    constexpr int limit = patience(8000); // milliseconds
    QElapsedTimer waited;
    for (waited.start(); waited.elapsed() < limit; QTest::qWait(50)) {
        if (pictureOf(one, id) == pictureOf(other, id)) {
            return true;
        }
    }
    return false;
}

} // namespace

class TestWindowViews : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

    /// A copy of the sample in a folder of its own.
    QString sample(const QString& folder)
    {
        const QString path = m_folder.filePath(folder + QStringLiteral("/sample.knobscope"));
        QDir(m_folder.path()).mkpath(folder);
        QFile::copy(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/samples/resnet-18-sample.knobscope"), path);
        return path;
    }

private slots:
    void initTestCase()
    {
        knobscope::testing::useOwnSettings(m_folder.path());
        QApplication::setCursorFlashTime(0); // pictures are compared
    }
    void init() { QSettings().clear(); }

    void theFirstPaintWaitsOnlyForWhatItShows()
    {
        MainWindow window;
        window.show();
        QVERIFY(!window.findChild<LabView*>());
        QVERIFY(!window.findChild<TimelineView*>());
        QVERIFY(window.findChild<WelcomeView*>()->isVisible());
        auto* tree = byId<QTreeView>(window.view<TaskView>(), "tasks");
        QVERIFY(tree->isVisible() && tree->model()->rowCount() > 10); // filled when it is shown, not a moment later
        window.showView(QStringLiteral("lab"));
        QVERIFY(window.findChild<LabView*>()->isVisible());
        QVERIFY(!window.findChild<TimelineView*>());
        QTRY_VERIFY(window.findChild<TimelineView*>()); // after the first paint
        QTRY_COMPARE(window.findChildren<View*>().size(), static_cast<qsizetype>(window.views().size()));
    }

    void aDockThatOpensHasItsView()
    {
        MainWindow window;
        window.show();
        window.layouts().apply(Layout::Timeline);
        QVERIFY(window.findChild<TimelineView*>()->isVisible());
        QVERIFY(!window.findChild<LabView*>());
        window.findChild<QDockWidget*>(QStringLiteral("lab"))->toggleViewAction()->trigger();
        window.findChild<QDockWidget*>(QStringLiteral("lab"))->raise();
        QTRY_VERIFY(window.findChild<LabView*>() && window.findChild<LabView*>()->isVisible());
    }

    void actionsAndMenusAreThereWhenTheyAreAskedFor()
    {
        MainWindow window;
        window.show();
        auto* run = window.findChild<QToolButton*>(QStringLiteral("network.run"));
        const QSize before = run->sizeHint();
        auto* menu = window.menuBar()->findChild<QMenu*>(QStringLiteral("menu.view"));
        QVERIFY(menu->isEmpty());
        emit menu->aboutToShow(); // opened at once
        QVERIFY(!menu->isEmpty());
        QCOMPARE(run->defaultAction(), window.actionRegistry().action(QStringLiteral("network.run")));
        QCOMPARE(run->sizeHint(), before); // what is beside it does not move
        MainWindow other;
        QVERIFY(other.actionRegistry().action(QStringLiteral("query.ask")) || other.findChild<QueryView*>());
    }

    void aViewThatIsMadeLateLooksAsIfItHadBeenThere()
    {
        MainWindow early;
        QCOMPARE(early.views().size(), size_t(20));
        MainWindow late;
        for (MainWindow* window : {&early, &late}) {
            window->layouts().apply(Layout::Networks);
            QVERIFY(window->openProject(sample(window == &early ? QStringLiteral("early") : QStringLiteral("late"))));
            window->workspace().selection().select({{window->workspace().runs().front().id, 3}});
            window->workspace().filters().add({TrialFilter::Kind::Knob, "tile_ow", {-1, 4}, 0, 0, 0, true});
            window->resize(1600, 1000);
        }
        QVERIFY(!late.findChild<TimelineView*>());
        for (MainWindow* window : {&early, &late}) {
            window->show();
        }
        QStringList different;
        for (const auto& [id, view] : early.views()) {
            const bool hasTimes = id == QLatin1String("log") || id == QLatin1String("welcome");
            if (!hasTimes && !looksAlike(early, late, id)) {
                different << id;
                pictureOf(early, id).save(m_folder.filePath(id + QStringLiteral("-early.png")));
                pictureOf(late, id).save(m_folder.filePath(id + QStringLiteral("-late.png")));
                m_folder.setAutoRemove(false);
            }
        }
        QVERIFY2(different.isEmpty(), qPrintable(different.join(u' ') + u' ' + m_folder.path()));
    }

    void aSessionReachesViewsThatAreMadeLater()
    {
        const QString question = QStringLiteral("SELECT 7");
        {
            MainWindow window;
            QVERIFY(window.openProject(sample(QStringLiteral("session"))));
            questionIn(window.view<QueryView>()).setPlainText(question);
            window.saveSession();
        }
        {
            MainWindow window;
            window.restore(true);
            QVERIFY(!window.findChild<QueryView*>());
            window.saveSession(); // before the view was seen
        }
        MainWindow window;
        window.restore(true);
        QVERIFY(!window.findChild<QueryView*>());
        QCOMPARE(questionIn(window.view<QueryView>()).toPlainText(), question);
    }

    void whatWasOpenedBeforeTheStartPageIsListedThere()
    {
        const QString path = sample(QStringLiteral("recent"));
        MainWindow window;
        QVERIFY(window.openProject(path));
        QVERIFY(!window.findChild<WelcomeView*>());
        QCOMPARE(window.view<WelcomeView>().recent().paths().value(0), path);
    }
};

QTEST_MAIN(TestWindowViews)
#include "tst_windowviews.moc"
