// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLinkButton>

namespace knobscope {

/// A link with a description below it, in the window's text sizes: Qt draws those of QCommandLinkButton in 9 points, however
/// large other text is. As wide as its layout wants; its height follows from its width, also inside of scrolled pages.
class LinkButton : public QCommandLinkButton
{
    Q_OBJECT
public:
    LinkButton(const QString& text, const QString& description, QWidget* parent = nullptr);

    /// Replaces the description.
    void describe(const QString& description);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Area of the text in a button of this width.
    QRect textRect(int width) const;
    int titleHeight(int width) const;
    void fitHeight();
};

} // namespace knobscope
