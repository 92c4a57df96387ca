// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

namespace knobscope {

/// libnvrtc in this process, never closed.
struct NvrtcLibrary {
    void* handle = nullptr;
    std::string path;
};

/// Opens libnvrtc: $KNOBSCOPE_NVRTC or nothing else where that is set; see Nvrtc::open.
Result<NvrtcLibrary> openNvrtcLibrary();

} // namespace knobscope
