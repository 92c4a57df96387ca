// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// Builds one row of features; keeps the columns' names only if requested.
class FeatureRow
{
public:
    explicit FeatureRow(bool isNamed = false)
        : m_isNamed(isNamed)
    {
    }
    /// Calls `name` only if names are kept.
    template<class Name>
    void add(double value, Name&& name)
    {
        m_values.push_back(static_cast<float>(value));
        if (m_isNamed) {
            m_names.push_back(name());
        }
    }

    const std::vector<float>& values() const { return m_values; }
    const std::vector<std::string>& names() const { return m_names; }
    std::vector<float> takeValues() { return std::move(m_values); }

private:
    bool m_isNamed;
    std::vector<float> m_values;
    std::vector<std::string> m_names;
};

/// AutoTVM's logarithm of counts: log2(x + 1) for x >= 0, -log2(1 - x) below.
inline double signedLog(int64_t x)
{
    return x >= 0 ? std::log2(static_cast<double>(x) + 1) : -std::log2(1 - static_cast<double>(x));
}

/// Kinds of features for cost models. The first three are AutoTVM's (facts: features for the cost model):
enum class FeatureKind : uint8_t {
    Knob,    ///< values of all knobs in order; needs no loop nest
    Itervar, ///< a block of columns for each loop: extent, position, kind, arithmetic, and effect on each access
    Curve,   ///< for each buffer, sampled relations of count, reuse and enclosing extents
    Value,   ///< ours: logarithms of all split parts and axis extents, comparable between shapes; needs no loop nest
};
/// Name of a kind: "knob", "itervar", "curve", "value".
const char* featureName(FeatureKind kind);
Result<FeatureKind> featureKind(std::string_view name);
bool needsLoopNest(FeatureKind kind);

/// Computes the features of a config. Kinds that need a loop nest return an error for configs that cannot be lowered and for a
/// null task. Knob returns an error for text options (as AutoTVM does).
Result<FeatureRow> features(FeatureKind kind, const ConfigSpace& space, const Task* task, const ConfigEntity& entity,
                            bool isNamed = false);

/// Splits: all sizes, including -1. Reorder: the permutation. Annotate: one of eleven for each axis. Others: the value.
Result<void> addKnobFeatures(FeatureRow& row, const ConfigEntity& entity);
/// Splits: log2 of each part (the outermost is computed), factors of two in the innermost, 1 if the split is uneven, log2 of the
/// axis. Reorder: each axis's new position. Annotate: index of the annotation. Others: signed log2, or the candidate's index for
/// text. Last, log2 of the product of all innermost parts: the register tile.
void addValueFeatures(FeatureRow& row, const ConfigSpace& space, const ConfigEntity& entity);
/// Adds the columns of one knob; returns its contribution to the last column. Null knob: uses only the value.
double addValueFeaturesOf(FeatureRow& row, const Knob* knob, const std::string& name, const KnobValue& value);
Result<void> addKnobFeaturesOf(FeatureRow& row, const std::string& name, const KnobValue& value);

/// Lowers as AutoTVM does for features: keeps unit loops, does not split off tails, does not unroll.
Result<ir::LoopNest> featureNest(const Task& task, const ConfigEntity& entity);
void addItervarFeatures(FeatureRow& row, const ir::LoopNest& nest);
/// Adds `samples` points of each of the four relations.
void addCurveFeatures(FeatureRow& row, const ir::LoopNest& nest, int samples = 20);
/// Adds the values of plain options, which AutoTVM appends to the loop features.
Result<void> addOptionFeatures(FeatureRow& row, const ConfigEntity& entity);

} // namespace knobscope
