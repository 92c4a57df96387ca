// SPDX-License-Identifier: GPL-3.0-or-later
// A run read back with its reasons, and what its tuner believed.
#include "core/store/projectwriter.h"
#include "core/study/searchtables.h"
#include "core/tuning/storelistener.h"
#include "tests/core/tuning/fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace knobscope;

class TestSearchHistory : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string m_path = m_dir.filePath(QStringLiteral("a.knobscope")).toStdString();

    Project open() { return Project::open(m_path, Project::Mode::ReadOnly).value(); }

    /// Returns the run's number.
    int64_t run(LoopTask task)
    {
        auto writer = ProjectWriter::open(m_path).value();
        StoreListener store(*writer, {});
        const std::vector<LoopListener*> listeners{&store};
        FakeMeasurer measurer(1);
        LoopControl control;
        (void)tune({std::move(task)}, measurer, control, listeners).value();
        return store.lastRun();
    }

private slots:
    void init()
    {
        QFile::remove(QString::fromStdString(m_path));
        QVERIFY(Project::open(m_path, Project::Mode::Create).has_value());
    }

    void aRunKeepsItsReasons()
    {
        LoopTask seeded = task("ga", 40);
        seeded.options.seeds = {17};
        const int64_t id = run(std::move(seeded));
        auto project = open();
        const SearchHistory history = searchHistory(project, id).value();
        QCOMPARE(history.size(), size_t(40));
        QCOMPARE(history.reason(0).kind, ProposalKind::Seed);
        QVERIFY(whyProposed(history, 0).message == "Given when the run was started.");
        size_t children = 0;
        for (size_t i = 1; i < history.size(); ++i) {
            QVERIFY(history.reason(i).kind != ProposalKind::Unknown);
            if (history.reason(i).kind == ProposalKind::Child) {
                ++children;
                checkChild(history, i);
            }
        }
        QVERIFY2(children >= 20, qPrintable(QString::number(children)));
        QCOMPARE(proposalsTable(history).toJson().size(), size_t(40));
    }

    void laterTrialsAreAdded()
    {
        const int64_t id = run(task("random", 10));
        auto project = open();
        const SearchHistory first = searchHistory(project, id).value();
        const SearchHistory again = searchHistory(project, id, &first).value();
        QCOMPARE(again.size(), size_t(10));
        QCOMPARE(again.reasons.size(), size_t(10));
        QCOMPARE(again.trials.task.get(), first.trials.task.get());
    }

    /// As while a run is in progress: the reasons of trials that were read before are not read again.
    void onlyNewReasonsAreRead()
    {
        const nlohmann::json inOrder = reasonToJson(ProposalReason{.kind = ProposalKind::InOrder});
        const int64_t id = run(task("random", 10));
        const SearchHistory first = [&] {
            auto project = open();
            return searchHistory(project, id).value();
        }();
        QVERIFY(first.reason(0).kind != ProposalKind::InOrder);
        {
            SQLite::Database database(m_path, SQLite::OPEN_READWRITE);
            SQLite::Statement change(database, "UPDATE proposal SET reason = ?");
            change.bind(1, inOrder.dump());
            change.exec();
        }
        {
            auto reading = open();
            TrialRow added = reading.trials(id, 9, 1).value().front();
            added.number = 11;
            added.gflops *= 2;
            added.reason = inOrder;
            auto writer = ProjectWriter::open(m_path).value();
            writer->addTrial(id, added);
            QVERIFY(writer->flush());
        }
        auto project = open();
        const SearchHistory again = searchHistory(project, id, &first).value();
        QCOMPARE(again.size(), size_t(11));
        QCOMPARE(again.reasons.size(), size_t(11));
        for (size_t i = 0; i < 10; ++i) {
            QCOMPARE(again.reason(i).kind, first.reason(i).kind);
            QCOMPARE(again.measured[i], first.measured[i]);
        }
        QCOMPARE(again.reason(10).kind, ProposalKind::InOrder);
        QCOMPARE(again.measured[10], 2 * again.measured[9]);
        const SearchHistory whole = searchHistory(project, id).value();
        QCOMPARE(again.best, whole.best);
        QCOMPARE(whole.reason(0).kind, ProposalKind::InOrder); // what is stored now
    }

    /// Runs of earlier versions have no table of reasons.
    void runsWithoutReasonsAreRead()
    {
        const int64_t id = run(task("ga", 12));
        {
            SQLite::Database database(m_path, SQLite::OPEN_READWRITE);
            database.exec("DROP TABLE proposal");
        }
        auto project = open();
        const SearchHistory history = searchHistory(project, id).value();
        QVERIFY(history.reasons.empty());
        QCOMPARE(history.reason(3).kind, ProposalKind::Unknown);
        QVERIFY(whyProposed(history, 3).message == "No reason is recorded.");
        QCOMPARE(knobOrigins(history, 3)[0], KnobOrigin::Unknown);
    }

    void mapsAgreeWithResults()
    {
        const int64_t id = run(task("bayes", 40));
        auto project = open();
        const SearchHistory history = searchHistory(project, id).value();
        const auto [x, y] = knobsToLookAt(history);
        QVERIFY(x != y);
        const BeliefMap map = beliefMap(history, 39, x, y).value();
        const auto& knobs = history.trials.task->space.knobs();
        QCOMPARE(map.columns, static_cast<size_t>(knobs[x].size()));
        QCOMPARE(map.cells.size(), map.columns * map.rows);
        QVERIFY(!map.isScore);
        QCOMPARE(map.trials, size_t(39));
        const BeliefMap::Cell& here =
            map.at(static_cast<size_t>(history.trials.digit(39, x)), static_cast<size_t>(history.trials.digit(39, y)));
        QCOMPARE(here.index, history.trials.trials[39].point.index);
        QVERIFY(!here.isMeasured); // before the trial
        for (const BeliefMap::Cell& cell : map.cells) {
            QVERIFY(cell.index < 0 || (cell.factor >= 1 && std::isfinite(cell.expected)));
            QCOMPARE(cell.isMeasured && cell.gain > 0, false);
            if (cell.isMeasured && cell.gflops > 0) {
                const double share = cell.gflops / history.fastestBefore(39);
                QVERIFY2(std::abs(std::log(cell.expected / std::max(share, 0.1))) < 0.5,
                         qPrintable(QString::number(cell.expected / share)));
            }
        }
        QCOMPARE(beliefTable(history, map, x, y).toJson().size() > 0, true);
    }

    void mapsThatCannotBe()
    {
        auto refused = [&](const char* tuner, size_t trial, size_t x, size_t y, const char* words) {
            const int64_t id = run(task(tuner, 12));
            auto project = open();
            const auto map = beliefMap(searchHistory(project, id).value(), trial, x, y);
            QVERIFY(!map);
            QVERIFY2(map.error().message.find(words) != std::string::npos, map.error().message.c_str());
        };
        refused("random", 11, 0, 1, "random has no model");
        refused("bayes", 0, 0, 1, "Nothing had worked");
        refused("bayes", 11, 1, 1, "two different knobs");
        refused("bayes", 12, 0, 1, "12 trials");
        refused("bayes", 11, 0, 9, "2 knobs");
    }

