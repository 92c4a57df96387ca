// SPDX-License-Identifier: GPL-3.0-or-later
// Results of other tuners: whole files of the benchmark hub, and what may be wrong with such files.
#include "core/study/foreignspace.h"
#include "core/study/projectspaces.h"
#include "core/study/runlab.h"
#include "core/trace/gzstream.h"
#include "tests/nightly.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <ostream>
#include <random>

using namespace knobscope;

namespace {

const std::string others = KNOBSCOPE_SOURCE_DIR "/resources/recorded/others/";
const std::string fixtures = KNOBSCOPE_FIXTURES "/others/";

std::string textOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

int64_t number(const ConfigEntity& entity, const std::string& knob)
{
    return std::get<int64_t>(std::get<OtherEntity>(*entity.find(knob)).value);
}

/// Of Kernel Tuner.
const RecordedSpace& convolution()
{
    static const RecordedSpace space = readForeignSpace(others + "convolution-A100.json.gz").value();
    return space;
}

const std::string smallCache = R"({"device_name": "a GPU", "kernel_name": "add", "problem_size": [100, "n"],
    "tune_params_keys": ["b", "a"], "tune_params": {"a": [1, 2], "b": ["x", "y"]}, "cache": {
    "x,1": {"a": 1, "b": "x", "time": 2.5, "times": [2, 3], "timestamp": "2024-05-06 07:08:09"},
    "x,2": {"a": 2, "b": "x", "time": "CompilationFailedConfig"},
    "y,2": {"a": 2, "b": "y", "time": 1e20}}})";

} // namespace

class TestForeignSpace : public QObject
{
    Q_OBJECT
private slots:
    void aCacheOfKernelTunerIsRead()
    {
        const auto space = readForeignSpace(others + "convolution-A100.json.gz");
        QVERIFY2(space, space ? "" : space.error().message.c_str());
        QCOMPARE(space->label, std::string("convolution-A100"));
        QCOMPARE(space->machine, std::string("NVIDIA A100-PCIE-40GB"));
        QCOMPARE(space->points.size(), size_t(4362));
        QCOMPARE(space->failures(), int64_t(161));
        QCOMPARE(space->completeness(), 1.0);
        QCOMPARE(space->task.space.knobs().size(), size_t(10));
        QCOMPARE(space->task.space.knobs()[0].name(), std::string("block_size_x"));
        QVERIFY(std::abs(space->bestSeconds() - 0.5536e-3) < 1e-9);
        QCOMPARE(space->countAtLeast(0.95), int64_t(1));
        QCOMPARE(space->countAtLeast(0.90), int64_t(2));
        const auto best = std::min_element(space->points.begin(), space->points.end(), [](const auto& a, const auto& b) {
            return std::pair(a.seconds <= 0, a.seconds) < std::pair(b.seconds <= 0, b.seconds);
        });
        const auto entity = space->task.space.at(best->index).value();
        QCOMPARE(number(entity, "block_size_x"), int64_t(32));
        QCOMPARE(number(entity, "block_size_y"), int64_t(4));
        QCOMPARE(number(entity, "tile_size_y"), int64_t(3));
    }

    /// The cache lists what met the restrictions that T1, the description of the same space, spells out.
    void theSpaceIsWhatTheRestrictionsLeave()
    {
        const RecordedSpace& space = convolution();
        const auto t1 = nlohmann::json::parse(textOf(fixtures + "convolution-T1.json"));
        std::vector<Expression> rules;
        for (const auto& condition : t1["ConfigurationSpace"]["Conditions"]) {
            rules.push_back(Expression::parse(condition["Expression"].get<std::string>()).value());
        }
        QCOMPARE(rules.size(), size_t(4));
        QCOMPARE(space.task.space.rangeLength(), int64_t(10240));
        for (int64_t index = 0; index < space.task.space.rangeLength(); ++index) {
            const std::vector<int64_t> digits = space.task.space.digits(index);
            const auto numberOf = [&](const ExpressionTerm& term) -> std::optional<int64_t> {
                for (size_t k = 0; k < digits.size(); ++k) {
                    const Knob& knob = space.task.space.knobs()[k];
                    if (knob.name() == term.knob) {
                        return std::get<int64_t>(std::get<OtherEntity>(knob.at(digits[k])).value);
                    }
                }
                return std::nullopt;
            };
            const bool isAllowed = std::all_of(rules.begin(), rules.end(), [&](const Expression& rule) {
                std::vector<std::optional<int64_t>> numbers;
                std::ranges::transform(rule.terms(), std::back_inserter(numbers), numberOf);
                return rule.evaluate(numbers).value() != 0;
            });
            QCOMPARE(space.task.space.isValid(index), isAllowed);
        }
        QCOMPARE(space.task.space.validCount(), (SpaceCount{4362, 4362, true}));
    }

