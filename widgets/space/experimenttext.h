// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/experiment.h"

#include <QStringList>

namespace knobscope {

/// What an experiment says, in the language of the window.
QStringList experimentWords(const ExperimentResult& result, const QString& nameA, const QString& nameB);

} // namespace knobscope
