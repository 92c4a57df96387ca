// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextEdit>

namespace knobscope {

/// A framed text that says what can be claimed of what is below it, to be read by mouse and keys. A long one takes two lines, or
/// an eighth of the height of the widget that it stands in, and scrolls, so that the plot below it keeps its room. Whatever
/// height it is given, it ends with a whole line.
class VerdictText : public QTextEdit
{
    Q_OBJECT
public:
    /// `name` is what a screen reader calls it.
    explicit VerdictText(const QString& name);

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
