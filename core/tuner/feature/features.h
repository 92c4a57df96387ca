// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// One row of features as it is put together; the columns' names only where a person will read them.
class FeatureRow
{
public:
    explicit FeatureRow(bool isNamed = false)
        : m_isNamed(isNamed)
    {
    }
    /// `name` is called only when names are kept.
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

/// What a cost model sees of a config. The first three are AutoTVM's (facts: features for the cost model):
enum class FeatureKind : uint8_t {
    Knob,    ///< the knobs' values one after the other; needs no loop nest
    Itervar, ///< a block of columns for each loop: extent, place, kind, arithmetic, and what it does to each access
    Curve,   ///< for each buffer, how count, reuse and enclosing extents relate, sampled
    Value,   ///< ours: logarithms of all parts of splits with the axes' extents, so that shapes can be compared; no loop nest
};
/// "knob", "itervar", "curve", "value".
const char* featureName(FeatureKind kind);
Result<FeatureKind> featureKind(std::string_view name);
bool needsLoopNest(FeatureKind kind);

/// Features of a config. Kinds that need a loop nest refuse configs that cannot be lowered and a null task. Knob refuses options
/// that are text (as AutoTVM does).
Result<FeatureRow> features(FeatureKind kind, const ConfigSpace& space, const Task* task, const ConfigEntity& entity,
                            bool isNamed = false);

/// Splits: all sizes, the -1 included. Reorder: the permutation. Annotate: one of eleven an axis. Others: the value.
Result<void> addKnobFeatures(FeatureRow& row, const ConfigEntity& entity);
/// Splits: log2 of each part (the outermost worked out), the twos in the innermost, whether the axis is cut unevenly, log2 of the
/// axis. Reorder: where each axis went. Annotate: the word's place. Others: signed log2, or the candidate's place for text. Last,
/// log2 of the product of all innermost parts: the tile that registers hold.
void addValueFeatures(FeatureRow& row, const ConfigSpace& space, const ConfigEntity& entity);
/// Those of one knob; gives its share of the last column. A null knob: what the value alone says.
double addValueFeaturesOf(FeatureRow& row, const Knob* knob, const std::string& name, const KnobValue& value);
Result<void> addKnobFeaturesOf(FeatureRow& row, const std::string& name, const KnobValue& value);

/// The nest as AutoTVM's features see it: unit loops kept, tails not split off, nothing unrolled.
Result<ir::LoopNest> featureNest(const Task& task, const ConfigEntity& entity);
void addItervarFeatures(FeatureRow& row, const ir::LoopNest& nest);
/// `samples` points of each of the four relations.
void addCurveFeatures(FeatureRow& row, const ir::LoopNest& nest, int samples = 20);
/// The values of knobs that are plain options, which AutoTVM appends to the features of loops.
Result<void> addOptionFeatures(FeatureRow& row, const ConfigEntity& entity);

} // namespace knobscope
