// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timelinescene.h"

class QPainter;
class QWidget;

namespace knobscope {

/// Paints ruler, lanes and what lies over them, in a widget's colours and font; its focus frames the whole.
void paintTimeline(QPainter& painter, const TimelineScene& scene, const QWidget& widget);

} // namespace knobscope
