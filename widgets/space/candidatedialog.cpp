// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/candidatedialog.h"

#include "widgets/layout/boxes.h"
#include "widgets/text/number.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSortFilterProxyModel>

namespace knobscope {

namespace {

constexpr int changedTogether = 500; // each is an edit of its own; for more, a filter says it shorter

} // namespace

CandidateDialog::CandidateDialog(SpaceDocument& document, const QString& knob, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_knob(knob)
    , m_model(new CandidateModel(this))
    , m_shown(new QSortFilterProxyModel(this))
    , m_search(new QLineEdit)
    , m_list(new QListView)
    , m_count(new QLabel)
    , m_keep(new QPushButton(tr("&Keep the shown")))
    , m_remove(new QPushButton(tr("&Remove the shown")))
{
    setWindowTitle(tr("Candidates of %1").arg(knob));
    setAttribute(Qt::WA_DeleteOnClose);
    m_shown->setSourceModel(m_model);
    m_search->setPlaceholderText(tr("Search, for example “, 16]”"));
    m_search->setAccessibleName(tr("Search among the candidates"));
    m_search->setClearButtonEnabled(true);
    m_list->setModel(m_shown);
    m_list->setUniformItemSizes(true);
    m_list->setAlternatingRowColors(true);
    m_list->setAccessibleName(tr("Candidates of %1").arg(knob));
    m_count->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    for (QPushButton* button : {m_keep, m_remove}) {
        buttons->addButton(button, QDialogButtonBox::ActionRole);
        button->setAutoDefault(false);
    }
    inColumn(this, {m_search, m_list, m_count, buttons});
    resize(480, 480);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown->setFilterFixedString(text);
        showCount();
    });
    connect(m_keep, &QPushButton::clicked, this, [this] { keepShown(true); });
    connect(m_remove, &QPushButton::clicked, this, [this] { keepShown(false); });
    connect(m_model, &CandidateModel::keepRequested, this,
            [this](const KnobValue& value, bool keep) { m_document.setKept(m_knob, {value}, keep, {}); });
    connect(&document, &SpaceDocument::changed, this, &CandidateDialog::showCandidates);
    connect(&document, &SpaceDocument::refused, m_count, &QLabel::setText);
    showCandidates();
}

void CandidateDialog::showCandidates()
{
    if (const auto defined = m_document.definedKnob(m_knob)) {
        m_model->setCandidates(candidatesOf(*defined, m_document.edits().of(m_knob.toStdString()), defined->size()));
        showCount();
    }
}

void CandidateDialog::showCount()
{
    const int shown = m_shown->rowCount();
    const bool few = shown <= changedTogether;
    m_keep->setEnabled(few && shown > 0);
    m_remove->setEnabled(few && shown > 0);
    const QString count = tr("%1 of %2 candidates shown.").arg(number(shown), number(m_model->rowCount()));
    m_count->setText(few ? count
                         : tr("%1 Search for at most %2 to change them together; a filter of the knob says more at once.")
                               .arg(count)
                               .arg(changedTogether));
}

void CandidateDialog::keepShown(bool keep)
{
    std::vector<KnobValue> values;
    for (int row = 0; row < m_shown->rowCount(); ++row) {
        const Candidate& candidate = m_model->candidate(m_shown->mapToSource(m_shown->index(row, 0)).row());
        if ((candidate.state != Candidate::State::Removed) != keep) {
            values.push_back(candidate.value);
        }
    }
    if (!values.empty()) {
        m_document.setKept(m_knob, values, keep, {});
    }
}

} // namespace knobscope
