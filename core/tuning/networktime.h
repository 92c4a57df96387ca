// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/worker/networkrunner.h"

#include <optional>
#include <string>

namespace knobscope {

/// Four significant digits, or a whole number: "3.885".
std::string millisecondsText(double seconds);

/// " The CPU ran at 83 % of its normal speed. …" for a ratio below 90 %; else empty.
Sentence clockWarning(double ratio);

/// Time of a network over several runs.
struct NetworkTime {
    double seconds = 0;   ///< median
    double low = 0;       ///< 95 % interval of the median, by blocks of consecutive runs: slow phases of the machine widen it
    double high = 0;
    double least = 0;
    double lowerQuartile = 0;
    double clockRatio = 1; ///< median pace of the machine: its share of the best rate seen (PaceGauge)
    int runs = 0;
};
/// `samples` is not empty.
NetworkTime timeOf(const NetworkSamples& samples);
/// "3.885 ms on 1 thread (95 % interval 3.86 to 3.92, minimum 3.531), clock at 98 % of full speed.", and a warning if the times
/// scatter (by 1.3 times or more) or the clock was slow.
Sentence timeSentence(const NetworkTime& time, int threads);

/// Two programs of one network, before and after a tuning, timed alternately.
struct NetworkComparison {
    double beforeSeconds = 0; ///< median
    double afterSeconds = 0;  ///< beforeSeconds * (1 + change): on a busy machine the two medians can contradict the change
    double change = 0; ///< relative change of the time, after / before - 1 (pairedDifference of the logarithms)
    double low = 0;    ///< its 95 % interval
    double high = 0;
    double clockRatio = 1; ///< as in NetworkTime
    int pairs = 0;         ///< 0: both are the same program, which is not timed
    Sentence disturbed;    ///< other load during the timing (loadWarning()); empty: none

    bool isFaster() const { return high < 0; }
    bool isSlower() const { return low > 0; }
    /// Which of both is used from now on: the faster one by the estimate.
    bool keepsAfter() const { return change <= 0; }
};
/// `pairs.first`: seconds after the tuning, `second`: before. Not empty.
NetworkComparison comparisonOf(const NetworkPairs& pairs);
/// "-0.5 % ± 3.0 %": the change of the time and the larger half of its interval.
Sentence changeText(const NetworkComparison& comparison);
/// "The whole network takes 3.37 ms instead of 3.91 ms (-13.8 % ± 1.2 %)." or that it is no faster, and which kernels are kept.
Sentence comparisonSentence(const NetworkComparison& comparison);
nlohmann::json comparisonToJson(const NetworkComparison& comparison);

/// Kernels with known times that a program uses, as NetworkOpening::known: with these alone the same program is opened again.
nlohmann::json chosenConfigs(const NetworkReport& report);
/// Returns true if both programs call the same kernels in the same layouts.
bool isSameProgram(const NetworkReport& a, const NetworkReport& b);

} // namespace knobscope
