// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"

#include <QCoreApplication>
#include <QString>

namespace knobscope {

/// A comparison of groups in the person's language, as the command line says it in English.
class VerdictWords
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::VerdictWords)
public:
    /// What can be said of a task: a sentence or two for each verdict; what to do where there is none.
    static QString of(const TaskComparison& task);
    /// A word or two for a table: "ga is faster".
    static QString briefly(const TaskComparison& task);

private:
    static QString sentence(const TaskComparison& task, const Verdict& verdict);
    static QString measured(const TaskComparison& task, const Verdict& verdict);
    static QString finals(const TaskComparison& task, const Verdict& verdict);
};

} // namespace knobscope
