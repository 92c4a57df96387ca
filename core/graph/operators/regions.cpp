// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes and grids of detectors: which boxes are kept, and images sampled in boxes or at given places.
#include "core/graph/operators/all.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace knobscope {
namespace {

// ---- NonMaxSuppression ----

/// A box by its corners.
struct BoxCorners {
    double top = 0, left = 0, bottom = 0, right = 0;

    BoxCorners(std::span<const double> box, bool isCentred)
    {
        if (isCentred) {
            top = box[1] - box[3] / 2;
            bottom = box[1] + box[3] / 2;
            left = box[0] - box[2] / 2;
            right = box[0] + box[2] / 2;
        } else {
            std::tie(top, bottom) = std::minmax(box[0], box[2]);
            std::tie(left, right) = std::minmax(box[1], box[3]);
        }
    }
    double area() const { return (bottom - top) * (right - left); }
    /// Area of the intersection divided by that of the union.
    double overlap(const BoxCorners& other) const
    {
        const double height = std::min(bottom, other.bottom) - std::max(top, other.top);
        const double width = std::min(right, other.right) - std::max(left, other.left);
        const double common = height > 0 && width > 0 ? height * width : 0;
        const double all = area() + other.area() - common;
        return all > 0 ? common / all : 0;
    }
};

/// Triples of batch, class and box that are kept.
std::vector<std::array<int64_t, 3>> keptBoxes(const OperatorCall& call)
{
    const Shape& boxes = call.realType(0).shape;
    const Shape& scores = call.realType(1).shape;
    call.require(boxes.size() == 3 && boxes[2] == 4 && scores.size() == 3 && scores[0] == boxes[0] && scores[2] == boxes[1],
                 "boxes of shape {} and scores of shape {} do not belong together", shapeText(boxes), shapeText(scores));
    const std::vector<double> corners = call.value(0).reals();
    const std::vector<double> score = call.value(1).reals();
    const int64_t most = call.has(2) ? call.value(2).integers().at(0) : 0;
    const double highestOverlap = call.has(3) ? call.value(3).reals().at(0) : 0;
    const bool isCentred = call.integer("center_point_box", 0) != 0;
    std::vector<std::array<int64_t, 3>> kept;
    for (int64_t lane = 0; lane < scores[0] * scores[1]; ++lane) {
        const int64_t batch = lane / scores[1];
        const double* const own = score.data() + lane * scores[2];
        std::vector<int64_t> order(static_cast<size_t>(scores[2]));
        std::iota(order.begin(), order.end(), int64_t{0});
        std::erase_if(order, [&](int64_t box) { return call.has(4) && !(own[box] > call.value(4).reals().at(0)); });
        std::ranges::stable_sort(order, [&](int64_t a, int64_t b) { return own[a] > own[b]; });
        std::vector<BoxCorners> chosen;
        for (const int64_t box : order) {
            if (static_cast<int64_t>(chosen.size()) >= most) {
                break;
            }
            const BoxCorners candidate(
                std::span<const double>(corners).subspan(static_cast<size_t>((batch * boxes[1] + box) * 4), 4), isCentred);
            if (std::ranges::none_of(chosen, [&](const BoxCorners& c) { return c.overlap(candidate) > highestOverlap; })) {
                chosen.push_back(candidate);
                kept.push_back({batch, lane % scores[1], box});
            }
        }
    }
    return kept;
}

std::vector<TensorType> inferNonMaxSuppression(const OperatorCall& call)
{
    if (!call.known(0) || !call.known(1)) {
        call.unsupported("it keeps as many boxes as their scores say, but shapes must be known before a network runs; export the "
                         "model up to its boxes and scores");
    }
    return {{ir::int64, {static_cast<int64_t>(keptBoxes(call).size()), 3}}};
}

void evaluateNonMaxSuppression(const OperatorCall& call, std::span<Tensor> out)
{
    auto to = out[0].as<int64_t>().begin();
    for (const auto& triple : keptBoxes(call)) {
        to = std::ranges::copy(triple, to).out;
    }
}

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

/// One pooled element of a box.
double pooledElement(const OperatorCall& call, const double* plane, std::span<const double> box, int64_t row, int64_t column)
{
    const int64_t height = call.shape(0)[2];
    const int64_t width = call.shape(0)[3];
    const double scale = call.real("spatial_scale", 1);
    const bool isHalfPixel = call.text("coordinate_transformation_mode", "half_pixel") == "half_pixel";
    const double shift = isHalfPixel ? 0.5 : 0;
    const double left = box[0] * scale - shift;
    const double top = box[1] * scale - shift;
    double boxWidth = box[2] * scale - shift - left;
    double boxHeight = box[3] * scale - shift - top;
    if (!isHalfPixel) {
        boxWidth = std::max(boxWidth, 1.0);
        boxHeight = std::max(boxHeight, 1.0);
    }
    const double binHeight = boxHeight / static_cast<double>(call.integer("output_height", 1));
    const double binWidth = boxWidth / static_cast<double>(call.integer("output_width", 1));
    const int64_t ratio = call.integer("sampling_ratio", 0);
    const int64_t rows = samplesOf(ratio, binHeight);
    const int64_t columns = samplesOf(ratio, binWidth);
    if (rows == 0 || columns == 0) {
        return 0;
    }
    const bool isMax = call.text("mode", "avg") == "max";
    double result = isMax ? -std::numeric_limits<double>::infinity() : 0;
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
            double y = top + (static_cast<double>(row) + (static_cast<double>(i) + 0.5) / static_cast<double>(rows)) * binHeight;
            double x =
                left + (static_cast<double>(column) + (static_cast<double>(j) + 0.5) / static_cast<double>(columns)) * binWidth;
            std::array<double, 4> parts{};
            if (y >= -1 && y <= static_cast<double>(height) && x >= -1 && x <= static_cast<double>(width)) {
                y = std::clamp(y, 0.0, static_cast<double>(height - 1));
                x = std::clamp(x, 0.0, static_cast<double>(width - 1));
                const auto y0 = static_cast<int64_t>(y);
                const auto x0 = static_cast<int64_t>(x);
                const int64_t y1 = std::min(y0 + 1, height - 1);
                const int64_t x1 = std::min(x0 + 1, width - 1);
                const double dy = y - static_cast<double>(y0);
                const double dx = x - static_cast<double>(x0);
                parts = {weighted((1 - dy) * (1 - dx), plane[y0 * width + x0]), weighted((1 - dy) * dx, plane[y0 * width + x1]),
                         weighted(dy * (1 - dx), plane[y1 * width + x0]), weighted(dy * dx, plane[y1 * width + x1])};
            }
            if (isMax) {
                result = std::max(result, *std::ranges::max_element(parts));
            } else {
                result += (parts[0] + parts[1] + parts[2] + parts[3]) / static_cast<double>(rows * columns);
            }
        }
    }
    return result;
}

