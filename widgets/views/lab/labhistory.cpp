// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lab/labhistory.h"

#include "widgets/base/coretext.h"
#include "widgets/base/timetext.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QComboBox>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>

namespace knobscope {

LabHistory::LabHistory(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_list(makeControl<QComboBox>("kept"))
{
    m_list->setAccessibleName(tr("Comparisons kept in the project"));
    m_list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_list->setMinimumContentsLength(12);
    auto* remove = makeControl<QPushButton>("deleteKept", tr("&Delete"));
    remove->setToolTip(tr("Removes this comparison from the project"));
    inRow(this, {makeLabel(tr("&Kept:"), m_list), {m_list, 1}, remove}, QMargins());
    connect(m_list, &QComboBox::currentIndexChanged, this, &LabHistory::choose);
    connect(remove, &QPushButton::clicked, this, &LabHistory::askToRemove);
    hide();
}

void LabHistory::read(double without)
{
    const QString path = m_workspace.projectPath();
    if (path.isEmpty()) {
        m_work.cancel();
        show({}, {});
        return;
    }
    m_work.ask(
        [path = path.toStdString(), without]() -> Result<std::vector<StoredLab>> {
            auto project = TRY(Project::open(path, without > 0 ? Project::Mode::ReadWrite : Project::Mode::ReadOnly));
            TRY(without > 0 ? removeLab(project, without) : Result<void>());
            return storedLabs(project);
        },
        [this, path](Result<std::vector<StoredLab>> labs) {
            if (!labs) {
                emit failed(coreText(labs.error()));
            } else if (path == m_workspace.projectPath()) {
                show(path, std::move(*labs));
            }
        });
}

void LabHistory::show(const QString& path, std::vector<StoredLab> labs)
{
    const bool hasMore = labs.size() > m_labs.size();
    const int before = m_list->currentIndex();
    m_labs = std::move(labs);
    {
        const QSignalBlocker blocker(m_list);
        m_list->clear();
        for (const StoredLab& lab : m_labs) {
            const QString when = momentText(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(lab.at * 1e3)));
            m_list->addItem(tr("%1: %n space(s)", nullptr, static_cast<int>(lab.result.spaces.size())).arg(when),
                            path + QString::number(lab.at, 'f', 3));
            QStringList tuners;
            for (const OverallStanding& tuner : lab.result.overall) {
                tuners << QString::fromStdString(tuner.tuner);
            }
            m_list->setItemData(m_list->count() - 1,
                                tr("%1, with %n seed(s) of %2 trials, replayed on %3", nullptr, lab.result.seeds)
                                    .arg(tuners.join(QStringLiteral(", ")))
                                    .arg(lab.trials)
                                    .arg(QString::fromStdString(lab.machine)),
                                Qt::ToolTipRole);
        }
        const int known = m_list->findData(m_shown);
        const int last = m_list->count() - 1;
        m_list->setCurrentIndex(known >= 0 && !hasMore ? known : known < 0 && !hasMore ? std::min(before, last) : last);
    }
    setVisible(!m_labs.empty());
    choose();
}

void LabHistory::choose()
{
    const int index = m_list->currentIndex();
    m_list->setToolTip(m_list->currentData(Qt::ToolTipRole).toString());
    if (index >= 0 && std::exchange(m_shown, m_list->currentData().toString()) != m_list->currentData().toString()) {
        emit chosen(std::make_shared<const LabResult>(m_labs[static_cast<size_t>(index)].result));
    }
}

void LabHistory::askToRemove()
{
    auto* box = new QMessageBox(QMessageBox::Question, QString(), tr("Delete the comparison of %1?").arg(m_list->currentText()),
                                QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const double at = m_labs[static_cast<size_t>(m_list->currentIndex())].at;
    connect(box->addButton(tr("&Delete"), QMessageBox::AcceptRole), &QPushButton::clicked, this, [this, at] { read(at); });
    box->open();
}

} // namespace knobscope
