// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/feature/features.h"

#include "core/lower/lower.h"

#include <array>

namespace knobscope {

namespace {

constexpr std::array kFeatureNames{"knob", "itervar", "curve", "value"};

} // namespace

const char* featureName(FeatureKind kind)
{
    return kFeatureNames.at(static_cast<size_t>(kind));
}

Result<FeatureKind> featureKind(std::string_view name)
{
    for (size_t i = 0; i < kFeatureNames.size(); ++i) {
        if (name == kFeatureNames[i]) {
            return static_cast<FeatureKind>(i);
        }
    }
    return fail(ErrorCode::NotFound, "There are no features '{}'; use knob, itervar, curve or value", name);
}

bool needsLoopNest(FeatureKind kind)
{
    return kind == FeatureKind::Itervar || kind == FeatureKind::Curve;
}

Result<ir::LoopNest> featureNest(const Task& task, const ConfigEntity& entity)
{
    const auto schedule = TRY(scheduleConfig(task, entity));
    LowerOptions options;
    options.keepUnitLoops = true;
    options.partitionLoops = false;
    return lower(schedule, kernelName(task), options);
}

Result<FeatureRow> features(FeatureKind kind, const ConfigSpace& space, const Task* task, const ConfigEntity& entity,
                            bool isNamed)
{
    FeatureRow row(isNamed);
    if (kind == FeatureKind::Value) {
        addValueFeatures(row, space, entity);
        return row;
    }
    if (kind == FeatureKind::Knob) {
        TRY(addKnobFeatures(row, entity));
        return row;
    }
    if (!task) {
        return fail(ErrorCode::InvalidArgument, "The features '{}' need the loop nest of a task, but only its space is known",
                    featureName(kind));
    }
    const auto nest = TRY(featureNest(*task, entity));
    if (kind == FeatureKind::Itervar) {
        addItervarFeatures(row, nest);
    } else {
        addCurveFeatures(row, nest);
    }
    TRY(addOptionFeatures(row, entity));
    return row;
}

} // namespace knobscope
