// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace knobscope {

/// A labelled position on an axis.
struct Tick {
    double place = 0; ///< in plane coordinates
    QString label;
};

/// One axis of a plot: its quantity, its range, the mapping from data to the plane and back, and its ticks. Painting, zooming and
/// panning use plane coordinates: the decimal logarithm of a value on a logarithmic axis, the value itself on any other.
class PlotAxis
{
public:
    enum class Kind : uint8_t {
        Linear,
        WholeNumber, ///< without ticks between whole numbers
        Duration, ///< in seconds, labelled like a clock: "1:30", "2:05:00"
        Log,
        Categories,
    };

    PlotAxis() = default;
    PlotAxis(const QString& itsTitle, Kind kind, double low, double high)
        : title(itsTitle)
    {
        setRange(kind, low, high);
    }

    QString title; ///< with its unit

    Kind kind() const { return m_kind; }
    double low() const { return fromPlane(m_from); }
    double high() const { return fromPlane(m_to); }
    /// The low end in plane coordinates.
    double from() const { return m_from; }
    double to() const { return m_to; }
    const QStringList& categories() const { return m_categories; }
    /// Corrects any input so that the range is finite, low < high, and above zero for Log.
    void setRange(Kind kind, double low, double high);
    /// Position i means names[i]; the range leaves half a position at either end.
    void setCategories(const QStringList& names);

    /// Values without a logarithm map far below the axis.
    double toPlane(double value) const;
    double fromPlane(double place) const;
    /// Returns the same axis restricted to a range of the plane.
    PlotAxis part(double from, double to) const;
    /// Whether both axes show the same quantity with the same scale.
    bool means(const PlotAxis& other) const { return m_kind == other.m_kind && title == other.title; }
    /// Returns about `wanted` round values within the range, ascending; at least one if there is any. A logarithmic axis has
    /// powers of ten and, if there is room, 1-2-5 or finer steps. Labels follow the locale.
    std::vector<Tick> ticks(int wanted) const;
    /// Formats a value for the locale, with a precision that fits the range.
    QString text(double value) const;

    friend bool operator==(const PlotAxis&, const PlotAxis&) = default;

private:
    std::vector<Tick> categoryTicks(int wanted) const;

    Kind m_kind = Kind::Linear;
    double m_from = 0;
    double m_to = 1;
    QStringList m_categories;
};

/// Returns the smallest 1, 2, 2.5 or 5 times a power of ten that is not below `value`.
double niceCeiling(double value);
/// Returns the smallest round step, in seconds, that is not below `seconds`: a niceCeiling() of seconds, minutes or hours.
double durationStep(double seconds);

} // namespace knobscope
