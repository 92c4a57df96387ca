// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace knobscope {

/// A labelled place on an axis.
struct Tick {
    double place = 0; ///< in the plane
    QString label;
};

/// One axis of a plot: what it stands for, its range, the way from data to the plane and back, and its ticks. The plane is what
/// is painted, zoomed and panned: the decimal logarithm of a value on a logarithmic axis, the value itself on any other.
class PlotAxis
{
public:
    enum class Kind : uint8_t {
        Linear,
        WholeNumber, ///< has no ticks between whole numbers
        Duration,    ///< of seconds, labelled as a clock does: "1:30", "2:05:00"
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
    /// The same ends in the plane.
    double from() const { return m_from; }
    double to() const { return m_to; }
    const QStringList& categories() const { return m_categories; }
    /// Whatever is given, the range holds finite numbers, low < high, and is above zero for Log.
    void setRange(Kind kind, double low, double high);
    /// Position i stands for names[i]; the range leaves half a place at either end.
    void setCategories(const QStringList& names);

    /// What a logarithm does not have lies far below.
    double toPlane(double value) const;
    double fromPlane(double place) const;
    /// The same axis between two places of the plane.
    PlotAxis part(double from, double to) const;
    /// Whether both stand for the same quantity in the same way.
    bool means(const PlotAxis& other) const { return m_kind == other.m_kind && title == other.title; }
    /// Round values within the range, ascending, about `wanted` of them, at least one where there is one. A logarithmic axis gets
    /// powers of ten and, where there is room, 1-2-5 or finer between them. Labels follow the locale.
    std::vector<Tick> ticks(int wanted) const;
    /// A value as the locale writes it, with a precision that fits the range.
    QString text(double value) const;

    friend bool operator==(const PlotAxis&, const PlotAxis&) = default;

private:
    std::vector<Tick> categoryTicks(int wanted) const;

    Kind m_kind = Kind::Linear;
    double m_from = 0;
    double m_to = 1;
    QStringList m_categories;
};

/// The next 1, 2, 2.5 or 5 times a power of ten that is not below `value`.
double niceCeiling(double value);
/// The next round step of time, in seconds, that is not below: such a number of them, of minutes or of hours.
double durationStep(double seconds);

} // namespace knobscope
