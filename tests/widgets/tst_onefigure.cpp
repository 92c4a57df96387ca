// SPDX-License-Identifier: GPL-3.0-or-later
// One figure of one thing on all screens: a walk through the modes and views of a project that compares what they show of a
// task's best and of a network's time, or else names what it is.
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/room.h"
#include "widgets/controls/headline.h"
#include "widgets/project/taskstandings.h"
#include "widgets/shell/layouts.h"
#include "widgets/views/insight/insightview.h"
#include "widgets/views/network/networktimes.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/speed/speedview.h"
#include "widgets/views/trials/trialsview.h"

#include <QLabel>
#include <QRegularExpression>
#include <QTabWidget>

#include <numeric>

using namespace knobscope;

namespace {

/// Sentences in sight: labels, and headlines as one sentence with their line.
QStringList sentencesIn(const QWidget& view)
{
    QStringList all;
    for (const QLabel* label : view.findChildren<QLabel*>()) {
        const auto* headline = qobject_cast<const Headline*>(label->parentWidget());
        if (label->isVisible() && !headline) {
            all += label->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        }
    }
    for (const Headline* headline : view.findChildren<Headline*>()) {
        if (headline->isVisible() && headline->hasFigure()) {
            all += headline->figure() + QStringLiteral(", ") + headline->line();
        }
    }
    return all;
}

/// Sentences with a figure in GFLOPS that is neither the best nor named.
QStringList unnamedFigures(const QStringList& sentences, double best)
{
    static const QRegularExpression figure(QStringLiteral("([0-9][0-9.,]*) GFLOPS"));
    static const QRegularExpression named(QStringLiteral("trial \\d|run \\d|peak|median|[Ii]nterval|Roof|roof|ahead|behind"));
    QStringList unnamed;
    for (const QString& sentence : sentences) {
        auto match = figure.globalMatch(sentence);
        while (match.hasNext()) {
            const QString text = match.next().captured(1);
            const bool isBest = text == QLocale().toString(best, 'f', 1);
            const bool isCalledBest = sentence.contains(QStringLiteral("best"), Qt::CaseInsensitive)
                                   && !sentence.contains(QStringLiteral("best of run"));
            if (!isBest && (isCalledBest || !sentence.contains(named))) {
                unnamed << sentence;
            }
        }
    }
    return unnamed;
}

} // namespace

