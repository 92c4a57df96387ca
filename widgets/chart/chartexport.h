// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"
#include "widgets/chart/chartcanvas.h"
#include "widgets/chart/curve.h"

namespace knobscope {

/// The picture as on screen: vector graphics for *.svg, else a PNG at twice the screen's resolution.
Result<void> writeChartPicture(ChartCanvas& canvas, const QString& path);

/// A line a trial: run,task,tuner,trial,config,error_no,seconds,gflops,kernel_seconds. Seconds count from the run's start;
/// numbers are exact and have a point whatever the locale.
std::string chartCsvHeader();
std::string chartCsvLine(const RunRow& run, const Curve& curve, const TrialPoint& point);
/// Replaces the file when all of it is written.
Result<void> writeText(const QString& path, const std::string& text);

} // namespace knobscope
