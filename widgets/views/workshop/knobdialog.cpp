// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/knobdialog.h"

#include "core/script/parse.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

/// The number, and halves and doubles of it.
QString usualCandidates(qint64 number)
{
    QStringList all{QString::number(number)};
    for (const qint64 other : {number / 4, number / 2, number * 2, number * 4}) {
        const QString text = QString::number(other);
        if (other > 0 && !all.contains(text)) {
            all << text;
        }
    }
    return all.join(QLatin1String(", "));
}

} // namespace

KnobDialog::KnobDialog(qint64 number, const QStringList& taken, QWidget* parent)
    : QDialog(parent)
    , m_number(number)
    , m_taken(taken)
    , m_name(makeControl<QLineEdit>("knobName"))
    , m_candidates(makeControl<QLineEdit>("knobCandidates", usualCandidates(number)))
    , m_problem(makeSentence({}))
{
    setObjectName(QStringLiteral("knobDialog"));
    setWindowTitle(tr("Make %1 a Knob").arg(number));
    QString name = QStringLiteral("factor");
    for (int i = 2; taken.contains(name); ++i) {
        name = QStringLiteral("factor%1").arg(i);
    }
    m_name->setText(name);
    m_name->selectAll();
    m_problem->setWordWrap(true);
    auto* fields = new FieldList;
    fields->addField(tr("&Name"), m_name, tr("How lines and tuners call it: letters, digits and _."));
    fields->addField(tr("&Candidates"), m_candidates, tr("Whole numbers with commas between; the first is used here."));
    auto* box = new QDialogButtonBox(QDialogButtonBox::Cancel);
    box->button(QDialogButtonBox::Cancel)->setObjectName(QStringLiteral("cancel"));
    m_accept = makeControl<QPushButton>("makeKnob", tr("&Make It a Knob"));
    m_accept->setDefault(true);
    box->addButton(m_accept, QDialogButtonBox::AcceptRole);
    connect(box, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (QLineEdit* field : {m_name, m_candidates}) {
        connect(field, &QLineEdit::textChanged, this, &KnobDialog::check);
    }
    inColumn(this, {fields, m_problem, BoxItem::rest(), box});
    check();
}

QString KnobDialog::name() const
{
    return m_name->text().trimmed();
}

QString KnobDialog::candidates() const
{
    QStringList all = m_candidates->text().split(QLatin1Char(','));
    std::ranges::transform(all, all.begin(), [](const QString& one) { return one.trimmed(); });
    all.removeAll(QString());
    const QString own = QString::number(m_number);
    if (all.removeAll(own) > 0) {
        all.prepend(own);
    }
    all.removeDuplicates();
    return all.join(QLatin1String(", "));
}

QString KnobDialog::problem() const
{
    static const QRegularExpression word(QStringLiteral("^[A-Za-z_]\\w*$"));
    static const QRegularExpression numbers(QStringLiteral("^-?\\d{1,9}(, -?\\d{1,9})*$"));
    return !word.match(name()).hasMatch()          ? tr("A knob's name is one word of letters, digits and _.")
         : m_taken.contains(name())                ? tr("The text has something called %1 already.").arg(name())
         : !numbers.match(candidates()).hasMatch() ? tr("Candidates are whole numbers, with commas between.")
                                                   : QString();
}

void KnobDialog::check()
{
    m_problem->setText(problem());
    m_accept->setEnabled(problem().isEmpty());
}

std::optional<NumberInText> numberAt(const QTextCursor& caret)
{
    static const QRegularExpression number(QStringLiteral("\\d+"));
    const QTextBlock block = caret.block();
    for (auto found = number.globalMatch(block.text()); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const NumberInText at{block.position() + match.capturedStart(), match.capturedLength(), match.captured().toLongLong()};
        if (at.position <= caret.selectionStart() && caret.selectionEnd() <= at.position + at.length) {
            return at;
        }
    }
    return std::nullopt;
}

QString withKnob(const QString& text, qsizetype position, qsizetype length, const QString& name, const QString& candidates)
{
    QString changed = text;
    changed.replace(position, length, name);
    const auto parsed = parseSchedule(text.toStdString());
    qsizetype at = 0;
    for (size_t line = 1; parsed && !parsed->lines.empty() && line < parsed->lines.front().line(); ++line) {
        at = changed.indexOf(QLatin1Char('\n'), at) + 1;
    }
    return changed.insert(at, QStringLiteral("knob %1 = %2\n").arg(name, candidates));
}

} // namespace knobscope
