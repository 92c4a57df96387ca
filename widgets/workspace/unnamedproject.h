// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <QString>

namespace knobscope {

/// A new project without runs among those that nobody has named yet, in the user's data folder; where it is.
Result<QString> makeUnnamedProject();
/// Whether a project lies among those.
bool isUnnamedProject(const QString& path);

} // namespace knobscope
