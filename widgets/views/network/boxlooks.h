// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/opennetwork.h"
#include "widgets/views/network/layertasks.h"
#include "widgets/views/network/networkboxes.h"
#include "widgets/views/network/networkcanvas.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// Times of a run of the network, by box and by edge.
struct RunTimes {
    struct Box {
        double seconds = 0;
        QString layout;
    };
    std::map<size_t, Box> boxes;                             ///< by box; no entry for boxes without a time
    std::map<std::pair<size_t, size_t>, double> transforms; ///< seconds of layout transforms, by producing and consuming box
};
RunTimes runTimes(const ModelNetwork& model, const NetworkBoxes& boxes, const NetworkProfile& profile);

/// Quantity that the boxes' colours show.
enum class BoxColours : uint8_t {
    Time,  ///< from the last run, else from the layers' best trials, else their operations
    Layout ///< layout of their outputs in the last run
};

/// Input for the looks.
struct BoxKnowledge {
    const NetworkBoxes& boxes;
    const LayerTasks& tasks;
    const RunTimes& times;
    BoxColours colours = BoxColours::Time;
    QString currentTask; ///< label of the current task
};

/// Texts and colours of the shown boxes and edges.
struct NetworkLooks {
    std::vector<BoxLook> boxes;
    std::vector<QString> edges; ///< label of each shown edge
    QString none;               ///< legend text for no colour, …
    QString most;               ///< … and for the strongest; empty: no scale
    std::vector<std::pair<QColor, QString>> layouts; ///< colours by layout, if colours mean layouts
};
NetworkLooks looksOf(const BoxKnowledge& known, const ShownBoxes& shown, const QPalette& palette);

/// Returns the longest possible text of a layer's time, for the width of boxes.
QString widestLine();

} // namespace knobscope
