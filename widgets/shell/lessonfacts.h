// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lessonstate.h"

namespace knobscope {

class MainWindow;

/// Facts about the window and its views that lessons may read (see lessonstate.cpp): visible views, the lab's last result, the
/// schedule in the workshop, the network. GUI thread only.
LessonState lessonFacts(const MainWindow& window);

} // namespace knobscope
