// SPDX-License-Identifier: GPL-3.0-or-later
// Files, pictures and the state of LabView.
#include "widgets/lab/labview.h"

#include "widgets/plot/picture.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/translation/coretext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QJsonArray>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>

#include <algorithm>

namespace knobscope {

void LabView::askForFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Add Recorded Spaces"), {},
        tr("Recorded spaces, projects, other tuners' results (*.space *.knobscope *.json *.json.gz);;All files (*)"));
    for (const QString& path : paths) {
        addFile(path);
    }
}

void LabView::savePicture()
{
    if (!m_result) {
        say(tr("There is no plot yet: press Start first."));
    } else if (const auto saved = askAndSavePicture(*m_plot, tr("lab.svg")); !saved) {
        say(coreText(saved.error()));
    }
}

void LabView::refreshNow()
{
    readProject();
    m_projectJob.finishNow();
    m_filesJob.finishNow();
}

QJsonObject LabView::saveState() const
{
    QJsonArray sizes;
    for (const int size : m_splitter->sizes()) {
        sizes.append(size);
    }
    return {{QStringLiteral("tab"), m_tabs->currentIndex()},
            {QStringLiteral("choice"), m_choice->currentIndex()},
            {QStringLiteral("files"), QJsonArray::fromStringList(m_spaces.files())},
            {QStringLiteral("spaces"), QJsonArray::fromStringList(m_spaces.takenNames())},
            {QStringLiteral("tuners"), QJsonArray::fromStringList(m_tuners.takenTexts())},
            {QStringLiteral("seeds"), m_seeds->value()},
            {QStringLiteral("budget"), m_budget->value()},
            {QStringLiteral("share"), m_share->currentIndex()},
            {QStringLiteral("logX"), m_logX->isChecked()},
            {QStringLiteral("sizes"), sizes}};
}

void LabView::restoreState(const QJsonObject& state)
{
    const auto texts = [&](const char* key) {
        QStringList list;
        for (const QJsonValue& value : state[QLatin1String(key)].toArray()) {
            list << value.toString();
        }
        return list;
    };
    m_tabs->setCurrentIndex(std::clamp(state[QStringLiteral("tab")].toInt(), 0, m_tabs->count() - 1));
    m_choice->setCurrentIndex(std::clamp(state[QStringLiteral("choice")].toInt(), 0, 1));
    m_seeds->setValue(state[QStringLiteral("seeds")].toInt(m_seeds->value()));
    m_budget->setValue(state[QStringLiteral("budget")].toInt(m_budget->value()));
    m_share->setCurrentIndex(std::clamp(state[QStringLiteral("share")].toInt(1), 0, m_share->count() - 1));
    m_logX->setChecked(state[QStringLiteral("logX")].toBool(true));
    if (state.contains(QStringLiteral("tuners"))) {
        m_tuners.setTakenTexts(texts("tuners"));
    }
    if (state.contains(QStringLiteral("spaces"))) {
        m_spaces.setTakenNames(texts("spaces"));
    }
    for (const QString& file : texts("files")) {
        if (QFileInfo::exists(file) && file != workspace().projectPath()) {
            m_pendingFiles.append({LabSpacesModel::Origin::File, file, false});
        }
    }
    if (!m_pendingFiles.isEmpty()) {
        readFiles();
    }
    QList<int> sizes;
    for (const QJsonValue& size : state[QStringLiteral("sizes")].toArray()) {
        sizes << size.toInt();
    }
    if (sizes.size() == 2 && sizes[0] > 0 && sizes[1] > 0) {
        m_splitter->setSizes(sizes);
    }
}

} // namespace knobscope
