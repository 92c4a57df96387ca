// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/pairedtiming.h"

#include "core/stats/statistics.h"

#include <numeric>

namespace knobscope {

namespace {

bool isEnough(const PairedTiming& t, const PairedPolicy& policy)
{
    if (t.high < policy.clearWinBelow) {
        return true;
    }
    if (t.pairs < policy.contenderPairs) {
        return false;
    }
    const bool narrow = (t.high - t.low) / 2 <= policy.wantedHalfWidth * t.ratio;
    const bool cannotWin = t.low > 1;
    return narrow || cannotWin;
}

bool isDropped(const PairedTiming& t, const PairedPolicy& policy)
{
    return t.pairs <= policy.firstPairs
        && (t.ratio > policy.dropAbove || (t.ratio > policy.likelyAbove && t.low > policy.surelyAbove));
}

/// The warm-up call as the only measurement of a candidate that is out of the question.
PairedTiming fromWarmUp(double candidate, double reference)
{
    PairedTiming out;
    out.ratio = out.low = out.high = candidate / reference;
    out.pairs = 1;
    out.dropped = true;
    out.candidate = {candidate};
    out.reference = {reference};
    return out;
}

} // namespace

PairedTiming timePaired(const TimedCall& candidate, const TimedCall& reference, const PairedPolicy& policy, double warmUpSeconds)
{
    PairedTiming out;
    if (warmUpSeconds > policy.coldSeconds) {
        const double r = reference();
        if (warmUpSeconds > policy.hopelessCold * r + policy.coldSeconds) {
            return fromWarmUp(warmUpSeconds, r);
        }
    }
    std::vector<double> ratios;
    double spent = 0;
    while (out.pairs < policy.mostPairs) {
        double c = 0;
        double r = 0;
        if (out.pairs % 2 == 0) {
            r = reference();
            c = candidate();
        } else {
            c = candidate();
            r = reference();
        }
        out.candidate.push_back(c);
        out.reference.push_back(r);
        ratios.push_back(c / r);
        spent += c + r;
        ++out.pairs;
        const bool hopeless = out.pairs == 1 && ratios[0] > policy.hopelessAbove;
        if (out.pairs < policy.firstPairs && !hopeless) {
            continue;
        }
        const MedianInterval interval = medianInterval(ratios);
        out.ratio = median(ratios);
        out.low = interval.low;
        out.high = interval.high;
        out.dropped = isDropped(out, policy);
        if (out.dropped || isEnough(out, policy) || spent > policy.secondsBudget) {
            break;
        }
    }
    return out;
}

} // namespace knobscope
