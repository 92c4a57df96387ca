// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace knobscope {

/// The result of a view as one large figure with its unit, and a line below that qualifies it. Its height does not depend on
/// whether there is a result, so that controls below stay where they are. It places its labels itself: another text lays out
/// nothing else, unless it takes another number of lines.
class Headline : public QWidget
{
    Q_OBJECT
public:
    explicit Headline(QAnyStringView id, QWidget* parent = nullptr);
    /// `figure` is a number as text, such as "237.5"; `unit` may be empty for a word.
    void show(const QString& figure, const QString& unit, const QString& line);
    /// Shows a plain sentence in place of the figure: that there is no result, or how to get one.
    void showNone(const QString& line);
    bool hasFigure() const { return m_hasFigure; }
    /// "237.5 GFLOPS"; empty: there is no result.
    QString figure() const;
    QString line() const;
    using QWidget::show;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;

private:
    void showTexts(const QString& figure, const QString& unit, const QString& line, bool hasFigure);
    int figureHeight() const;
    int figureWidth() const;
    void arrange();
    QLabel* m_figure;
    QLabel* m_unit;
    QLabel* m_line;
    QSize m_needed; ///< the least width, and the height at the width that there is
    bool m_hasFigure = false;
};

} // namespace knobscope
