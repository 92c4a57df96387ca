// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/knobmeaning.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

/// What a knob means in the templates whose names contain `where`.
struct Meaning {
    std::string_view where;
    std::string_view knob;
    const char* text;
};

/// The first entry that matches counts: special templates come before kinds of operators.
constexpr std::array kMeanings{
    Meaning{"winograd.cuda", "tile_b", QT_TRANSLATE_NOOP("KnobMeaning", "transformed pixels")},
    Meaning{"winograd.cuda", "tile_y", QT_TRANSLATE_NOOP("KnobMeaning", "output channels")},
    Meaning{"winograd.cuda", "tile_x", QT_TRANSLATE_NOOP("KnobMeaning", "tiles of the image")},
    Meaning{"conv2d_amx", "tile_y", QT_TRANSLATE_NOOP("KnobMeaning", "output columns")},
    Meaning{"conv2d", "tile_ic", QT_TRANSLATE_NOOP("KnobMeaning", "input channels")},
    Meaning{"conv2d", "tile_rc", QT_TRANSLATE_NOOP("KnobMeaning", "input channels")},
    Meaning{"conv2d", "tile_oc", QT_TRANSLATE_NOOP("KnobMeaning", "output channels")},
    Meaning{"conv2d", "tile_co", QT_TRANSLATE_NOOP("KnobMeaning", "output channels")},
    Meaning{"conv2d", "tile_f", QT_TRANSLATE_NOOP("KnobMeaning", "output channels")},
    Meaning{"conv2d", "tile_oh", QT_TRANSLATE_NOOP("KnobMeaning", "output rows")},
    Meaning{"conv2d", "tile_y", QT_TRANSLATE_NOOP("KnobMeaning", "output rows")},
    Meaning{"conv2d", "tile_ow", QT_TRANSLATE_NOOP("KnobMeaning", "output columns")},
    Meaning{"conv2d", "tile_x", QT_TRANSLATE_NOOP("KnobMeaning", "output columns")},
    Meaning{"conv2d", "tile_ry", QT_TRANSLATE_NOOP("KnobMeaning", "window rows")},
    Meaning{"conv2d", "tile_rx", QT_TRANSLATE_NOOP("KnobMeaning", "window columns")},
    Meaning{"conv2d", "unroll_kw", QT_TRANSLATE_NOOP("KnobMeaning", "unroll the window")},
    Meaning{"dense_large_batch", "tile_x", QT_TRANSLATE_NOOP("KnobMeaning", "output rows")},
    Meaning{"dense_large_batch", "tile_y", QT_TRANSLATE_NOOP("KnobMeaning", "output columns")},
    Meaning{"dense", "tile_y", QT_TRANSLATE_NOOP("KnobMeaning", "output rows")},
    Meaning{"dense", "tile_x", QT_TRANSLATE_NOOP("KnobMeaning", "output columns")},
    Meaning{"dense", "tile_k", QT_TRANSLATE_NOOP("KnobMeaning", "terms of the sum")},
    Meaning{"batch_matmul", "tile_y", QT_TRANSLATE_NOOP("KnobMeaning", "output rows")},
    Meaning{"batch_matmul", "tile_x", QT_TRANSLATE_NOOP("KnobMeaning", "output columns")},
    Meaning{"batch_matmul", "tile_k", QT_TRANSLATE_NOOP("KnobMeaning", "terms of the sum")},
    Meaning{"", "auto_unroll_max_step", QT_TRANSLATE_NOOP("KnobMeaning", "limit of unrolling")},
    Meaning{"", "unroll_explicit", QT_TRANSLATE_NOOP("KnobMeaning", "unroll in the source")},
};

} // namespace

QString knobMeaning(std::string_view templateName, std::string_view knob)
{
    const auto found = std::ranges::find_if(kMeanings, [&](const Meaning& meaning) {
        return meaning.knob == knob && templateName.find(meaning.where) != std::string_view::npos;
    });
    return found == kMeanings.end() ? QString() : QCoreApplication::translate("KnobMeaning", found->text);
}

} // namespace knobscope
