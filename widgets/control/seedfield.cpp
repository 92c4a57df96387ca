// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/seedfield.h"

#include "widgets/layout/section.h"
#include "widgets/translation/coretext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QStyle>
#include <QVBoxLayout>

namespace knobscope {

SeedField::SeedField(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLineEdit)
    , m_add(new QPushButton)
    , m_problem(new QLabel)
{
    m_text->setPlaceholderText(tr("none"));
    m_text->setAccessibleName(tr("Configs measured first"));
    m_text->setClearButtonEnabled(true);
    auto* label = new QLabel(tr("Measured f&irst"));
    label->setBuddy(m_text);
    m_problem->setWordWrap(true);
    m_problem->hide();
    const QString sentence =
        tr("Indexes of configs that come before the tuner's own, such as 682, 12; the tuner learns from them.");
    m_text->setAccessibleDescription(sentence);
    auto* line = new QHBoxLayout;
    line->addWidget(m_text);
    line->addWidget(m_add);
    auto* layout = new QVBoxLayout(this);
    const int indent = style()->pixelMetric(QStyle::PM_IndicatorWidth);
    layout->setContentsMargins(indent, 0, 0, indent / 2);
    layout->setSpacing(tightSpacing(*this));
    layout->addWidget(label);
    layout->addLayout(line);
    layout->addWidget(m_problem);
    layout->addWidget(makeSentence(sentence));
    connect(m_text, &QLineEdit::textChanged, this, &SeedField::read);
    connect(m_add, &QPushButton::clicked, this, [this] { add(m_config); });
    setConfig(-1);
}

void SeedField::setSpace(const ConfigSpace* space)
{
    m_space = space ? std::optional(*space) : std::nullopt;
    std::vector<ConfigEntity> kept;
    for (ConfigEntity& config : m_configs) {
        if (const auto index = m_space ? m_space->indexOf(config) : fail(ErrorCode::NotFound, "no space"); index) {
            config.index = *index;
            kept.push_back(std::move(config));
        }
    }
    m_configs = std::move(kept);
    write();
}

void SeedField::setConfig(qint64 index)
{
    m_config = index;
    m_add->setEnabled(index >= 0);
    m_add->setText(index < 0 ? tr("Add config") : tr("Add %1").arg(QLocale().toString(index)));
    m_add->setToolTip(tr("Adds the config in hand to those that are measured first."));
}

void SeedField::add(qint64 index)
{
    const QString text = m_text->text().trimmed();
    m_text->setText(text.isEmpty() ? QString::number(index) : QStringLiteral("%1, %2").arg(text).arg(index));
}

void SeedField::setIndexes(const std::vector<int64_t>& indexes)
{
    QStringList words;
    for (const int64_t index : indexes) {
        words << QString::number(index);
    }
    m_text->setText(words.join(QStringLiteral(", ")));
}

std::vector<int64_t> SeedField::indexes() const
{
    std::vector<int64_t> all;
    for (const ConfigEntity& config : m_configs) {
        all.push_back(config.index.value_or(-1));
    }
    return all;
}

QString SeedField::problem() const
{
    return m_problem->text();
}

void SeedField::read()
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
            problem = coreText(entity.error().message);
        }
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    emit changed();
}

void SeedField::write()
{
    QStringList words;
    for (const int64_t index : indexes()) {
        words << QString::number(index);
    }
    const QSignalBlocker blocked(m_text);
    m_text->setText(words.join(QStringLiteral(", ")));
    m_problem->clear();
    m_problem->hide();
    emit changed();
}

} // namespace knobscope
