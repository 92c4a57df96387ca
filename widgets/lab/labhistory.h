// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/keptlabs.h"
#include "widgets/background/latestwork.h"
#include "widgets/workspace/workspace.h"

#include <QWidget>

class QComboBox;

namespace knobscope {

/// The comparisons that the open project keeps, to look at again or to take out. They are read in a thread of their own. GUI
/// thread only.
class LabHistory : public QWidget
{
    Q_OBJECT
public:
    explicit LabHistory(Workspace& workspace, QWidget* parent = nullptr);

    /// Takes the one of that time out, unless that is 0, and shows what there is then.
    void read(double without = 0);
    /// Waits for what is being read (pictures, tests).
    void finishReading() { m_work.finishNow(); }

signals:
    /// Another one than before: by the person, or the newest when a project was opened or a comparison was finished.
    void chosen(const std::shared_ptr<const knobscope::LabResult>& result);
    void failed(const QString& sentence);

private:
    void show(const QString& path, std::vector<KeptLab> labs);
    void choose();
    void askToRemove();

    Workspace& m_workspace;
    LatestWork m_work;
    std::vector<KeptLab> m_labs;
    QString m_shown; ///< path and time of the one that was chosen last
    QComboBox* m_list;
};

} // namespace knobscope
