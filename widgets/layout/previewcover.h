// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace knobscope {

class ElidedLabel;

/// Covers a widget with a preview for a moment. What is below stays as it is, shown and with the focus: its scrolling, folds and
/// search are there again when the cover goes. It takes neither clicks nor keys. GUI thread only.
class PreviewCover : public QFrame
{
    Q_OBJECT
public:
    /// Becomes a sibling of `covered` and takes `content` over.
    PreviewCover(QWidget& covered, QWidget* content);

    /// `title` says whose preview it is.
    void cover(const QString& title);
    QString title() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_covered;
    ElidedLabel* m_title;
};

} // namespace knobscope
