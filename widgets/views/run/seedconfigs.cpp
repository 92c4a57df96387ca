// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/seedconfigs.h"

#include "widgets/base/coretext.h"
#include "widgets/controls/control.h"

#include <QLineEdit>
#include <QRegularExpression>

namespace knobscope {

SeedConfigs::SeedConfigs()
    : m_text(makeControl<QLineEdit>("firstConfigs"))
    , m_problem(new QLabel)
{
    m_text->setPlaceholderText(tr("no configs"));
    m_text->setClearButtonEnabled(true);
    m_problem->setWordWrap(true);
    m_problem->hide();
    addField(
        tr("Measure f&irst"), m_text,
        tr("Config numbers to measure first, for example 682, 12. The tuner learns from them. Pinned configs are included."));
    addWide(m_problem);
    connect(m_text, &QLineEdit::textChanged, this, &SeedConfigs::read);
}

void SeedConfigs::setSpace(const ConfigSpace* space)
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

void SeedConfigs::setIndexes(const std::vector<int64_t>& indexes)
{
    QStringList numbers;
    for (const int64_t index : indexes) {
        numbers << QString::number(index);
    }
    m_text->setText(numbers.join(QStringLiteral(", ")));
}

std::vector<int64_t> SeedConfigs::indexes() const
{
    std::vector<int64_t> all;
    for (const ConfigEntity& config : m_configs) {
        all.push_back(config.index.value_or(-1));
    }
    return all;
}

void SeedConfigs::read()
{
    m_configs.clear();
    QString problem;
    static const QRegularExpression blanks(QStringLiteral("[,;\\s]+"));
    for (const QString& word : m_text->text().split(blanks, Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const qint64 index = word.toLongLong(&isNumber);
        if (!isNumber) {
            problem = tr("%1 is not a config number.").arg(word);
        } else if (!m_space) {
            problem = tr("Choose a task first, then its configs.");
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
