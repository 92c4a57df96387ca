// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/view.h"
#include "widgets/views/lab/labhistory.h"
#include "widgets/views/lab/labresults.h"
#include "widgets/views/lab/labsetup.h"

namespace knobscope {

class PlaceholderStack;

/// The replay lab: compares tuners without a device, on spaces whose configs are all measured and recorded. Replays run in
/// threads of their own; nothing is measured meanwhile, because they would disturb it. Completed comparisons are stored in the
/// open project. GUI thread only.
class LabView : public LazyView
{
    Q_OBJECT
public:
    explicit LabView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;

    LabSpacesModel& spaces() { return m_setup->spaces(); }
    LabTunersModel& tuners() { return m_setup->tuners(); }
    const LabResults::Outcome& result() const { return m_results->result(); }
    bool isRunning() const { return m_run.isBusy(); }
    /// The sentence above the plot.
    QString verdict() const { return m_results->verdict(); }
    /// Waits for the running replays (pictures, tests).
    void waitForResult() { m_run.finishNow(); }

public slots:
    /// Adds recordings and projects; reports an error for other files.
    void addFile(const QString& path) { m_setup->addFile(path); }
    void start();
    void stop();

protected:
    /// Reads the open project.
    void refresh() override;
    void showEvent(QShowEvent* event) override;

private:
    void showResult(const LabResults::Outcome& result);
    void finish(const QString& problem);
    void keep(const std::string& project, const LabResults::Outcome& result, const LabOptions& options);
    void savePicture();
    void showMessage(const QString& text);

    LabSetup* m_setup;
    LabResults* m_results;
    LabHistory* m_history;
    PlaceholderStack* m_pages;
    bool m_wasShown = false;
    LatestWork m_run; ///< stopping it waits for at most one trial of a replay
};

} // namespace knobscope
