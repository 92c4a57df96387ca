// SPDX-License-Identifier: GPL-3.0-or-later
// Images sampled in boxes or at given places.
#include "core/graph/operators/all.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace knobscope {
namespace {

/// An element's part of a sample: 0 if its weight is 0, even if the element is infinite.
double weighted(double weight, double element)
{
    return weight == 0 ? 0 : weight * element;
}

// ---- GridSample ----

std::vector<TensorType> inferGridSample(const OperatorCall& call)
{
    const Shape& image = call.realType(0).shape;
    const Shape& grid = call.realType(1).shape;
    call.require(image.size() == 4 && grid.size() == 4 && grid[3] == 2 && grid[0] == image[0],
                 "an image of shape {} and a grid of shape {} do not belong together", shapeText(image), shapeText(grid));
    const std::string mode = call.text("mode", "bilinear");
    const std::string padding = call.text("padding_mode", "zeros");
    call.require(mode == "bilinear" || mode == "linear" || mode == "nearest" || mode == "bicubic" || mode == "cubic",
                 "attribute 'mode' is {}", quotedName(mode));
    call.require(padding == "zeros" || padding == "border" || padding == "reflection", "attribute 'padding_mode' is {}",
                 quotedName(padding));
    (void)call.integer("align_corners", 0);
    return {{call.type(0).number, {image[0], image[1], grid[1], grid[2]}}};
}

/// Samples planes of an image as GridSample does.
class PlaneSampler
{
public:
    /// An element of a plane that a sample adds, and its weight.
    struct Tap {
        int64_t offset = 0;
        double weight = 0;
    };

