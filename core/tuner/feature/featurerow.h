// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace knobscope