    void t4SaysTheSameAsTheCache()
    {
        const RecordedSpace& cache = convolution();
        const auto t4 = readForeignSpace(fixtures + "convolution-A100-T4.json");
        QVERIFY2(t4, t4 ? "" : t4.error().message.c_str());
        QCOMPARE(t4->points.size(), size_t(25));
        QCOMPARE(t4->failures(), int64_t(3));
        for (const RecordedPoint& point : t4->points) {
            const auto entity = t4->task.space.at(point.index).value();
            const auto speed = cache.flopsAt(cache.task.space.indexOf(entity).value());
            QVERIFY(speed);
            QVERIFY(std::abs(*t4->flopsAt(point.index) - *speed) <= 1e-5 * *speed);
        }
        QCOMPARE(std::count_if(t4->points.begin(), t4->points.end(),
                               [](const auto& p) { return p.error == MeasureError::CompileDevice; }),
                 std::ptrdiff_t(1));
    }

    void kttIsRead()
    {
        const auto space = readForeignSpace(others + "pnpoly-RTX-2080-Ti.json.gz");
        QVERIFY2(space, space ? "" : space.error().message.c_str());
        QCOMPARE(space->machine, std::string("NVIDIA GeForce RTX 2080 Ti"));
        QCOMPARE(space->points.size(), size_t(4092));
        QCOMPARE(space->failures(), int64_t(277));
        QCOMPARE(space->countAtLeast(0.95), int64_t(35));
        QVERIFY(std::abs(space->bestSeconds() - 8023.776e-6) < 1e-9);
    }

    void smallThingsAreUnderstood()
    {
        const RecordedSpace space = parseForeignRun(smallCache, "dir/small.json.gz").value().space;
        QCOMPARE(space.label, std::string("small"));
        QCOMPARE(space.date, std::string("2024-05-06"));
        QCOMPARE(shapeText(space.task), std::string("100"));
        QCOMPARE(space.task.space.knobs()[0].name(), std::string("b"));
        QCOMPARE(space.points.size(), size_t(3));
        QCOMPARE(space.failures(), int64_t(2));
        QCOMPARE(space.bestSeconds(), 2.5e-3);
        QCOMPARE(space.points[1].error, MeasureError::CompileDevice); // x, 2
        QCOMPARE(space.points[2].error, MeasureError::Unknown); // y, 2: the mark of old caches
        QVERIFY(readSpaces(others + "convolution-A100.json.gz"));
    }

