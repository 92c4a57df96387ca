// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/storedlabs.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/workspace.h"

#include <QWidget>

class QComboBox;

namespace knobscope {

/// The comparisons stored in the open project, to show or to delete. Reads them in a thread of its own. GUI thread only.
class LabHistory : public QWidget
{
    Q_OBJECT
public:
    explicit LabHistory(Workspace& workspace, QWidget* parent = nullptr);

    /// Deletes the comparison with that time (0: none), and shows the others.
    void read(double without = 0);
    /// Waits for pending reads (pictures, tests).
    void finishReading() { m_work.finishNow(); }

signals:
    /// Another comparison was chosen: by the user, or the newest when a project was opened or a comparison finished.
    void chosen(const std::shared_ptr<const knobscope::LabResult>& result);
    void failed(const QString& sentence);

private:
    void show(const QString& path, std::vector<StoredLab> labs);
    void choose();
    void askToRemove();

    Workspace& m_workspace;
    LatestWork m_work;
    std::vector<StoredLab> m_labs;
    QString m_shown; ///< path and time of the last chosen one
    QComboBox* m_list;
};

} // namespace knobscope
