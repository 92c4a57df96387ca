// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace knobscope {

/// A page that scrolls where it has less room than it needs, so that the window around it may be small; where there is room it is
/// as if the page stood alone.
class ScrolledPage : public QScrollArea
{
    Q_OBJECT
public:
    /// Docks stand three in a row and two in a column.
    static constexpr QSize corner{240, 150};

    /// `page` is owned from now on; of what it needs at least, this asks for no more than `most`.
    explicit ScrolledPage(QWidget* page, QSize most = corner, QWidget* parent = nullptr);

    QSize sizeHint() const override { return widget()->sizeHint(); }
    /// The page's own, but no more than a corner of a small screen, or what was said.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    QSize m_most;
};

} // namespace knobscope
