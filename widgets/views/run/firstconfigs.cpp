// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/firstconfigs.h"

#include "widgets/base/coretext.h"
#include "widgets/controls/control.h"

#include <QLineEdit>
#include <QRegularExpression>

namespace knobscope {

FirstConfigs::FirstConfigs()
    : m_text(makeControl<QLineEdit>("firstConfigs"))
    , m_problem(new QLabel)
{
    m_text->setPlaceholderText(tr("no configs"));
    m_text->setClearButtonEnabled(true);
    m_problem->setWordWrap(true);
    m_problem->hide();
    addField(tr("Measure f&irst"), m_text,
             tr("Numbers of configs that come before the tuner's own, such as 682, 12; the tuner learns from them. "
                "Pinned configs are among them."));
    addWide(m_problem);
    connect(m_text, &QLineEdit::textChanged, this, &FirstConfigs::read);
}

void FirstConfigs::setSpace(const ConfigSpace* space)
{
    std::vector<int64_t> kept;
    for (const ConfigEntity& config : m_configs) {
        const auto index = space ? space->indexOf(config) : fail(ErrorCode::NotFound, "no space");
        if (index && space->isValid(*index)) {
            kept.push_back(*index);
        }
    }
    m_space = space ? std::optional(*space) : std::nullopt;
    setIndexes(kept); // read() then stores their values
}

void FirstConfigs::setIndexes(const std::vector<int64_t>& indexes)
{
    QStringList words;
    for (const int64_t index : indexes) {
        words << QString::number(index);
    }
    m_text->setText(words.join(QStringLiteral(", ")));
}

std::vector<int64_t> FirstConfigs::indexes() const
{
    std::vector<int64_t> all;
    for (const ConfigEntity& config : m_configs) {
        all.push_back(config.index.value_or(-1));
    }
    return all;
}

void FirstConfigs::read()
{
    m_configs.clear();
    QString problem;
    static const QRegularExpression blanks(QStringLiteral("[,;\\s]+"));
    for (const QString& word : m_text->text().split(blanks, Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const qint64 index = word.toLongLong(&isNumber);
        if (!isNumber) {
            problem = tr("%1 is not the index of a config.").arg(word);
        } else if (!m_space) {
            problem = tr("Choose a task before its configs.");
        } else if (auto entity = m_space->at(index); entity) {
            m_configs.push_back(std::move(*entity));
        } else {
            problem = coreText(entity.error());
        }
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

} // namespace knobscope
