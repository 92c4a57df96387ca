// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/gaussianprocess.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace knobscope {

namespace {

constexpr double kMinLength = 0.03;
constexpr double kMaxLength = 20;
constexpr double kMinNoise = 1e-4;
constexpr double kMaxNoise = 0.5;
constexpr double kMaxAdditive = 0.75; // knobs are never fully independent
constexpr double kAdditiveStep = 0.25;

float decay(float squaredDistance)
{
    return std::exp(-std::sqrt(squaredDistance));
}

double score(const CoordinateTable& table, std::span<const double> values, std::span<const size_t> groups,
             const SurfaceShape& shape)
{
    GaussianProcess process(table, shape, groups);
    for (size_t row = 0; row < values.size(); ++row) {
        process.observe(row);
    }
    process.setValues(values);
    // Log-normal priors: one for the length of each group, one for the noise.
    double prior = 0;
    for (size_t d = 0; d < groups.size(); ++d) {
        if (d == 0 || groups[d] != groups[d - 1]) {
            prior -= 0.5 * std::pow(std::log(shape.lengths[d] / 0.5), 2);
        }
    }
    prior -= 0.5 * std::pow(std::log(shape.noise / 1e-2) / 2, 2);
    return process.logLikelihood() + prior;
}

} // namespace

GaussianProcess::GaussianProcess(const CoordinateTable& table, const SurfaceShape& shape, std::span<const size_t> groups)
    : m_table(table)
    , m_additive(groups.empty() ? 0 : static_cast<float>(shape.additive))
    , m_noise(shape.noise)
    , m_mean(table.rows(), 0)
    , m_variance(table.rows(), 1)
{
    for (const double length : shape.lengths) {
        m_inverse.push_back(static_cast<float>(1 / length));
    }
    for (size_t d = 0; d < groups.size(); ++d) {
        if (d + 1 == groups.size() || groups[d + 1] != groups[d]) {
            m_ends.push_back(d + 1);
        }
    }
}

double GaussianProcess::kernel(size_t a, size_t b) const
{
    const auto p = m_table.row(a);
    const auto q = m_table.row(b);
    const auto squared = [&](size_t first, size_t end) {
        float sum = 0;
        for (size_t d = first; d < end; ++d) {
            const float step = (p[d] - q[d]) * m_inverse[d];
            sum += step * step;
        }
        return sum;
    };
    if (m_additive <= 0) {
        return decay(squared(0, p.size()));
    }
    float all = 0;
    float sum = 0;
    size_t first = 0;
    for (const size_t end : m_ends) {
        const float own = squared(first, end);
        all += own;
        sum += own > 0 ? decay(own) : 1;
        first = end;
    }
    return m_additive * sum / static_cast<float>(m_ends.size()) + (1 - m_additive) * decay(all);
}

void GaussianProcess::observe(size_t row)
{
    const double pivot = std::sqrt(std::max(m_variance[row], 0.0) + m_noise);
    std::vector<float> fresh(m_table.rows());
    for (size_t j = 0; j < fresh.size(); ++j) {
        fresh[j] = static_cast<float>(kernel(row, j));
    }
    for (const std::vector<float>& old : m_factor) {
        const float weight = old[row];
        for (size_t j = 0; j < fresh.size(); ++j) {
            fresh[j] -= weight * old[j];
        }
    }
    for (size_t j = 0; j < fresh.size(); ++j) {
        fresh[j] /= static_cast<float>(pivot);
        m_variance[j] -= static_cast<double>(fresh[j]) * fresh[j];
    }
    m_observed.push_back(row);
    m_pivot.push_back(pivot);
    m_factor.push_back(std::move(fresh));
}

void GaussianProcess::setValues(std::span<const double> values)
{
    double sum = 0;
    size_t known = 0;
    for (const double value : values) {
        sum += std::isnan(value) ? 0 : value;
        known += std::isnan(value) ? 0 : 1;
    }
    m_offset = known > 0 ? sum / static_cast<double>(known) : 0;
    std::fill(m_mean.begin(), m_mean.end(), 0.0);
    double squares = 0;
    double logPivots = 0;
    for (size_t i = 0; i < m_observed.size(); ++i) {
        if (std::isnan(values[i])) {
            continue; // unknown value: uses the expected one, which leaves the mean unchanged
        }
        const double residual = (values[i] - m_offset - m_mean[m_observed[i]]) / m_pivot[i];
        squares += residual * residual;
        logPivots += std::log(m_pivot[i]);
        const std::vector<float>& factor = m_factor[i];
        for (size_t j = 0; j < m_mean.size(); ++j) {
            m_mean[j] += residual * static_cast<double>(factor[j]);
        }
    }
    // A weak prior of 0.1 with the weight of two values, so that a few equal values do not make the surface flat.
    const double count = static_cast<double>(known);
    m_scale = (squares + 2 * 0.1) / (count + 2);
    m_logLikelihood = -0.5 * (count + 2) * std::log(m_scale) - logPivots;
}

double GaussianProcess::deviation(size_t row) const
{
    return std::sqrt(m_scale * std::max(m_variance[row], 1e-9));
}

double expectedImprovement(double mean, double deviation)
{
    const double z = mean / deviation;
    const double density = std::exp(-0.5 * z * z) * 0.3989422804014327;
    return deviation * (z * 0.5 * std::erfc(-z * 0.7071067811865476) + density);
}

SurfaceShape fitShape(const CoordinateTable& table, std::span<const double> values, std::span<const size_t> groups,
                      SurfaceShape start)
{
    double best = score(table, values, groups, start);
    // Applies the first of the steps that improves the score, if any.
    const auto improves = [&](std::initializer_list<double> steps, const auto& change) {
        return std::any_of(steps.begin(), steps.end(), [&](double step) {
            SurfaceShape shape = start;
            change(shape, step);
            const double value = score(table, values, groups, shape);
            const bool isBetter = value > best + 1e-6;
            if (isBetter) {
                best = value;
                start = shape;
            }
            return isBetter;
        });
    };
    for (int sweep = 0; sweep < 3; ++sweep) {
        bool improved = false;
        const double step = sweep == 0 ? 2.0 : 1.5;
        for (size_t first = 0; first < groups.size(); ++first) {
            if (first > 0 && groups[first] == groups[first - 1]) {
                continue;
            }
            improved |= improves({step, 1 / step}, [&](SurfaceShape& shape, double factor) {
                for (size_t d = first; d < groups.size() && groups[d] == groups[first]; ++d) {
                    shape.lengths[d] = std::clamp(shape.lengths[d] * factor, kMinLength, kMaxLength);
                }
            });
        }
        improved |= improves({kAdditiveStep, -kAdditiveStep}, [](SurfaceShape& shape, double by) {
            shape.additive = std::clamp(shape.additive + by, 0.0, kMaxAdditive);
        });
        improved |= improves({4.0, 0.25}, [](SurfaceShape& shape, double factor) {
            shape.noise = std::clamp(shape.noise * factor, kMinNoise, kMaxNoise);
        });
        if (!improved && sweep > 0) {
            break;
        }
    }
    return start;
}

} // namespace knobscope