    PlaneSampler(const OperatorCall& call, int64_t height, int64_t width)
        : m_height(height)
        , m_width(width)
        , m_isNearest(call.text("mode", "bilinear") == "nearest")
        , m_isCubic(call.text("mode", "bilinear").ends_with("cubic"))
        , m_padsZeros(call.text("padding_mode", "zeros") == "zeros")
        , m_reflects(call.text("padding_mode", "zeros") == "reflection")
        , m_alignsCorners(call.integer("align_corners", 0) != 0)
    {
    }
    /// The elements of a sample at `x` and `y` from -1 to 1, without those of weight 0. Written to `taps`, which has room for 16.
    std::span<const Tap> tapsAt(double x, double y, std::array<Tap, 16>& taps) const
    {
        size_t count = 0;
        double column = placeOf(x, m_width);
        double row = placeOf(y, m_height);
        if (m_isNearest) {
            addTap(std::nearbyint(row), std::nearbyint(column), 1, taps, count);
            return std::span(taps).first(count);
        }
        if (!m_isCubic && !m_padsZeros) {
            column = inside(column, m_width);
            row = inside(row, m_height);
        }
        const int before = m_isCubic ? 1 : 0; // elements of each axis below the one at or below the place
        const int length = m_isCubic ? 4 : 2;
        const double top = std::floor(row) - before;
        const double left = std::floor(column) - before;
        std::array<double, 4> ofColumn{};
        for (int j = 0; j < length; ++j) {
            ofColumn[static_cast<size_t>(j)] = weight(left + j - column);
        }
        for (int i = 0; i < length; ++i) {
            const double ofRow = weight(top + i - row);
            for (int j = 0; j < length; ++j) {
                addTap(top + i, left + j, ofRow * ofColumn[static_cast<size_t>(j)], taps, count);
            }
        }
        return std::span(taps).first(count);
    }

private:
    double placeOf(double x, int64_t extent) const
    {
        const auto length = static_cast<double>(extent);
        return m_alignsCorners ? (x + 1) / 2 * (length - 1) : ((x + 1) * length - 1) / 2;
    }
    double inside(double place, int64_t extent) const
    {
        const double last = static_cast<double>(extent) - 1;
        if (!m_reflects) {
            return std::clamp(place, 0.0, last);
        }
        const double low = m_alignsCorners ? 0 : -0.5;
        const double high = m_alignsCorners ? last : last + 0.5;
        if (high <= low) {
            return 0;
        }
        const double distance = std::fmod(std::abs(place - low), 2 * (high - low));
        return std::clamp(low + std::min(distance, 2 * (high - low) - distance), 0.0, last);
    }
    void addTap(double row, double column, double weight, std::array<Tap, 16>& taps, size_t& count) const
    {
        const bool isInside =
            row >= 0 && row < static_cast<double>(m_height) && column >= 0 && column < static_cast<double>(m_width);
        if (weight == 0 || (!isInside && (m_padsZeros || !std::isfinite(row) || !std::isfinite(column)))) {
            return;
        }
        if (!isInside) {
            row = std::nearbyint(inside(row, m_height));
            column = std::nearbyint(inside(column, m_width));
        }
        taps[count++] = {static_cast<int64_t>(row) * m_width + static_cast<int64_t>(column), weight};
    }
    double weight(double distance) const
    {
        constexpr double kA = -0.75;
        const double x = std::abs(distance);
        return !m_isCubic ? std::max(0.0, 1 - x)
             : x <= 1     ? ((kA + 2) * x - (kA + 3)) * x * x + 1
             : x < 2      ? ((kA * x - 5 * kA) * x + 8 * kA) * x - 4 * kA
                          : 0;
    }
    int64_t m_height, m_width;
    bool m_isNearest, m_isCubic, m_padsZeros, m_reflects, m_alignsCorners;
};

/// Samples the planes of one image, all at the same places, from `begin` to `end`.
template<class T>
void samplePlanes(const PlaneSampler& sampler, std::span<const T> image, std::span<const double> grid, std::span<T> out,
                  size_t begin, size_t end)
{
    const size_t places = grid.size() / 2;
    const size_t planes = out.size() / places;
    const size_t planeSize = image.size() / planes;
    std::array<PlaneSampler::Tap, 16> room;
    for (size_t place = begin; place < end; ++place) {
        const auto taps = sampler.tapsAt(grid[2 * place], grid[2 * place + 1], room);
        for (size_t plane = 0; plane < planes; ++plane) {
            const T* const from = image.data() + plane * planeSize;
            double sum = 0;
            for (const PlaneSampler::Tap& tap : taps) {
                sum += tap.weight * static_cast<double>(from[tap.offset]);
            }
            out[plane * places + place] = static_cast<T>(sum);
        }
    }
}

void evaluateGridSample(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& image = call.shape(0);
    if (out[0].size() == 0) {
        return;
    }
    const PlaneSampler sampler(call, image[2], image[3]);
    const std::vector<double> grid = call.value(1).reals();
    const auto images = static_cast<size_t>(image[0]);
    withReal(out[0].number(), [&]<class T>() {
        const auto part = [images](auto all, size_t i) { return all.subspan(all.size() / images * i, all.size() / images); };
        for (size_t i = 0; i < images; ++i) {
            const auto from = part(call.value(0).as<T>(), i);
            const auto places = part(std::span(grid), i);
            const auto to = part(out[0].as<T>(), i);
            constexpr int64_t taps = 4;
            call.inParts(std::ssize(places) / 2, image[1] * taps, [&](int64_t begin, int64_t end) {
                samplePlanes<T>(sampler, from, places, to, static_cast<size_t>(begin), static_cast<size_t>(end));
            });
        }
    });
}

// ---- RoiAlign ----

constexpr int64_t kMostSamples = 1024; ///< of an element of the output, along an axis

/// Samples along an axis: as many as given, or one for each element of the image that the bin covers.
int64_t samplesOf(int64_t given, double bin)
{
    return given > 0 ? given : bin > 0 ? static_cast<int64_t>(std::min(std::ceil(bin), static_cast<double>(kMostSamples))) : 0;
}

std::vector<TensorType> inferRoiAlign(const OperatorCall& call)
{
    const Shape& image = call.realType(0).shape;
    call.require(image.size() == 4 && call.shape(1).size() == 2 && call.shape(1)[1] == 4
                     && call.shape(2) == Shape{call.shape(1)[0]},
                 "an image of shape {} and boxes of shape {} do not belong together", shapeText(image), shapeText(call.shape(1)));
    const std::string mode = call.text("mode", "avg");
    call.require(mode == "avg" || mode == "max", "attribute 'mode' is {}; it must be avg or max", quotedName(mode));
    const int64_t height = call.integer("output_height", 1);
    const int64_t width = call.integer("output_width", 1);
    call.require(height >= 1 && width >= 1, "an output of {} x {} is wanted", height, width);
    const int64_t samples = call.integer("sampling_ratio", 0);
    call.require(samples >= 0 && samples <= kMostSamples, "attribute 'sampling_ratio' is {}, but must be 0 to {}", samples,
                 kMostSamples);
    (void)call.real("spatial_scale", 1);
    const std::string how = call.text("coordinate_transformation_mode", "half_pixel");
    call.require(how == "half_pixel" || how == "output_half_pixel", "attribute 'coordinate_transformation_mode' is {}",
                 quotedName(how));
    return {{call.type(0).number, {call.shape(1)[0], image[1], height, width}}};
}

/// An element of a plane that samples read, and its weight.
struct RoiTap {
    size_t place = 0;
    double weight = 0;
};

constexpr size_t kMostTaps = 4096; ///< of the bins that are pooled together: they stay in the cache

/// Pools boxes of an image as RoiAlign does.
class BoxPooling
{
public:
    explicit BoxPooling(const OperatorCall& call)
        : m_height(call.shape(0)[2])
        , m_width(call.shape(0)[3])
        , m_rows(call.integer("output_height", 1))
        , m_columns(call.integer("output_width", 1))
        , m_ratio(call.integer("sampling_ratio", 0))
        , m_scale(call.real("spatial_scale", 1))
        , m_isHalfPixel(call.text("coordinate_transformation_mode", "half_pixel") == "half_pixel")
        , m_isMax(call.text("mode", "avg") == "max")
    {
    }

