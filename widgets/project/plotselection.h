// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

class PlotCanvas;
class Selection;

/// Links a plot of trials to the selection: hovering, clicking or enclosing points applies to all views (Ctrl adds to the
/// selection or takes away), and trials that are selected or hovered in any view are marked in the plot.
void linkPlot(PlotCanvas& plot, Selection& selection);

} // namespace knobscope
