// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lab/labhistory.h"
#include "widgets/lab/labresults.h"
#include "widgets/lab/labsetup.h"
#include "widgets/workspace/view.h"

class QSplitter;

namespace knobscope {

class PageOrSentence;

/// The replay lab: tuners on spaces of which every config was measured before, so that what they need is known without a device.
/// They are replayed in threads of their own; meanwhile nothing is measured, which it would disturb. What came to its end is kept
/// in the open project. GUI thread only.
class LabView : public LazyView
{
    Q_OBJECT
public:
    explicit LabView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    LabSpacesModel& spaces() { return m_setup->spaces(); }
    LabTunersModel& tuners() { return m_setup->tuners(); }
    const LabResults::Outcome& result() const { return m_results->result(); }
    bool isRunning() const { return m_run.isBusy(); }
    /// The sentence above the plot.
    QString verdict() const { return m_results->verdict(); }
    /// Lets what goes on come to its end (pictures, tests).
    void waitForResult() { m_run.finishNow(); }

public slots:
    /// Takes in recordings and projects; a file that is neither is refused in words.
    void addFile(const QString& path) { m_setup->addFile(path); }
    void start();
    void stop();

protected:
    /// Reads the open project.
    void refresh() override;
    void showEvent(QShowEvent* event) override;

private:
    void take(const LabResults::Outcome& result);
    void finish(const QString& problem);
    void savePicture();
    void say(const QString& text);

    LabSetup* m_setup;
    LabResults* m_results;
    LabHistory* m_history;
    QSplitter* m_splitter;
    PageOrSentence* m_pages;
    bool m_wasShown = false;
    LatestWork m_run; ///< ending it waits for a trial of a replay at most
};

} // namespace knobscope
