// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialfilter.h"

#include <QObject>

#include <vector>

namespace knobscope {

/// The filters shared by all views. GUI thread only.
class Filters : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    const std::vector<TrialFilter>& all() const { return m_filters; }
    bool isEmpty() const { return m_filters.empty(); }
    /// Adds a filter: a second one on a knob, or a second time range, replaces the first; an equal one changes nothing.
    void add(TrialFilter filter);
    void remove(const TrialFilter& filter);
    void set(std::vector<TrialFilter> filters);
    void clear() { set({}); }

    /// Text of a chip: "tile_ow = [-1, 28]", "unroll_kw ≠ True", "failed", "run 3".
    static QString text(const TrialFilter& filter);

signals:
    void changed();

private:
    std::vector<TrialFilter> m_filters;
};

} // namespace knobscope
