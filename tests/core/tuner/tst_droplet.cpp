// SPDX-License-Identifier: GPL-3.0-or-later
// What the droplet tuner visits, against AutoTVM's rule (DropletTuner of TVM 0.13) followed by hand: a batch is measured, the
// centre moves to each of its configs that is better in turn, and then the neighbours of a new centre are queued, or those of
// longer steps until a batch is full or no step is longer than the longest knob.
#include "core/tuner/tuner.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace knobscope;

namespace {

/// Knobs with so many values each.
ConfigSpace spaceOf(const std::vector<int>& sizes)
{
    ConfigSpace space;
    for (const int size : sizes) {
        OtherKnob values;
        for (int64_t i = 0; i < size; ++i) {
            values.candidates.emplace_back(i);
        }
        (void)space.define(Knob::make("k" + std::to_string(space.knobs().size()), values).value());
    }
    return space;
}

/// A config as the digits of its knobs: "21".
std::string nameOf(const ConfigSpace& space, int64_t index)
{
    std::string name;
    for (const int64_t digit : space.digits(index)) {
        name += std::to_string(digit);
    }
    return name;
}

using Measured = std::function<Trial(const std::string& config)>;

/// "00 | 11 10 01 | …": what is measured, a batch at a time.
std::string batches(const ConfigSpace& space, const nlohmann::json& parameters, int count, const Measured& measured)
{
    auto tuner = makeTuner("droplet", space, 1, parameters).value();
    std::string out;
    for (int i = 0; i < count; ++i) {
        std::vector<Trial> trials;
        out += i > 0 ? " |" : "";
        for (const int64_t index : tuner->propose(parameters["batch"].get<int>())) {
            const std::string name = nameOf(space, index);
            out += (out.empty() ? "" : " ") + name;
            trials.push_back(measured(name));
            trials.back().index = index;
        }
        tuner->update(trials);
    }
    return out;
}

/// These are better and better, all others equal.
Measured rising(const std::vector<std::string>& configs)
{
    return [configs](const std::string& config) {
        Trial trial{0, 1e9};
        for (size_t i = 0; i < configs.size(); ++i) {
            trial.flops = configs[i] == config ? 2e9 * static_cast<double>(i + 1) : trial.flops;
        }
        return trial;
    };
}

} // namespace

class TestDroplet : public QObject
{
    Q_OBJECT
private slots:
    void stepsOfAllSetsOfKnobsThenLongerOnes()
    {
        const ConfigSpace space = spaceOf({4, 4});
        const nlohmann::json six{{"batch", 6}};
        QCOMPARE(batches(space, six, 3, rising({"22"})), std::string("00 | 11 10 01 22 20 02 | 33 32 12 23 21"));
        QCOMPARE(batches(space, six, 3, rising({})), std::string("00 | 11 10 01 22 20 02 | 33 30 03"));
        QCOMPARE(batches(spaceOf({9, 9}), six, 3, rising({"11"})), std::string("00 | 11 10 01 22 20 02 | 21 12 33 31 13 44"));
        // Of several that are better the last one is the centre.
        QCOMPARE(batches(space, six, 3, rising({"10", "20"})), std::string("00 | 11 10 01 22 20 02 | 31 30 21 13 23"));
    }

    /// AutoTVM ends with the sixth batch; here the search begins again.
    void pastTheEndAKnobBeginsAnew()
    {
        const ConfigSpace space = spaceOf({5, 3});
        QCOMPARE(batches(space, {{"batch", 3}}, 6, rising({"11", "22", "32"})),
                 std::string("00 | 11 10 01 | 22 21 12 | 30 32 20 | 40 42 31 | 02"));
        const std::string more = batches(space, {{"batch", 3}}, 7, rising({"11", "22", "32"}));
        QCOMPARE(more.size(), std::string("00 | 11 10 01 | 22 21 12 | 30 32 20 | 40 42 31 | 02 | 41").size());
    }

    /// Of the 62 neighbours the first five; the last of them waits for the next batch, where AutoTVM loses it.
    void ofManyNeighboursOneMoreThanABatch()
    {
        const ConfigSpace space = spaceOf({3, 3, 3, 3, 3});
        QCOMPARE(batches(space, {{"batch", 4}}, 3, rising({})),
                 std::string("00000 | 11111 11110 11101 11100 | 11011 22222 22220 22202"));
    }

    /// The two-sided normal test of the logarithms: 1.960 and 2.576 standard errors of the difference.
    void aStepCountsWhenItIsNoAccident()
    {
        const ConfigSpace space = spaceOf({9, 9});
        const auto moves = [&](double gain, double noiseOfCentre, double noise, const nlohmann::json& parameters) {
            const std::string visited = batches(space, parameters, 3, [&](const std::string& config) {
                return config == "00" ? Trial{0, 1e9, noiseOfCentre}
                                      : Trial{0, config == "11" ? 1e9 * std::exp(gain) : 0.5e9, noise};
            });
            const std::string stays = "00 | 11 10 01 | 22 20 02";
            const std::string goes = "00 | 11 10 01 | 22 21 12";
            return visited == stays ? 0 : visited == goes ? 1 : -1;
        };
        const nlohmann::json byDefault{{"batch", 3}};
        const double both = std::sqrt(2.0) * 0.02;
        QCOMPARE(moves(1.955 * both, 0.02, 0.02, byDefault), 0);
        QCOMPARE(moves(1.965 * both, 0.02, 0.02, byDefault), 1);
        QCOMPARE(moves(1.955 * 0.05, 0.03, 0.04, byDefault), 0);
        QCOMPARE(moves(1.965 * 0.05, 0.03, 0.04, byDefault), 1);
        QCOMPARE(moves(2.57 * both, 0.02, 0.02, {{"batch", 3}, {"pvalue", 0.01}}), 0);
        QCOMPARE(moves(2.58 * both, 0.02, 0.02, {{"batch", 3}, {"pvalue", 0.01}}), 1);
        // Where a trial does not know its noise.
        QCOMPARE(moves(1.955 * std::sqrt(2.0) * 0.0075, 0, 0, byDefault), 0);
        QCOMPARE(moves(1.965 * std::sqrt(2.0) * 0.0075, 0, 0, byDefault), 1);
        QCOMPARE(moves(-0.5, 0.02, 0.02, byDefault), 0);
    }
};

QTEST_APPLESS_MAIN(TestDroplet)
#include "tst_droplet.moc"
