// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace knobscope {

/// Feature rows in row-major order. Pads shorter rows with zeros (as AutoTVM).
class FeatureMatrix
{
public:
    FeatureMatrix() = default;
    explicit FeatureMatrix(std::span<const std::vector<float>> rows)
    {
        for (const auto& row : rows) {
            m_columns = std::max(m_columns, row.size());
        }
        m_rows = rows.size();
        m_values.assign(m_rows * m_columns, 0);
        for (size_t i = 0; i < m_rows; ++i) {
            std::copy(rows[i].begin(), rows[i].end(), m_values.begin() + static_cast<std::ptrdiff_t>(i * m_columns));
        }
    }
    size_t rows() const { return m_rows; }
    size_t columns() const { return m_columns; }
    const std::vector<float>& values() const { return m_values; }
    std::span<const float> row(size_t i) const { return std::span(m_values).subspan(i * m_columns, m_columns); }
    /// Returns the rows with exactly this many columns: cut off, or padded with zeros.
    FeatureMatrix withColumns(size_t columns) const
    {
        FeatureMatrix out;
        out.m_rows = m_rows;
        out.m_columns = columns;
        out.m_values.assign(m_rows * columns, 0);
        const size_t kept = std::min(columns, m_columns);
        for (size_t i = 0; i < m_rows; ++i) {
            std::copy_n(row(i).begin(), kept, out.m_values.begin() + static_cast<std::ptrdiff_t>(i * columns));
        }
        return out;
    }

private:
    size_t m_rows = 0;
    size_t m_columns = 0;
    std::vector<float> m_values;
};

} // namespace knobscope
