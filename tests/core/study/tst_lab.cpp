// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics.h"
#include "core/study/projectspaces.h"
#include "core/study/runlab.h"
#include "core/tuner/boundsource.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

using namespace knobscope;

namespace {

const std::string smallSpace = KNOBSCOPE_FIXTURES "/recorded/resnet-18-13.knobscope";

std::vector<TunerChoice> choices(const char* text)
{
    return parseTunerChoices(text).value();
}

/// The fixture with other times: those of `good` points are 1 us, all others 2 us.
RecordedSpace withGoodPoints(const std::set<int64_t>& good)
{
    RecordedSpace space = readSpaces(smallSpace).value().front();
    for (RecordedPoint& point : space.points) {
        point.seconds = good.contains(point.index) ? 1e-6 : 2e-6;
    }
    return space;
}

/// Spearman's correlation of recorded times with what bounds them, over this many points.
double agreementWithBound(const RecordedSpace& space, size_t count)
{
    BoundSource bounds(space.task, defaultMachine(space.task.target));
    std::vector<double> cycles;
    std::vector<double> seconds;
    for (size_t i = 0; i < count; ++i) {
        const RecordedPoint& point = space.points[i * space.points.size() / count];
        if (const auto least = bounds.cycles(point.index); least && point.error == MeasureError::None) {
            cycles.push_back(*least);
            seconds.push_back(point.seconds);
        }
    }
    const std::vector<int> expected = doubledMidranks(cycles);
    const std::vector<int> found = doubledMidranks(seconds);
    const double mean = static_cast<double>(cycles.size()) + 1; // of doubled ranks
    double together = 0, ofExpected = 0, ofFound = 0;
    for (size_t i = 0; i < cycles.size(); ++i) {
        const double a = expected[i] - mean, b = found[i] - mean;
        together += a * b;
        ofExpected += a * a;
        ofFound += b * b;
    }
    return together / std::sqrt(ofExpected * ofFound);
}

} // namespace

class TestLab : public QObject
{
    Q_OBJECT
private slots:
    void aSpaceIsThatOfItsRun()
    {
        const RecordedSpace space = readSpaces(smallSpace).value().front();
        QCOMPARE(space.points.size(), size_t(160));
        QCOMPARE(space.completeness(), 1.0);
        QCOMPARE(space.label, std::string("resnet-18:13"));
        QCOMPARE(space.task.name, std::string("dense_nopack.x86"));
        double fastest = 1;
        for (const RecordedPoint& point : space.points) {
            fastest = std::min(fastest, point.seconds);
        }
        QVERIFY(std::abs(space.bestFlops() - space.task.autotvmFlops / fastest) < 1);
        QCOMPARE(space.countAtLeast(0), int64_t(160));
        QVERIFY(space.countAtLeast(1) >= 1);
        QVERIFY(!space.flopsAt(160));
    }

    void theShippedSpacesAreWhole()
    {
        for (const char* name : {"resnet-18-2", "resnet-18-14", "resnet-50-15", "mobilenet-v1-16"}) {
            const auto spaces = readSpaces(std::string(KNOBSCOPE_SOURCE_DIR "/resources/recorded/") + name + ".knobscope");
            QVERIFY2(spaces, spaces ? "" : spaces.error().message.c_str());
            QCOMPARE(spaces->front().completeness(), 1.0);
            QCOMPARE(spaces->front().threads, 1);
            QCOMPARE(spaces->front().machine, std::string("Intel(R) Xeon(R) Processor"));
        }
    }

    void choicesAreReadWithTheirParameters()
    {
        const auto read = choices("random,ga:pop_size=20:elite_num=2,xgb:feature_type=knob");
        QCOMPARE(read.size(), size_t(3));
        QCOMPARE(read[1].name, std::string("ga"));
        QCOMPARE(read[1].parameters["pop_size"].get<int>(), 20);
        QCOMPARE(read[2].parameters["feature_type"].get<std::string>(), std::string("knob"));
        for (const char* wrong : {"", ",", "ga,", ":a=1", "ga:a", "ga:=1", "ga:a=", "ga:a=1:a=2"}) {
            QVERIFY2(!parseTunerChoices(wrong), wrong);
        }
    }

    void gridFindsAPointAtItsPlace()
    {
        const RecordedSpace space = withGoodPoints({41});
        const auto found = replay(space, choices("grid")[0], 1).value();
        QCOMPARE(found.trialsTo(0.95), std::optional<int64_t>(42));
        QCOMPARE(found.trialsTo(0.5), std::optional<int64_t>(1));
        QCOMPARE(found.trials, int64_t(160));
        ReplayOptions shortRun;
        shortRun.budget = 10;
        QVERIFY(!replay(space, choices("grid")[0], 1, shortRun)->trialsTo(0.95));
    }