class TestOneFigure : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        testing::useOwnSettings(m_settings.path());
        m_room = std::make_unique<Room>(QSize(1440, 900));
        QVERIFY(m_room->isOpen());
        QVERIFY(!m_room->window.isWindowModified()); // the sample opens without an asterisk
        Workspace& workspace = m_room->window.workspace();
        const TaskStanding* standing = workspace.standings().find(
            TaskStandings::taskKey(workspace.task()->name, workspace.task()->args, workspace.task()->target.text));
        QVERIFY(standing);
        m_best = standing->bestGflops;
        QVERIFY(m_best > 0);
        // The best trial is chosen, so that every view shows it.
        for (const RunRow& run : workspace.runs()) {
            for (const TrialRow& trial :
                 run.bestGflops == m_best ? workspace.connection()->trials(run.id).value() : std::vector<TrialRow>()) {
                if (trial.gflops == m_best) {
                    workspace.selection().select({{run.id, trial.number}});
                }
            }
        }
        QVERIFY(workspace.selection().current().isValid());
    }
    void cleanupTestCase() { m_room.reset(); }

    /// Every sentence of every view in every mode.
    void sentencesNameWhatIsNotTheBest()
    {
        QStringList seen;
        for (const ModeEntry& mode : modeEntries()) {
            m_room->window.layouts().apply(mode.layout);
            m_room->window.refreshViews();
            for (QDockWidget* dock : m_room->window.findChildren<QDockWidget*>()) {
                if (!dock->isVisible()) {
                    continue;
                }
                dock->raise();
                QCoreApplication::processEvents();
                for (QTabWidget* tabs : dock->findChildren<QTabWidget*>()) {
                    for (int tab = 0; tab < tabs->count(); ++tab) {
                        tabs->setCurrentIndex(tab);
                        QCoreApplication::processEvents();
                        seen += sentencesIn(*dock);
                    }
                    tabs->setCurrentIndex(0);
                }
                QTest::qWait(20); // views are up to date soon after they are seen
                seen += sentencesIn(*dock);
            }
        }
        seen.removeDuplicates();
        const auto figures = seen.filter(QStringLiteral("GFLOPS"));
        QVERIFY2(figures.size() >= 5, qPrintable(figures.join(QLatin1Char('\n')))); // the walk sees something
        const QStringList unnamed = unnamedFigures(figures, m_best);
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join(QLatin1Char('\n'))));
    }

    void theBestIsOneNumberInEachView()
    {
        const QString best = QLocale().toString(m_best, 'f', 1);
        m_room->window.layouts().apply(Layout::Explore);
        m_room->window.refreshViews();
        QTRY_COMPARE(m_room->dock("config")->findChild<Headline*>()->figure(), best + QStringLiteral(" GFLOPS"));
        // The last run has a best of its own, which is called so.
        const RunRow& last = *m_room->window.workspace().newestRun();
        const auto* headline = m_room->dock("run")->findChild<Headline*>();
        QTRY_COMPARE(headline->figure(), QLocale().toString(last.bestGflops, 'f', 1) + QStringLiteral(" GFLOPS"));
        QVERIFY2(headline->line().contains(QStringLiteral("best of run %1").arg(last.id)), qPrintable(headline->line()));
        auto* speed = m_room->dock("speed")->findChild<SpeedView*>();
        speed->showRuns({m_room->window.workspace().selection().current().run});
        QTRY_COMPARE(speed->bestGflops(), m_best);
        m_room->window.layouts().apply(Layout::Analyse);
        m_room->dock("insight")->raise();
        auto* insight = m_room->dock("insight")->findChild<InsightView*>();
        insight->refreshNow();
        QTRY_VERIFY(insight->trials() && insight->trials()->best());
        QCOMPARE(insight->trials()->trials[*insight->trials()->best()].point.gflops, m_best);
        m_room->dock("trials")->raise();
        auto* trials = m_room->dock("trials")->findChild<TrialsView*>();
        trials->refreshNow();
        const TrialRef chosen = m_room->window.workspace().selection().current();
        const auto row = [&] { return trials->model().row(trials->model().rowOf({chosen.run, chosen.number})); };
        QTRY_VERIFY(row());
        QCOMPARE(row()->gflops, m_best);
    }

    /// The whole network's time is the headline; what its steps take together is called so.
    void aNetworksTimesAreNamed()
    {
        m_room->window.layouts().apply(Layout::Networks);
        auto* view = m_room->dock("network")->findChild<NetworkView*>();
        QVERIFY(view);
        QTRY_VERIFY_WITH_TIMEOUT(view->times().profile(), 20000);
        const NetworkProfile& profile = *view->times().profile();
        const auto* headline = view->times().findChild<Headline*>();
        QVERIFY2(headline->figure().startsWith(QString::fromStdString(millisecondsText(profile.time.seconds))),
                 qPrintable(headline->figure()));
        QVERIFY2(headline->figure().endsWith(QStringLiteral(" ms per inference")), qPrintable(headline->figure()));
        QVERIFY2(headline->line().contains(QStringLiteral("% of the peak of ")), qPrintable(headline->line()));
        const double steps = std::accumulate(profile.stepSeconds.begin(), profile.stepSeconds.end(), 0.0);
        QVERIFY(steps > 0);
        static const QRegularExpression total(QStringLiteral("% of the steps' ([0-9.]+) ms"));
        QTRY_VERIFY(std::ranges::any_of(view->findChildren<QWidget*>(), [&](const QWidget* child) {
            const auto match = total.match(child->accessibleName());
            return match.hasMatch() && std::abs(match.captured(1).toDouble() / (steps * 1e3) - 1) < 0.01;
        }));
    }

private:
    QTemporaryDir m_settings;
    std::unique_ptr<Room> m_room;
    double m_best = 0;
};

QTEST_MAIN(TestOneFigure)
#include "tst_onefigure.moc"
