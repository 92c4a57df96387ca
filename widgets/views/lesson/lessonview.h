// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lessonfolders.h"
#include "widgets/project/view.h"
#include "widgets/views/lesson/lessonbook.h"

#include <QPointer>

#include <cstdint>
#include <functional>
#include <map>
#include <set>

class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;

namespace knobscope {

class LessonList;
class StepCard;

/// Lessons: a list of them, or the steps of one. While a lesson is open and visible, the program's state is computed in another
/// thread three times a second, and the current step is checked with it. GUI thread only.
class LessonView : public View
{
    Q_OBJECT
public:
    explicit LessonView(Workspace& workspace, QWidget* parent = nullptr);
    ~LessonView() override;

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;

    /// Adds values of the window and its views to the state: which views are visible, the lab's last result, the workshop.
    void setFacts(std::function<LessonState()> facts) { m_facts = std::move(facts); }
    /// Reads lessons from these folders, too.
    void addFolders(const QStringList& folders);
    /// Read when they are asked for, or after the window's first paint.
    const std::vector<Lesson>& lessons();
    /// Opens a lesson by its id; shows the list if there is none.
    void open(const QString& id);
    void showList();
    /// Id of the open lesson; empty: the list is shown.
    QString lesson() const;
    /// Key of the current step; empty: all are done.
    QString step() const;
    /// The answer shown for the current step, else for the last one done.
    QString reply() const;
    const LessonState& lessonState() const { return m_lessonState; }
    LessonBook& book() { return m_book; }

signals:
    /// Asks to show a control, "VIEW.CONTROL" or "VIEW".
    void controlWanted(const QString& id);
    /// Asks to put lines of a schedule in the workshop.
    void linesWanted(const QString& lines);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void readLessons();
    void fillList();
    void rebuild();
    void addNextLesson();
    void addCard(const LessonStep& step, const StepText& text, bool isCurrent);
    void readSpeedup();
    void compute();
    void takeState(LessonState state);
    enum class Cause : uint8_t { State, Choice, Button };
    /// Checks the current step. A change of the state alone shows what is missing only where an answer is shown already.
    void check(Cause cause);
    void finishStep(const LessonStep& step, const StepVerdict& verdict, const QString& sentence);
    void choose(const QString& key);
    void record(const char* event, nlohmann::json more = nlohmann::json::object());
    StepProgress progressOf(const std::string& step) const;
    /// The state with the answers to the open lesson's steps.
    LessonState stateWithAnswers() const;
    const LessonStep* currentStep() const;
    const LessonText& text() const;
    QWidget* makeLessonPage();

    bool m_isRead = false;
    FoundLessons m_found;
    QStringList m_folders;
    LessonBook m_book;
    const Lesson* m_lesson = nullptr;
    LessonState m_lessonState;
    std::map<std::string, QString> m_replies; ///< of steps that were done in this session
    StepText m_shown;                         ///< the current step's, with the values that its card shows
    std::set<std::string> m_opened;           ///< done steps that were unfolded
    std::function<LessonState()> m_facts;
    LatestWork m_work{JobLength::Quick};
    QTimer m_poll;
    std::pair<int64_t, int64_t> m_speedupOf{-1, -1}; ///< config and trials that m_speedup was read for
    int64_t m_speedup = 0;                           ///< of the chosen config, hundredths
    int64_t m_openedAt = 0; ///< Unix milliseconds when the lesson was opened
    QStackedWidget* m_pages;
    LessonList* m_list;
    QLabel* m_title = nullptr;
    QLabel* m_place = nullptr;
    QScrollArea* m_scroll = nullptr;
    QVBoxLayout* m_cards = nullptr;
    QPointer<StepCard> m_current;
};

} // namespace knobscope
