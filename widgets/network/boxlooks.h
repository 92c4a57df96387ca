// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/campaign/opennetwork.h"
#include "widgets/network/layertasks.h"
#include "widgets/network/networkboxes.h"
#include "widgets/network/networkcanvas.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// What a run of the network says of its boxes and of what flows between them.
struct RunTimes {
    struct Box {
        double seconds = 0;
        QString layout;
    };
    std::map<size_t, Box> boxes;                             ///< by box; none where nothing was run
    std::map<std::pair<size_t, size_t>, double> transforms; ///< seconds to lay a value anew on its way, by box and box
};
RunTimes runTimes(const ModelNetwork& model, const NetworkBoxes& boxes, const NetworkProfile& profile);

/// What boxes are coloured by.
enum class BoxColours : uint8_t {
    Time,  ///< the last run's, else that of the layers' best, else their operations
    Layout ///< of what they make in the last run
};

/// What the looks follow from.
struct BoxKnowledge {
    const NetworkBoxes& boxes;
    const LayerTasks& tasks;
    const RunTimes& times;
    BoxColours colours = BoxColours::Time;
    QString currentTask; ///< its label
};

/// What a picture of shown boxes says.
struct NetworkLooks {
    std::vector<BoxLook> boxes;
    std::vector<QString> edges; ///< what stands beside each shown edge
    QString none;               ///< what no colour means, …
    QString most;               ///< … and the strongest; empty: there is no scale
    std::vector<std::pair<QColor, QString>> layouts; ///< what colours mean where they mean layouts
};
NetworkLooks looksOf(const BoxKnowledge& known, const ShownBoxes& shown, const QPalette& palette);

/// The longest that is ever written of a layer's time, for the width of boxes.
QString widestLine();

} // namespace knobscope
