// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/workshop/visitorder.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QLabel;
class QToolButton;

namespace knobscope {

/// The output's elements in the order in which a loop nest visits them: the latest visits are bright. Plays at 30 frames a
/// second, or goes one visit at a time. GUI thread only.
class VisitPicture : public QWidget
{
    Q_OBJECT
public:
    explicit VisitPicture(QWidget* parent = nullptr);

    /// `problem` is shown instead if the order is null or empty.
    void setOrder(std::shared_ptr<const VisitOrder> order, const QString& problem = {});
    /// Number of visits made.
    size_t position() const { return m_position; }
    bool isPlaying() const { return m_play.isActive(); }
    /// Null: none.
    const VisitOrder* order() const { return m_order.get(); }

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void play(bool isOn);
    void goTo(size_t position);
    void showText();

    std::shared_ptr<const VisitOrder> m_order;
    QString m_problem;
    size_t m_position = 0;
    QTimer m_play;
    QWidget* m_canvas;
    QLabel* m_title;
    QLabel* m_where;
    QToolButton* m_playButton;
    std::vector<QToolButton*> m_buttons;
};

} // namespace knobscope
