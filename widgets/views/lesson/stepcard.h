// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lessoncheck.h"
#include "widgets/controls/wrappingpage.h"

#include <QStringList>

#include <cstdint>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace knobscope {

/// The content of a card.
struct CardContent {
    const Lesson* lesson = nullptr;
    const LessonStep* step = nullptr;
    const StepText* text = nullptr;
    StepProgress progress;
    QString reply; ///< of a done step
};

/// A step of a lesson. A done one is folded, with a tick; the current one has its text, its answers and its buttons; later ones
/// have their title. GUI thread only.
class StepCard : public WrappingPage
{
    Q_OBJECT
public:
    enum class State : uint8_t { Done, Current, Later };
    StepCard(const CardContent& content, State state, bool isOpen, QWidget* parent = nullptr);

    /// Shows the answer to a check below the buttons; empty: none.
    void setReply(const QString& sentence, bool isWrong);
    QString reply() const;

signals:
    void choiceMade(const QString& key);
    void checkWanted();
    void hintWanted();
    void goOnWanted();
    void controlWanted(const QString& id);
    /// Lines of a schedule are to be put in the workshop.
    void linesWanted(const QString& lines);
    /// A done step was opened or folded.
    void foldToggled(bool isOpen);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addTitle(const CardContent& content, bool isOpen);
    void addBody(const CardContent& content);
    void addInsertButton(const QString& lines, int number);
    void addChoices(const CardContent& content);
    void addButtons(const CardContent& content);
    void addHints(const CardContent& content);
    QLabel* addText(const QString& richText);

    State m_state;
    QVBoxLayout* m_column;
    QLabel* m_reply;
};

} // namespace knobscope
