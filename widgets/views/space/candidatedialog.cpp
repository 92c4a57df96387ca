// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/candidatedialog.h"

#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/control.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSortFilterProxyModel>

namespace knobscope {

namespace {

constexpr int kMaxChangedTogether = 500; // each is one edit; for more, a filter is shorter

} // namespace

/// A checkable list of all candidates of a knob. Toggling calls `keep`; setCandidates() sets the new states.
class CandidateModel : public CellTable
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::CandidateModel)
public:
    using Keep = std::function<void(const KnobValue& value, bool isKept)>;
    CandidateModel(Keep keep, QObject* parent)
        : CellTable(parent)
        , m_keep(std::move(keep))
    {
    }

    void setCandidates(std::vector<Candidate> candidates)
    {
        std::vector<Row> rows;
        for (const auto& [value, state] : candidates) {
            rows.push_back({Cell::ticked(QString::fromStdString(valueText(value)), state != Candidate::State::Removed,
                                         state == Candidate::State::Removed ? tr("Removed; part of the template")
                                         : state == Candidate::State::Added ? tr("Added; not part of the template")
                                                                            : tr("Same as in the template"))});
        }
        const bool isSameList = candidates.size() == m_candidates.size(); // only check states changed: keeps the scroll position
        m_candidates = std::move(candidates);
        isSameList ? updateRows(std::move(rows)) : setTable({{"candidate", QString()}}, std::move(rows));
    }

    const Candidate& candidate(int row) const { return m_candidates[static_cast<size_t>(row)]; }

    QVariant data(const QModelIndex& index, int role) const override
    {
        const bool isChanged =
            role == Qt::ForegroundRole && index.isValid() && candidate(index.row()).state != Candidate::State::Kept;
        return isChanged ? themeFor(QGuiApplication::palette()).changed : CellTable::data(index, role);
    }

private:
    bool setTicked(int row, bool isOn) override
    {
        const KnobValue chosen = candidate(row).value; // a copy, since handling replaces the list
        m_keep(chosen, isOn);
        return true;
    }

    Keep m_keep;
    std::vector<Candidate> m_candidates;
};

CandidateDialog::CandidateDialog(SpaceDocument& document, const QString& knob, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_knob(knob)
    , m_model(new CandidateModel([this](const KnobValue& value, bool isKept) { m_document.setKept(m_knob, {value}, isKept, {}); },
                                 this))
    , m_shown(new QSortFilterProxyModel(this))
    , m_count(new QLabel)
    , m_keep(makeControl<QPushButton>("keepShown", tr("&Keep Shown")))
    , m_remove(makeControl<QPushButton>("removeShown", tr("&Remove Shown")))
{
    setWindowTitle(tr("Candidates of %1").arg(knob));
    setAttribute(Qt::WA_DeleteOnClose);
    m_shown->setSourceModel(m_model);
    auto* search = makeControl<QLineEdit>("search");
    search->setPlaceholderText(tr("Search, for example “, 16]”"));
    search->setAccessibleName(tr("Search among the candidates"));
    search->setClearButtonEnabled(true);
    auto* list = makeControl<QListView>("candidates");
    list->setModel(m_shown);
    list->setUniformItemSizes(true);
    list->setAlternatingRowColors(true);
    list->setAccessibleName(tr("Candidates of %1").arg(knob));
    m_count->setWordWrap(true);
    auto* buttons = makeCloseBox();
    for (QPushButton* button : {m_keep, m_remove}) {
        buttons->addButton(button, QDialogButtonBox::ActionRole);
        button->setAutoDefault(false);
    }
    inColumn(this, {search, list, m_count, buttons});
    resize(480, 480);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown->setFilterFixedString(text);
        showCount();
    });
    connect(m_keep, &QPushButton::clicked, this, [this] { keepShown(true); });
    connect(m_remove, &QPushButton::clicked, this, [this] { keepShown(false); });
    connect(&document, &SpaceDocument::changed, this, &CandidateDialog::showCandidates);
    connect(&document, &SpaceDocument::refused, m_count, &QLabel::setText);
    showCandidates();
}

void CandidateDialog::showCandidates()
{
    if (const auto defined = m_document.definedKnob(m_knob)) {
        m_model->setCandidates(candidatesOf(*defined, m_document.edits().find(m_knob.toStdString()), defined->size()));
        showCount();
    }
}

void CandidateDialog::showCount()
{
    const int shown = m_shown->rowCount();
    const bool few = shown <= kMaxChangedTogether;
    m_keep->setEnabled(few && shown > 0);
    m_remove->setEnabled(few && shown > 0);
    const QString count = tr("%1 of %2 candidate(s) shown.", nullptr, pluralOf(m_model->rowCount()))
                              .arg(number(shown), number(m_model->rowCount()));
    m_count->setText(
        few ? count
            : tr("%1 Narrow the search to at most %2 to change them together, or use the filter of the knob to change more.")
                  .arg(count)
                  .arg(kMaxChangedTogether));
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
