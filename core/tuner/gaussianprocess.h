// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace knobscope {

/// Points in a space of coordinates, a row each.
struct CoordinateTable {
    std::vector<float> values;
    size_t width = 0;
    size_t rows() const { return width == 0 ? m_rowsOfNone : values.size() / width; }
    /// Of a table without columns.
    void setRows(size_t rows) { m_rowsOfNone = rows; }
    std::span<const float> row(size_t i) const { return {values.data() + i * width, width}; }

private:
    size_t m_rowsOfNone = 0;
};

/// How quickly the surface changes: a length for each dimension (the distance over which points still tell of each other), the
/// share of the variance that is noise, and how much of it is a sum of what each knob does by itself.
struct SurfaceShape {
    std::vector<double> lengths;
    double noise = 1e-2;
    double additive = 0; ///< 0 to 1; 0: points tell of each other only where all knobs are near
};

/// A Gaussian process over a fixed table of points, of which some are observed. Its kernel is exponential (Matérn 1/2, Rasmussen
/// & Williams 2006, ch. 4: speeds jump from one tile to the next), in part summed over the knobs (Duvenaud et al. 2011: a knob
/// with jumps does not hide what the others do). Adding an observation costs rows() x observations: one step of the pivoted
/// Cholesky factorization of the table's kernel matrix, so that mean and variance of all points are always at hand. Values may be
/// changed later, at the same price. Their mean is taken as known and the scale of the surface is estimated from them.
class GaussianProcess
{
public:
    /// `groups`: the knob of each dimension, ascending; none: there is no sum over knobs.
    GaussianProcess(const CoordinateTable& table, const SurfaceShape& shape, std::span<const size_t> groups = {});

    /// Observes a row of the table; its value comes with setValues().
    void observe(size_t row);
    size_t observations() const { return m_observed.size(); }
    /// Values in the order of observation; NaN: not known yet, takes the value that is expected there.
    void setValues(std::span<const double> values);

    double mean(size_t row) const { return m_offset + m_mean[row]; }
    double deviation(size_t row) const;
    /// How well the shape explains the values: their log likelihood, the scale estimated. Without NaN values.
    double logLikelihood() const { return m_logLikelihood; }
    /// The kernel between two rows, 0 to 1.
    double kernel(size_t a, size_t b) const;

private:
    const CoordinateTable& m_table;
    std::vector<float> m_inverse; ///< 1 / length
    std::vector<size_t> m_ends; ///< of each group, the dimension after its last
    float m_additive;
    double m_noise;
    std::vector<size_t> m_observed;
    std::vector<std::vector<float>> m_factor; ///< a row for each observation, a column for each point
    std::vector<double> m_pivot;
    std::vector<double> m_mean;
    std::vector<double> m_variance;
    double m_offset = 0;
    double m_scale = 1;
    double m_logLikelihood = 0;
};

/// The shape that explains the values best, by steps from `start` along one length at a time. Dimensions with the same number in
/// `groups` share a length. A few values say little, so lengths near half the table's range are thought likelier.
SurfaceShape fitShape(const CoordinateTable& table, std::span<const double> values, std::span<const size_t> groups,
                      SurfaceShape start);

} // namespace knobscope
