// SPDX-License-Identifier: GPL-3.0-or-later
// The code of the trial under the pointer, laid over that of the config in hand.
#include "widgets/code/codeview.h"
#include "widgets/layout/previewcover.h"

#include <QLocale>
#include <QStackedWidget>

namespace knobscope {

CodeLevels* CodeView::previewed() const
{
    return m_cover && !m_cover->isHidden() ? m_previewed : nullptr;
}

QString CodeView::previewTitle() const
{
    return m_cover ? m_cover->title() : QString();
}

void CodeView::preview(const HoveredConfig& config, bool mayGenerate)
{
    const CodeKey wanted{config.task, config.index};
    if (kernelKey(*wanted.task, wanted.index) == m_kernel) {
        endPreview(); // it is what is below
        return;
    }
    if (const CodeStore::Code known = m_store.find(wanted)) {
        m_previewWork.cancel();
        showPreview(config, known);
        return;
    }
    endPreview(); // rather none than that of the trial pointed at before
    if (mayGenerate) {
        m_previewWork.request(
            [this, config, wanted, compiler = workspace().codeWorker()](const std::atomic<bool>& stop) -> LatestWork::Deliver {
                return [this, config, wanted, code = generateCode(wanted, *compiler, stop)] {
                    m_store.insert(wanted, code);
                    if (workspace().selection().hovered() == config.trial) {
                        showPreview(config, code);
                    }
                };
            });
    }
}

void CodeView::showPreview(const HoveredConfig& config, const CodeStore::Code& code)
{
    if (!m_cover) {
        m_previewed = new CodeLevels;
        m_cover = new PreviewCover(*m_stack, m_previewed);
    }
    m_previewed->setCode(*code);
    m_previewed->arrangeLike(*m_levels);
    m_cover->cover(tr("Pointed at: trial %1 of run %2, config %3")
                       .arg(config.trial.number)
                       .arg(config.trial.run)
                       .arg(QLocale().toString(config.index)));
}

void CodeView::endPreview()
{
    m_previewWork.cancel();
    if (m_cover) {
        m_cover->hide();
    }
}

} // namespace knobscope