    /// Pools `planes` planes of an image, which the box is in, into as many outputs: some planes at a time, so that what the box
    /// covers of them stays in the cache.
    template<class T>
    void pool(std::span<const double> box, std::span<const T> image, size_t planes, std::span<T> out)
    {
        constexpr size_t together = 4;
        place(box);
        const auto size = static_cast<size_t>(m_height * m_width);
        const auto bins = static_cast<size_t>(m_rows * m_columns);
        for (size_t first = 0; first < bins; first += m_ends.size()) {
            placeBins(first, bins);
            size_t plane = 0;
            for (; plane + together <= planes; plane += together) {
                poolPlanes<together>(image.data() + plane * size, size, out.data() + plane * bins + first, bins);
            }
            for (; plane < planes; ++plane) {
                poolPlanes<1>(image.data() + plane * size, size, out.data() + plane * bins + first, bins);
            }
        }
    }

private:
    void place(std::span<const double> box)
    {
        const double shift = m_isHalfPixel ? 0.5 : 0;
        m_left = box[0] * m_scale - shift;
        m_top = box[1] * m_scale - shift;
        const double least = m_isHalfPixel ? -std::numeric_limits<double>::infinity() : 1;
        m_binWidth = std::max(box[2] * m_scale - shift - m_left, least) / static_cast<double>(m_columns);
        m_binHeight = std::max(box[3] * m_scale - shift - m_top, least) / static_cast<double>(m_rows);
    }
    /// Finds the samples of some bins from `first` on, of at least one.
    void placeBins(size_t first, size_t bins)
    {
        m_taps.clear();
        m_ends.clear();
        for (size_t bin = first; bin < bins && (bin == first || m_taps.size() < kMostTaps); ++bin) {
            placeTaps(static_cast<double>(static_cast<int64_t>(bin) / m_columns),
                      static_cast<double>(static_cast<int64_t>(bin) % m_columns));
            m_ends.push_back(m_taps.size());
        }
    }
    /// Finds the samples of a bin. None: an axis has no samples.
    void placeTaps(double row, double column)
    {
        const int64_t rows = samplesOf(m_ratio, m_binHeight);
        const int64_t columns = samplesOf(m_ratio, m_binWidth);
        m_samples = static_cast<double>(rows * columns);
        for (int64_t i = 0; i < rows; ++i) {
            for (int64_t j = 0; j < columns; ++j) {
                addTaps(m_top + (row + (static_cast<double>(i) + 0.5) / static_cast<double>(rows)) * m_binHeight,
                        m_left + (column + (static_cast<double>(j) + 0.5) / static_cast<double>(columns)) * m_binWidth);
            }
        }
    }
    /// Adds the four elements of a sample. A mean leaves out weights of 0; a maximum has 0 for them, as outside of the image.
    void addTaps(double y, double x)
    {
        if (y < -1 || y > static_cast<double>(m_height) || x < -1 || x > static_cast<double>(m_width) || std::isnan(y)
            || std::isnan(x)) {
            addTap(0, 0, 0);
            return;
        }
        y = std::clamp(y, 0.0, static_cast<double>(m_height - 1));
        x = std::clamp(x, 0.0, static_cast<double>(m_width - 1));
        const auto y0 = static_cast<int64_t>(y);
        const auto x0 = static_cast<int64_t>(x);
        const int64_t y1 = std::min(y0 + 1, m_height - 1);
        const int64_t x1 = std::min(x0 + 1, m_width - 1);
        const double dy = y - static_cast<double>(y0);
        const double dx = x - static_cast<double>(x0);
        addTap(y0, x0, (1 - dy) * (1 - dx));
        addTap(y0, x1, (1 - dy) * dx);
        addTap(y1, x0, dy * (1 - dx));
        addTap(y1, x1, dy * dx);
    }
    void addTap(int64_t row, int64_t column, double weight)
    {
        if (weight != 0 || m_isMax) {
            m_taps.push_back({static_cast<size_t>(row * m_width + column), weight});
        }
    }
    /// Pools the placed bins of N planes.
    template<size_t N, class T>
    void poolPlanes(const T* image, size_t size, T* out, size_t bins) const
    {
        size_t begin = 0;
        for (size_t bin = 0; bin < m_ends.size(); ++bin) {
            const auto taps = std::span(m_taps).subspan(begin, m_ends[bin] - begin);
            begin = m_ends[bin];
            const auto pooled = m_isMax ? largest<N>(image, size, taps) : mean<N>(image, size, taps);
            for (size_t k = 0; k < N; ++k) {
                out[k * bins + bin] = static_cast<T>(pooled[k]);
            }
        }
    }
    template<size_t N, class T>
    std::array<double, N> mean(const T* image, size_t size, std::span<const RoiTap> taps) const
    {
        std::array<double, N> sums{};
        for (const RoiTap& tap : taps) {
            for (size_t k = 0; k < N; ++k) {
                sums[k] += tap.weight * static_cast<double>(image[k * size + tap.place]);
            }
        }
        for (double& sum : sums) {
            sum = m_samples == 0 ? 0 : sum / m_samples;
        }
        return sums;
    }
    template<size_t N, class T>
    std::array<double, N> largest(const T* image, size_t size, std::span<const RoiTap> taps) const
    {
        std::array<double, N> most{};
        most.fill(taps.empty() ? 0 : -std::numeric_limits<double>::infinity());
        for (const RoiTap& tap : taps) {
            for (size_t k = 0; k < N; ++k) {
                most[k] = std::max(most[k], weighted(tap.weight, static_cast<double>(image[k * size + tap.place])));
            }
        }
        return most;
    }

