// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"

#include <QString>

namespace knobscope {

/// "5  conv2d", "5  conv2d winograd"; an extra task, "resnet-50:5/conv2d_nchw_tensorcore.cuda/float16", goes by what is its own:
/// "5 tensorcore/float16".
QString taskName(const NetworkTask& task);

} // namespace knobscope
