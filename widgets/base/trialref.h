// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <compare>

namespace knobscope {

/// A trial of the open project: run id and number within the run (from 1). Invalid if default-constructed.
struct TrialRef {
    qint64 run = 0;
    qint64 number = 0;

    bool isValid() const { return run > 0 && number > 0; }
    friend auto operator<=>(const TrialRef&, const TrialRef&) = default;
};

} // namespace knobscope
