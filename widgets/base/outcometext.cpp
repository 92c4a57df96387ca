// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/outcometext.h"

#include "core/timing/measurer.h"

#include <QCoreApplication>

namespace knobscope {

QString outcomeText(int errorNo)
{
    const auto translated = [](const char* source) { return QCoreApplication::translate("TrialColumns", source); };
    switch (static_cast<MeasureError>(errorNo)) {
    case MeasureError::None: return translated(QT_TRANSLATE_NOOP("TrialColumns", "Measured"));
    case MeasureError::Instantiation: return translated(QT_TRANSLATE_NOOP("TrialColumns", "Illegal config"));
    case MeasureError::CompileHost: return translated(QT_TRANSLATE_NOOP("TrialColumns", "Build failed"));
    case MeasureError::CompileDevice: return translated(QT_TRANSLATE_NOOP("TrialColumns", "Device build failed"));
    case MeasureError::RuntimeDevice: return translated(QT_TRANSLATE_NOOP("TrialColumns", "Kernel crashed"));
    case MeasureError::WrongAnswer: return translated(QT_TRANSLATE_NOOP("TrialColumns", "Wrong answer"));
    case MeasureError::BuildTimeout: return translated(QT_TRANSLATE_NOOP("TrialColumns", "Build timed out"));
    case MeasureError::RunTimeout: return translated(QT_TRANSLATE_NOOP("TrialColumns", "Run timed out"));
    case MeasureError::Unknown: break;
    }
    return translated(QT_TRANSLATE_NOOP("TrialColumns", "Failed"));
}

} // namespace knobscope