void evaluateRoiAlign(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = out[0].shape();
    const auto plane = static_cast<size_t>(call.shape(0)[2] * call.shape(0)[3]);
    const std::vector<double> from = call.value(0).reals();
    const std::vector<double> boxes = call.value(1).reals();
    const std::vector<int64_t> batches = call.value(2).integers();
    withReal(out[0].number(), [&]<class T>() {
        for (size_t i = 0; i < static_cast<size_t>(out[0].size()); ++i) {
            const auto element = static_cast<int64_t>(i);
            const auto box = static_cast<size_t>(element / (shape[1] * shape[2] * shape[3]));
            const int64_t image = call.place(batches[box], call.shape(0)[0]);
            const int64_t channel = element / (shape[2] * shape[3]) % shape[1];
            out[0].as<T>()[i] = static_cast<T>(pooledElement(
                call, from.data() + static_cast<size_t>(image * shape[1] + channel) * plane,
                std::span<const double>(boxes).subspan(box * 4, 4), element / shape[3] % shape[2], element % shape[3]));
        }
    });
}

} // namespace

std::vector<Operator> regionOperators()
{
    return {{"NonMaxSuppression", 2, 5, inferNonMaxSuppression, evaluateNonMaxSuppression},
            {"GridSample", 2, 2, inferGridSample, evaluateGridSample},
            {"RoiAlign", 3, 3, inferRoiAlign, evaluateRoiAlign}};
}

} // namespace knobscope