    /// Random search draws without repeats: the first of K good among N comes at (N + 1) / (K + 1) on average.
    void randomNeedsWhatProbabilitySays()
    {
        const RecordedSpace space = withGoodPoints({3, 50, 77, 120});
        double sum = 0;
        const int seeds = 400;
        for (uint64_t seed = 0; seed < seeds; ++seed) {
            sum += static_cast<double>(replay(space, choices("random")[0], seed)->trialsTo(0.95).value());
        }
        QVERIFY2(std::abs(sum / seeds - 161.0 / 5) < 4, qPrintable(QString::number(sum / seeds)));
    }

    void replaysRepeatThemselves()
    {
        const RecordedSpace space = readSpaces(smallSpace).value().front();
        ReplayOptions options;
        options.budget = 60;
        for (const TunerDescription& tuner : tuners()) {
            if (tuner.name == "xgb" || tuner.name == "model") {
                continue; // have their own test, which is slow
            }
            const auto first = replay(space, {tuner.name, tuner.name}, 3, options).value();
            QVERIFY(first.best == replay(space, {tuner.name, tuner.name}, 3, options)->best);
            QCOMPARE(first.trials, int64_t(60));
            QVERIFY(std::ranges::is_sorted(first.best, {}, &CurveStep::best));
        }
    }

    void pointsThatAreNotRecordedCountAsFailed()
    {
        RecordedSpace space = readSpaces(smallSpace).value().front();
        space.points.resize(155);
        QVERIFY(space.completeness() < 1 && !space.isSparse());
        const auto found = replay(space, choices("grid")[0], 1).value();
        QCOMPARE(found.unknown, int64_t(5));
        QCOMPARE(found.failed, int64_t(5));
        for (RecordedPoint& point : space.points) {
            point.seconds = 0;
            point.error = MeasureError::RuntimeDevice;
        }
        QVERIFY(!replay(space, choices("grid")[0], 1));
    }

    /// Of a sparse recording nothing is made up: what it does not know is an error, or is measured.
    void sparseSpacesAnswerNothingThatTheyDoNotKnow()
    {
        RecordedSpace space = readSpaces(smallSpace).value().front();
        const RecordedSpace whole = space;
        space.points.resize(100);
        QVERIFY(space.isSparse());
        const auto refused = replay(space, choices("grid")[0], 1);
        QVERIFY(!refused);
        const std::string& sentence = refused.error().message;
        QVERIFY2(sentence.find("config 100,") != std::string::npos && sentence.find("--tuners grid") != std::string::npos,
                 sentence.c_str());
        QVERIFY(!earlierRun(space, 160));
        ReplayOptions options;
        options.budget = 100;
        QCOMPARE(replay(space, choices("grid")[0], 1, options)->unknown, int64_t(0));
        options.budget = 160;
        int asked = 0;
        options.measure = [&](int64_t index) {
            ++asked;
            return whole.flopsAt(index);
        };
        const auto measured = replay(space, choices("grid")[0], 1, options).value();
        QCOMPARE(asked, 60);
        QCOMPARE(measured.trials, int64_t(160));
        QCOMPARE(measured.unknown, int64_t(0));
        options.measure = [](int64_t) { return std::optional<double>(); };
        QCOMPARE(replay(space, choices("grid")[0], 1, options)->trials, int64_t(100));
    }

    void recordedConfigsComeInRandomOrder()
    {
        RecordedSpace space = withGoodPoints({7});
        std::erase_if(space.points, [](const RecordedPoint& point) { return point.index % 2 == 0; });
        QVERIFY(space.isSparse());
        std::set<int64_t> found;
        for (uint64_t seed = 1; seed <= 20; ++seed) {
            const Replay all = replay(space, choices("recorded")[0], seed).value();
            QCOMPARE(all.trials, int64_t(80));
            QCOMPARE(all.unknown + all.repeated, int64_t(0));
            QVERIFY(replay(space, choices("recorded")[0], seed)->best == all.best);
            found.insert(all.trialsTo(1).value());
        }
        QVERIFY2(found.size() > 10, qPrintable(QString::number(found.size())));
        QVERIFY(!replay(space, choices("recorded:first=1")[0], 1));
    }

    void theLabCountsMissesAndDoesNotDependOnThreads()
    {
        const std::vector<RecordedSpace> spaces{withGoodPoints({41}), withGoodPoints({9, 140})};
        LabOptions options;
        options.seeds = 5;
        options.jobs = 1;
        options.replaying.budget = 20;
        const auto tunersAsked = choices("grid,random");
        const LabResult lab = runLab(spaces, tunersAsked, options).value();
        const TunerStanding& grid = lab.spaces[0].tuners[0];
        QCOMPARE(grid.trialsTo[1].reached, 0);
        QCOMPARE(grid.trialsTo[1].median, 21.0);
        QCOMPARE(lab.spaces[1].tuners[0].trialsTo[1].median, 10.0);
        QVERIFY(std::abs(lab.overall[0].trialsTo[1].median - std::sqrt(21.0 * 10)) < 1e-9);
        QCOMPARE(lab.overall[0].trialsTo[1].reached, 5);
        QCOMPARE(grid.band.size(), size_t(20));
        QCOMPARE(grid.band[0].median, 0.5);
        options.jobs = 3;
        const LabResult again = runLab(spaces, tunersAsked, options).value();
        QCOMPARE(again.spaces[1].tuners[1].bySeed[1], lab.spaces[1].tuners[1].bySeed[1]);
        QVERIFY(again.overall[1].trialsTo[1].low == lab.overall[1].trialsTo[1].low);
    }

