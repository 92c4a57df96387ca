// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of filter in every view that shows trials, against the condition itself asked trial by trial.
#include "core/store/trialcondition.h"
#include "tests/widgets/recordedproject.h"
#include "widgets/views/compare/compareview.h"
#include "widgets/views/failures/failuresview.h"
#include "widgets/views/insight/insightview.h"
#include "widgets/views/speed/speedview.h"
#include "widgets/views/trials/trialsview.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

TrialFilter filterOf(TrialFilter::Kind kind)
{
    TrialFilter filter;
    filter.kind = kind;
    return filter;
}

TrialFilter timeFilter(double from, double to)
{
    TrialFilter filter = filterOf(TrialFilter::Kind::Time);
    filter.from = from;
    filter.to = to;
    return filter;
}

} // namespace

class TestFilteredViews : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QVERIFY(m_folder.isValid());
        QVERIFY(writeProject(path(), {60, 90}).has_value()); // the second half a second a trial too, from second 1000 on
    }

    void allViewsShowWhatMeetsTheFilters_data()
    {
        QTest::addColumn<int>("which");
        const char* names[] = {"time", "failed", "succeeded", "run", "knob", "not knob", "time and failed"};
        for (int i = 0; i < 7; ++i) {
            QTest::newRow(names[i]) << i;
        }
    }

    void allViewsShowWhatMeetsTheFilters()
    {
        QFETCH(const int, which);
        Workspace workspace;
        QVERIFY(workspace.openProject(path()).has_value());
        SpeedView chart(workspace);
        TrialsView trials(workspace);
        FailuresView failures(workspace);
        InsightView insight(workspace);
        for (View* view : std::initializer_list<View*>{&chart, &trials, &failures, &insight}) {
            view->resize(800, 500);
            view->show();
        }
        chart.showRuns({1, 2});
        const auto filters = filtersNumber(which, *workspace.taskOfRun(1));
        workspace.filters().set(filters);
        for (View* view : std::initializer_list<View*>{&chart, &trials, &failures, &insight}) {
            view->refreshNow();
        }
        const auto first = static_cast<qsizetype>(passing(workspace, 1, filters).size());
        const auto second = static_cast<qsizetype>(passing(workspace, 2, filters).size());
        QVERIFY(first + second > 0 && first + second < 150); // it leaves something out, and not all
        QCOMPARE(chart.trialCount(), first + second);
        QTRY_COMPARE(static_cast<qsizetype>(trials.model().rowCount()), first + second);
        // A share of trials that failed is one of all trials: of the filters only those on knobs and time narrow them.
        std::vector<TrialFilter> narrowing = filters;
        std::erase_if(narrowing, [](const TrialFilter& filter) {
            return filter.kind != TrialFilter::Kind::Time && filter.kind != TrialFilter::Kind::Knob;
        });
        QCOMPARE(static_cast<size_t>(failures.model().report().trials), passing(workspace, failures.run(), narrowing).size());
        QVERIFY(insight.trials());
        QCOMPARE(static_cast<qsizetype>(insight.trials()->trials.size()), first + second);

        workspace.filters().clear();
        for (View* view : std::initializer_list<View*>{&chart, &trials, &failures, &insight}) {
            view->refreshNow();
        }
        QTRY_COMPARE(trials.model().rowCount(), 150);
        QCOMPARE(insight.trials()->trials.size(), size_t(150));
        workspace.closeProject();
    }

    /// Runs are compared whole, and the view says so while there are filters.
    void theComparisonSaysThatItComparesRunsWhole()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(path()).has_value());
        CompareView compare(workspace);
        compare.show();
        compare.refreshNow();
        const auto note = [&] {
            const auto labels = compare.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->isVisible() && label->text().startsWith(QStringLiteral("Filters do not apply here"));
            });
        };
        QVERIFY(!note());
        workspace.filters().add(timeFilter(1005, 1010));
        QVERIFY(note());
        workspace.filters().clear();
        QVERIFY(!note());
        workspace.closeProject();
    }

private:
    static std::vector<TrialFilter> filtersNumber(int which, const Task& task)
    {
        TrialFilter run = filterOf(TrialFilter::Kind::Run);
        run.run = 2;
        TrialFilter knob = filterOf(TrialFilter::Kind::Knob);
        const ConfigEntity some = task.space.at(7919 % task.space.rangeLength()).value();
        for (const auto& [name, value] : some.values) { // one that has a choice
            if (task.space.find(name)->size() > 1) {
                knob.knob = name;
                knob.value = valueToJson(value);
                break;
            }
        }
        TrialFilter others = knob;
        others.isExcluded = true;
        const TrialFilter time = timeFilter(1005, 1010);
        const TrialFilter failed = filterOf(TrialFilter::Kind::Failed);
        const std::vector<std::vector<TrialFilter>> all{
            {time}, {failed}, {filterOf(TrialFilter::Kind::Succeeded)}, {run}, {knob}, {others}, {time, failed}};
        return all[static_cast<size_t>(which)];
    }

    static std::vector<TrialPoint> passing(Workspace& workspace, int64_t run, const std::vector<TrialFilter>& filters)
    {
        const auto task = workspace.taskOfRun(run);
        const TrialCondition condition(filters, run, task.get());
        std::vector<TrialPoint> points = workspace.connection()->points(run).value();
        std::erase_if(points, [&](const TrialPoint& point) { return !condition.matches(point); });
        return points;
    }

    QString path() const { return m_folder.filePath(QStringLiteral("p.knobscope")); }
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestFilteredViews)
#include "tst_filteredviews.moc"
