// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace knobscope {

/// Scrolls a page that has less room than it needs, so that the window around it can be small; with enough room it looks like
/// the page itself.
class ScrolledPage : public QScrollArea
{
    Q_OBJECT
public:
    /// Largest minimum size: docks are three in a row and two in a column.
    static constexpr QSize kMaxMinimumSize{240, 150};

    /// Takes ownership of `page`. The minimum size is that of the page, but at most `most`.
    explicit ScrolledPage(QWidget* page, QSize most = kMaxMinimumSize, QWidget* parent = nullptr);

    QSize sizeHint() const override { return widget()->sizeHint(); }
    /// Minimum size of the page, at most a corner of a small screen or the size given to the constructor.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    QSize m_most;
};

} // namespace knobscope