    void theLabRefusesWhatCannotRun()
    {
        const std::vector<RecordedSpace> spaces{readSpaces(smallSpace).value().front()};
        QVERIFY(!runLab(spaces, choices("random,annealing"), {}));
        QVERIFY(!runLab(spaces, choices("ga:pop=3"), {}));
        QVERIFY(!runLab({}, choices("random"), {}));
        std::atomic<bool> stop{true};
        QVERIFY(!runLab(spaces, choices("random"), {}, &stop));
    }

    void mediansHaveIntervals()
    {
        const std::vector<double> values{5, 7, 9, 11, 13, 15, 17, 19, 21, 23};
        const SeedMedian m = seedMedian(values);
        QCOMPARE(m.median, 14.0);
        QVERIFY(m.low >= 5 && m.low < 13);
        QVERIFY(m.high > 15 && m.high <= 23);
        QVERIFY(m.low && m.high);
        const std::vector<double> same{4, 4, 4};
        QVERIFY(seedMedian(same).low == 4.0);
        const std::vector<double> one{4};
        QCOMPARE(seedMedian(one).median, 4.0);
        QVERIFY(!seedMedian(one).low);
    }

    void theDefaultBeatsRandom()
    {
        const std::vector<RecordedSpace> spaces{
            readSpaces(KNOBSCOPE_SOURCE_DIR "/resources/recorded/resnet-18-2.knobscope").value().front()};
        LabOptions options;
        options.seeds = 7;
        options.replaying.budget = 60;
        const LabResult lab = runLab(spaces, choices("random,default"), options).value();
        QVERIFY(lab.overall[1].toFirst < 0.7);
    }

    /// When a template has other knobs by now, its space is recorded anew.
    void whatShipsIsOfTheseTemplates()
    {
        const std::filesystem::path folder = KNOBSCOPE_SOURCE_DIR "/resources/recorded";
        int files = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (entry.path().extension() != ".knobscope") {
                continue;
            }
            ++files;
            auto project = Project::open(entry.path().string(), Project::Mode::ReadOnly).value();
            const auto spaces = spacesOfProject(project, 0);
            QVERIFY2(spaces && spaces->size() == 1, entry.path().c_str());
            QCOMPARE(std::ssize(spaces->front().points), project.run(1)->trials);
        }
        QVERIFY(files >= 15);
    }

    /// What the bound is for: tuners begin with its order. Of the searched ones, most are near the best, where it tells less.
    void theBoundRanksExtraTemplates_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("least");
        QTest::newRow("depthwise rows, stride 2") << "extra/mobilenet-v1-4-rows" << 0.6;
        QTest::newRow("depthwise rows") << "extra/mobilenet-v1-14-rows" << 0.6;
        QTest::newRow("tiles") << "searched/mobilenet-v1-15-tiles" << 0.6;
        QTest::newRow("winograd") << "searched/resnet-18-2-winograd" << 0.6;
    }
    void theBoundRanksExtraTemplates()
    {
        QFETCH(QString, file);
        QFETCH(double, least);
        const auto spaces = readSpaces(KNOBSCOPE_SOURCE_DIR "/resources/recorded/" + file.toStdString() + ".knobscope");
        QVERIFY2(spaces.has_value(), spaces ? "" : spaces.error().message.c_str());
        const double agreement = agreementWithBound(spaces->front(), 100);
        qInfo("%s: %.2f", qPrintable(file), agreement);
        QVERIFY2(agreement > least, qPrintable(QString::number(agreement)));
    }

    void earlierRunsHelp()
    {
        const std::string folder = KNOBSCOPE_SOURCE_DIR "/resources/recorded/";
        const std::vector<RecordedSpace> spaces{readSpaces(folder + "resnet-18-2.knobscope").value().front()};
        const auto earlier = earlierRun(readSpaces(folder + "resnet-50-4.knobscope").value().front(), 60).value();
        QCOMPARE(earlier.trials.size(), size_t(60));
        LabOptions options;
        options.seeds = 5;
        options.replaying.budget = 60;
        const double cold = runLab(spaces, choices("default"), options)->overall[0].trialsTo[0].median;
        options.replaying.history = {earlier};
        const double warm = runLab(spaces, choices("default"), options)->overall[0].trialsTo[0].median;
        QVERIFY2(warm <= cold, qPrintable(QString("%1 %2").arg(cold).arg(warm)));
        // Its own records would tell everything: they are left out.
        options.replaying.history = {earlierRun(spaces[0], 200).value()};
        QCOMPARE(runLab(spaces, choices("default"), options)->overall[0].trialsTo[0].median, cold);
    }
};

QTEST_APPLESS_MAIN(TestLab)
#include "tst_lab.moc"