private:
    static void checkChild(const SearchHistory& history, size_t trial)
    {
        const ConfigSpace& space = history.trials.task->space;
        const ProposalReason& reason = history.reason(trial);
        const auto origins = knobOrigins(history, trial);
        for (const int64_t parent : reason.from) {
            QVERIFY(history.trialOf(parent, trial).has_value());
        }
        for (size_t k = 0; k < origins.size(); ++k) {
            const auto digit = static_cast<int64_t>(history.trials.digit(trial, k));
            const bool isFirst = space.digits(reason.from[0])[k] == digit;
            const bool isSecond = space.digits(reason.from[1])[k] == digit;
            switch (origins[k]) {
            case KnobOrigin::First: QVERIFY(isFirst && !isSecond); break;
            case KnobOrigin::Second: QVERIFY(isSecond && !isFirst); break;
            case KnobOrigin::Both: QVERIFY(isFirst && isSecond); break;
            default: QCOMPARE(origins[k], KnobOrigin::Mutated);
            }
        }
        QVERIFY(whyProposed(history, trial).message.find("a child of trial") != std::string::npos);
        QVERIFY(!whatCameOfIt(history, trial).empty());
    }
};

QTEST_APPLESS_MAIN(TestSearchHistory)
#include "tst_searchhistory.moc"
