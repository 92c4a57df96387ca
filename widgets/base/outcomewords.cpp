// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/outcomewords.h"

#include "core/timing/measurer.h"

#include <QCoreApplication>

namespace knobscope {

QString outcomeText(int errorNo)
{
    const auto words = [](const char* source) { return QCoreApplication::translate("TrialColumns", source); };
    switch (static_cast<MeasureError>(errorNo)) {
    case MeasureError::None: return words(QT_TRANSLATE_NOOP("TrialColumns", "Measured"));
    case MeasureError::Instantiation: return words(QT_TRANSLATE_NOOP("TrialColumns", "Illegal config"));
    case MeasureError::CompileHost: return words(QT_TRANSLATE_NOOP("TrialColumns", "Build failed"));
    case MeasureError::CompileDevice: return words(QT_TRANSLATE_NOOP("TrialColumns", "Device build failed"));
    case MeasureError::RuntimeDevice: return words(QT_TRANSLATE_NOOP("TrialColumns", "Kernel crashed"));
    case MeasureError::WrongAnswer: return words(QT_TRANSLATE_NOOP("TrialColumns", "Wrong answer"));
    case MeasureError::BuildTimeout: return words(QT_TRANSLATE_NOOP("TrialColumns", "Build timed out"));
    case MeasureError::RunTimeout: return words(QT_TRANSLATE_NOOP("TrialColumns", "Run timed out"));
    case MeasureError::Unknown: break;
    }
    return words(QT_TRANSLATE_NOOP("TrialColumns", "Failed"));
}

} // namespace knobscope
