// SPDX-License-Identifier: GPL-3.0-or-later
// The Proposals view on runs of real tuners over invented speeds.
#include "core/tuner/tuner.h"
#include "tests/widgets/buttons.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/recordedproject.h"
#include "tests/widgets/viewharness.h"
#include "tests/widgets/writtenmeasurer.h"
#include "widgets/controls/headline.h"
#include "widgets/controls/stepbar.h"
#include "widgets/views/proposals/beliefpanel.h"
#include "widgets/views/proposals/proposalsview.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

double speedOf(const ConfigSpace& space, int64_t index)
{
    double speed = 90;
    for (const int64_t digit : space.digits(index)) {
        speed -= 3 * std::abs(static_cast<double>(digit) - 3);
    }
    return std::max(2.0, speed);
}

std::vector<TrialRow> trialsOf(const Task& task, const char* tuner, int count, const nlohmann::json& parameters)
{
    auto searching = makeTuner(tuner, task.space, 5, parameters).value();
    std::vector<TrialRow> rows;
    while (std::ssize(rows) < count) {
        const auto index = searching->next();
        if (!index) {
            break;
        }
        const double gflops = speedOf(task.space, *index);
        rows.push_back(trialOf(*index, entityToJson(task.space.at(*index).value()), gflops));
        rows.back().reason = reasonToJson(searching->reason());
        const Trial trial{*index, gflops * 1e9};
        searching->update(std::span(&trial, 1));
    }
    return rows;
}

/// Measures a hundred configs a second.
class SteadyMeasurer : public WrittenMeasurer
{
public:
    SteadyMeasurer()
        : WrittenMeasurer(std::make_shared<WrittenTimes>())
    {
    }
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds wait) override
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return WrittenMeasurer::next(wait);
    }
};

} // namespace

