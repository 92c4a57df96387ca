// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextEdit>

namespace knobscope {

/// A framed text with the conclusions about the data below it, selectable by mouse and keys. A long one takes two lines, or an
/// eighth of its parent's height, and scrolls, so that the plot below keeps its room. It ends with a whole line at any height.
class SummaryText : public QTextEdit
{
    Q_OBJECT
public:
    /// `name` is the accessible name.
    explicit SummaryText(const QString& name);

    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int heightOfLines(int lines) const;
    void endWithWholeLine();
};

} // namespace knobscope
