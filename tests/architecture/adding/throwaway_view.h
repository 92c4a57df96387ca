// SPDX-License-Identifier: GPL-3.0-or-later
// A view with one control, which it keeps.
#pragma once

#include "widgets/controls/control.h"
#include "widgets/project/view.h"

#include <QSpinBox>

namespace knobscope {

class ThrowawayView : public View
{
public:
    explicit ThrowawayView(Workspace& workspace)
        : View(workspace)
    {
        auto* number = makeControl<QSpinBox>("number", this);
        number->setAccessibleName(QStringLiteral("Number"));
        state().bind(QStringLiteral("number"), number);
    }
};

} // namespace knobscope
