// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/pairedtiming.h"

#include "core/measure/statistics.h"

#include <numeric>

namespace knobscope {

namespace {

bool isEnough(const PairedTiming& t, const PairedPolicy& policy)
{
    if (t.pairs < policy.contenderPairs) {
        return false;
    }
    const bool narrow = (t.high - t.low) / 2 <= policy.wantedHalfWidth * t.ratio;
    const bool cannotWin = t.low > 1.02;
    return narrow || cannotWin;
}

} // namespace

PairedTiming timePaired(const TimedCall& candidate, const TimedCall& reference, const PairedPolicy& policy)
{
    PairedTiming out;
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
        out.dropped = out.pairs <= policy.firstPairs && out.ratio > policy.dropAbove;
        if (out.dropped || isEnough(out, policy) || spent > policy.secondsBudget) {
            break;
        }
    }
    return out;
}

} // namespace knobscope