    int64_t m_height, m_width; ///< of the image
    int64_t m_rows, m_columns; ///< of the output
    int64_t m_ratio;
    double m_scale;
    bool m_isHalfPixel, m_isMax;
    double m_left = 0, m_top = 0, m_binHeight = 0, m_binWidth = 0;
    double m_samples = 0; ///< of each bin
    std::vector<RoiTap> m_taps; ///< of the placed bins, one after the other
    std::vector<size_t> m_ends; ///< of each one's taps
};

void evaluateRoiAlign(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& image = call.shape(0);
    const std::vector<double> boxes = call.value(1).reals();
    std::vector<size_t> images;
    for (const int64_t batch : call.value(2).integers()) {
        images.push_back(static_cast<size_t>(call.place(batch, image[0])));
    }
    if (out[0].size() == 0 || call.value(0).size() == 0) {
        return;
    }
    const auto planes = static_cast<size_t>(image[1]);
    const BoxPooling pooling(call);
    withReal(out[0].number(), [&]<class T>() {
        const size_t imageSize = static_cast<size_t>(call.value(0).size()) / static_cast<size_t>(image[0]);
        const size_t outSize = static_cast<size_t>(out[0].size()) / images.size();
        call.inParts(std::ssize(images), static_cast<int64_t>(outSize) * 4, [&](int64_t begin, int64_t end) {
            BoxPooling own = pooling;
            for (auto box = static_cast<size_t>(begin); box < static_cast<size_t>(end); ++box) {
                own.pool<T>(std::span<const double>(boxes).subspan(box * 4, 4),
                            call.value(0).as<T>().subspan(images[box] * imageSize, imageSize), planes,
                            out[0].as<T>().subspan(box * outSize, outSize));
            }
        });
    });
}

} // namespace

std::vector<Operator> regionOperators()
{
    return {{"GridSample", 2, 2, inferGridSample, evaluateGridSample}, {"RoiAlign", 3, 3, inferRoiAlign, evaluateRoiAlign}};
}

} // namespace knobscope