    void wrongTextsAreRefused_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("word");
        // A cache that ends after a whole result is one of an interrupted run, see tst_foreignimport.
        QTest::newRow("cut short") << smallCache.substr(smallCache.find("2.5")).c_str() << "2."
                                   << "small.json is not JSON, or is incomplete";
        QTest::newRow("another kind") << "\"cache\"" << "\"cash\"" << "contains no results to replay";
        QTest::newRow("no object") << "\"tune_params\": {\"a\": [1, 2], \"b\": [\"x\", \"y\"]}" << "\"tune_params\": 3"
                                   << "contains no results to replay";
        QTest::newRow("no value") << "\"a\": 2, \"b\": \"x\"" << "\"b\": \"x\"" << "result 2 has no value for the parameter a";
        QTest::newRow("list as value") << "\"a\": 2, \"b\": \"x\"" << "\"a\": [2], \"b\": \"x\"" << "result 2 has no value";
        QTest::newRow("no time") << "\"time\": 2.5" << "\"tame\": 2.5" << "result 1 has neither a positive time";
        QTest::newRow("time below 0") << "2.5" << "-2.5" << "result 1 has neither";
        QTest::newRow("endless time") << "2.5" << "1e19" << "result 1 has neither";
        QTest::newRow("time is true") << "2.5" << "true" << "result 1 has neither";
        QTest::newRow("no results") << smallCache.substr(smallCache.find("\"x,1\"")).c_str() << "}}" << "contains no result";
    }
    void wrongTextsAreRefused()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, word);
        std::string text = smallCache;
        const size_t at = text.find(from.toStdString());
        QVERIFY(at != std::string::npos);
        text.replace(at, from.toStdString().size(), to.toStdString());
        const auto read = parseForeignRun(text, "small.json");
        QVERIFY(!read);
        QVERIFY2(read.error().message.find(word.toStdString()) != std::string::npos, read.error().message.c_str());
    }

    void damagedAndHugeFilesAreRefused()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath("x.json.gz").toStdString();
        const std::string whole = textOf(others + "convolution-A100.json.gz");
        std::ofstream(path, std::ios::binary) << whole.substr(0, whole.size() / 2);
        const auto cut = readForeignSpace(path);
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::Corrupt);
        if (isNightly()) { // a quarter of a gigabyte
            {
                GzOutput bomb(path);
                std::ostream stream(&bomb);
                const std::string blanks(1 << 20, ' ');
                for (int i = 0; i < 257; ++i) {
                    stream << blanks;
                }
            }
            QCOMPARE(readForeignSpace(path).error().code, ErrorCode::LimitExceeded);
        }
        std::string zeros = "{\"results\": [0";
        for (int i = 0; i < (isNightly() ? 10'000'000 : 1'000'000); ++i) { // values, and results
            zeros += ",0";
        }
        QCOMPARE(parseForeignRun(zeros + "]}", "zeros").error().code, ErrorCode::LimitExceeded);
        QCOMPARE(readForeignSpace("/no/such/file.json").error().code, ErrorCode::NotFound);
        QVERIFY(!parseForeignRun(std::string(100'000, '['), "deep"));
    }

    void spoiltTextsNeverCrash()
    {
        const std::string t4 = textOf(fixtures + "convolution-A100-T4.json");
        std::mt19937 random(3);
        int read = 0;
        for (int i = 0; i < 1500; ++i) {
            std::string text = i % 2 ? smallCache : t4;
            for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes) {
                const size_t at = random() % text.size();
                const size_t length = std::min<size_t>(random() % 20, text.size() - at);
                switch (random() % 4) {
                case 0: text[at] = static_cast<char>(random()); break;
                case 1: text.erase(at, length); break;
                case 2: text.insert(at, text.substr(random() % text.size(), length)); break;
                default: text[at] = "[]{}\",:0-9.e"[random() % 12]; break;
                }
                if (text.empty()) {
                    break;
                }
            }
            if (const auto run = parseForeignRun(text, "spoilt")) {
                ++read;
                for (const RecordedPoint& point : run->space.points) {
                    QVERIFY(run->space.task.space.isValid(point.index));
                    QVERIFY(point.seconds >= 0 && std::isfinite(point.seconds));
                }
            }
        }
        QVERIFY(read > 0 && read < 1500);
    }

    /// No template stands behind such a space: no loop nest, no bound, no fallback config.
    void everyTunerIsReplayedOnIt()
    {
        const std::vector<RecordedSpace> spaces{convolution()};
        std::string names;
        for (const TunerDescription& tuner : tuners()) {
            names += (names.empty() ? "" : ",") + tuner.name;
        }
        LabOptions options;
        options.seeds = 2;
        options.replaying.budget = 90;
        options.replaying.prune.factor = 2;
        const auto lab = runLab(spaces, parseTunerChoices(names).value(), options);
        QVERIFY2(lab, lab ? "" : lab.error().message.c_str());
        for (const TunerStanding& tuner : lab->spaces[0].tuners) {
            QCOMPARE(tuner.unknown, int64_t(0));
            QCOMPARE(tuner.pruning.count.judged, int64_t(0));
            QCOMPARE(tuner.band.size(), size_t(90));
            QVERIFY(tuner.band.back().median > 0.2);
        }
        QVERIFY(!lab->spaces[0].bestGflops);
    }

    /// One config of 4,362 is within 5 % of the best, and block_size_x goes up and down by half from value to value.
    void theDefaultFindsTheOneGoodConfigOfAGpuSpace()
    {
        if (!isNightly()) {
            QSKIP("takes seconds of a processor: in the nightly suite");
        }
        const std::vector<RecordedSpace> spaces{convolution()};
        LabOptions options;
        options.seeds = 6;
        options.replaying.budget = 220;
        const auto lab = runLab(spaces, parseTunerChoices("default").value(), options).value();
        const SeedMedian& near = lab.spaces[0].tuners[0].trialsTo[1];
        QVERIFY2(near.reached >= 5, fmt::format("{} of 6, median {}", near.reached, near.median).c_str());
    }
};

QTEST_APPLESS_MAIN(TestForeignSpace)
#include "tst_foreignspace.moc"
