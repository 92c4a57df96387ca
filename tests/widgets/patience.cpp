// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/quickreader.h"

namespace {

/// Small questions of a project are answered before asking returns, however loaded the machine is; what happens when they are not
/// is tested by tst_databaselock.
[[maybe_unused]] const bool isPatient = [] {
    knobscope::QuickReader::setTimeout(std::chrono::seconds(20));
    return true;
}();

} // namespace