class TestProposals : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_path = m_dir.filePath(QStringLiteral("a.knobscope"));

    struct Shown {
        explicit Shown(const QString& path, qint64 run)
        {
            QVERIFY(workspace.openProject(path).has_value());
            view.resize(1000, 420);
            view.show();
            view.setRun(run);
            view.refreshNow();
        }
        int trial() { return static_cast<int>(view.trial().number); }
        void goTo(int number)
        {
            view.findChild<StepBar*>()->setStep(number - 1);
            view.refreshNow();
        }
        QString cell(int row, const char* column)
        {
            return view.knobs().index(row, columnOf(view.knobs(), QString::fromLatin1(column))).data().toString();
        }
        Workspace workspace;
        ProposalsView view{workspace};
    };

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QLocale::setDefault(QLocale::c());
        QVERIFY(Project::open(m_path.toStdString(), Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(m_path.toStdString()).value();
        const Task task = denseTask();
        addFinishedRun(*writer, taskRow(task), "ga", 5, trialsOf(task, "ga", 40, {{"pop_size", 10}, {"mutation_prob", 0.3}}));
        addFinishedRun(*writer, taskRow(task), "bayes", 5, trialsOf(task, "bayes", 24, {{"bound", 0}}));
        addFinishedRun(*writer, taskRow(task), "descent", 5, trialsOf(task, "descent", 30, {{"samples", 8}}));
    }

    void aChildShowsItsParents()
    {
        Shown shown(m_path, 1);
        const QAbstractItemModelTester tester(&shown.view.knobs(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(shown.trial(), 40); // the last one
        shown.goTo(1);
        QCOMPARE(shown.view.reason(), QStringLiteral("Drawn at random."));
        shown.goTo(35);
        QCOMPARE(shown.trial(), 35);
        QVERIFY2(shown.view.reason().startsWith(QStringLiteral("Generation 4: a child of trial ")),
                 qPrintable(shown.view.reason()));
        const Task task = denseTask();
        QCOMPARE(shown.view.knobs().rowCount(), static_cast<int>(task.space.knobs().size()));
        QVERIFY(!shown.cell(0, "origin").isEmpty());
        const auto& series = shown.view.belief().canvas().series();
        QCOMPARE(series.size(), size_t(5)); // the cells, and a line with dots for each parent
        // Without a model, the map is of what was measured, and says why.
        QVERIFY2(shown.view.belief().message().contains(QStringLiteral("ga has no model")),
                 qPrintable(shown.view.belief().message()));
        look(shown.view, "proposals-ga");
    }

    void aMapShowsTheBelief()
    {
        Shown shown(m_path, 2);
        shown.goTo(24);
        QVERIFY2(shown.view.reason().startsWith(QStringLiteral("The largest expected improvement")),
                 qPrintable(shown.view.reason()));
        QVERIFY(shown.view.belief().message().isEmpty());
        const auto cells = [&] { return shown.view.belief().canvas().series().front().values; };
        const std::vector<double> expected = cells();
        QVERIFY(std::ranges::none_of(expected, [](double value) { return std::isnan(value); }));
        auto* show = qobject_cast<QComboBox*>(shown.view.control("belief.show"));
        show->setCurrentIndex(2);
        QVERIFY(cells() != expected);
        show->setCurrentIndex(0);
        QVERIFY(std::ranges::any_of(cells(), [](double value) { return std::isnan(value); })); // pairs that were not tried
        QCOMPARE(shown.view.belief().canvas().marks().size(), size_t(1));
        look(shown.view, "proposals-bayes");
    }

    void buttonsKeysAndSelectionMove()
    {
        Shown shown(m_path, 3);
        press(shown.view, "first");
        press(shown.view, "forward");
        QCOMPARE(shown.trial(), 2);
        QTest::keyClick(&shown.view, Qt::Key_End);
        QCOMPARE(shown.trial(), 30);
        press(shown.view, "back");
        QCOMPARE(shown.trial(), 29);
        QCOMPARE(qobject_cast<QSlider*>(shown.view.control("step"))->value(), 28);
        shown.workspace.selection().select({{3, 7}});
        QCOMPARE(shown.trial(), 7);
        shown.workspace.selection().select({{1, 12}}); // of another run
        shown.view.refreshNow();
        QCOMPARE(shown.view.trial(), (TrialRef{1, 12}));
        press(shown.view, "first");
        press(shown.view, "select");
        QCOMPARE(shown.workspace.selection().current(), (TrialRef{1, 1}));
    }

    void playingMakesSteps()
    {
        Shown shown(m_path, 1);
        press(shown.view, "play");
        QCOMPARE(shown.trial(), 1); // from the end it starts again
        QTRY_VERIFY_WITH_TIMEOUT(shown.trial() == 2, 5000);
        press(shown.view, "play");
        QVERIFY(!shown.view.findChild<StepBar*>()->isPlaying());
    }

    /// The last trial of a run in progress is shown, unless somebody went to another.
    void aRunInProgressIsFollowed()
    {
        Workspace workspace;
        const QString path = m_dir.filePath(QStringLiteral("live.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        QVERIFY(workspace.openProject(path).has_value());
        workspace.session().setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
            return std::make_unique<SteadyMeasurer>();
        });
        const Task task = denseTask();
        QVERIFY(workspace.openTask(QStringLiteral("dense"), task.name, task.args, task.target).has_value());
        ProposalsView view(workspace);
        view.resize(1000, 420);
        view.show();
        RunOptions options;
        options.trials = 900;
        options.tuner = "ga";
        QVERIFY(workspace.startRun(options, {}).has_value());
        auto* bar = view.findChild<StepBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(bar->count() > 1, 10'000);
        const int first = bar->count();
        QTRY_VERIFY_WITH_TIMEOUT(bar->count() > first, 10'000);
        QCOMPARE(bar->step(), bar->count() - 1);
        QVERIFY2(!view.reason().isEmpty() && view.reason() != QStringLiteral("No reason is recorded."),
                 qPrintable(view.reason()));
        bar->setStep(0);
        const int second = bar->count();
        QTRY_VERIFY_WITH_TIMEOUT(bar->count() > second, 10'000);
        QCOMPARE(bar->step(), 0);
        QVERIFY(workspace.session().isRunning());
        workspace.session().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.session().isRunning(), 10'000);
    }

    void withoutARunItSaysWhatItIsFor()
    {
        Workspace workspace;
        ProposalsView view(workspace);
        view.show();
        view.refreshNow();
        QVERIFY(view.control("startTuning")->isVisible());
        QVERIFY(!view.trial().isValid());
    }
};

QTEST_MAIN(TestProposals)
#include "tst_proposals.moc"
