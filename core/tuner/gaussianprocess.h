// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace knobscope {

/// Coordinates of points, one row each.
struct CoordinateTable {
    std::vector<float> values;
    size_t width = 0;
    size_t rows() const { return width == 0 ? m_rowsOfNone : values.size() / width; }
    /// Sets the number of rows of a table without columns.
    void setRows(size_t rows) { m_rowsOfNone = rows; }
    std::span<const float> row(size_t i) const { return {values.data() + i * width, width}; }

private:
    size_t m_rowsOfNone = 0;
};

/// Hyperparameters: a length scale for each dimension, the noise as a share of the variance, and the share of the surface that
/// is a sum of functions of single knobs.
struct SurfaceShape {
    std::vector<double> lengths;
    double noise = 1e-2;
    double additive = 0; ///< 0 to 1; 0: points only correlate if all knobs are near
};

/// A Gaussian process over a fixed table of points, some of them observed. The kernel is exponential (Matérn 1/2, Rasmussen &
/// Williams 2006, ch. 4: speeds jump between tiles), partly summed over the knobs (Duvenaud et al. 2011: a knob with jumps does
/// not hide the others' effects). Adding an observation costs rows() x observations: one step of the pivoted Cholesky
/// factorization of the table's kernel matrix, which keeps mean and variance of all points up to date. Changing the values costs
/// the same. The mean is treated as known; the scale of the surface is estimated.
class GaussianProcess
{
public:
    /// `groups` holds the knob of each dimension in ascending order; empty: no sum over knobs.
    GaussianProcess(const CoordinateTable& table, const SurfaceShape& shape, std::span<const size_t> groups = {});

    /// Adds a row of the table as an observation; setValues() sets its value.
    void observe(size_t row);
    size_t observations() const { return m_observed.size(); }
    /// Sets values in the order of observation; NaN: unknown, uses the expected value.
    void setValues(std::span<const double> values);

    double mean(size_t row) const { return m_offset + m_mean[row]; }
    double deviation(size_t row) const;
    /// Log likelihood of the values, with the scale estimated. Excludes NaN values.
    double logLikelihood() const { return m_logLikelihood; }
    /// Kernel of two rows, 0 to 1.
    double kernel(size_t a, size_t b) const;

private:
    const CoordinateTable& m_table;
    std::vector<float> m_inverse; ///< 1 / length
    std::vector<size_t> m_ends; ///< for each group, one past its last dimension
    float m_additive;
    double m_noise;
    std::vector<size_t> m_observed;
    std::vector<std::vector<float>> m_factor; ///< one row for each observation, one column for each point
    std::vector<double> m_pivot;
    std::vector<double> m_mean;
    std::vector<double> m_variance;
    double m_offset = 0;
    double m_scale = 1;
    double m_logLikelihood = 0;
};

/// Expected improvement over 0 of a normal distribution (Jones 1998).
double expectedImprovement(double mean, double deviation);

/// Fits the hyperparameters to the values by coordinate steps from `start`. Dimensions with the same number in `groups` share a
/// length. A prior prefers lengths near half the table's range, since a few values contain little information.
SurfaceShape fitShape(const CoordinateTable& table, std::span<const double> values, std::span<const size_t> groups,
                      SurfaceShape start);

} // namespace knobscope
