// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/actions/shortcutsheet.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

namespace knobscope {

ShortcutSheet::ShortcutSheet(ActionRegistry& registry, QWidget* parent)
    : QDialog(parent)
    , m_registry(registry)
    , m_model(registry)
    , m_filtered(new QSortFilterProxyModel(this))
    , m_filter(new QLineEdit)
    , m_list(new QTreeView)
    , m_keys(new QKeySequenceEdit)
    , m_assign(new QPushButton(tr("&Assign")))
    , m_reset(new QPushButton(tr("Back to &Default")))
    , m_note(new QLabel)
{
    setWindowTitle(tr("Keyboard Shortcuts"));
    m_filtered->setSourceModel(&m_model);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filtered->setFilterKeyColumn(-1);
    m_filter->setPlaceholderText(tr("Filter by name or keys"));
    m_filter->setClearButtonEnabled(true);
    m_list->setModel(m_filtered);
    m_list->setRootIsDecorated(false);
    m_list->sortByColumn(ActionModel::Group, Qt::AscendingOrder);
    m_list->setSortingEnabled(true); // from here on by every click; earlier, it would sort by name backwards
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->header()->setSectionResizeMode(ActionModel::Name, QHeaderView::Stretch);
    m_list->header()->setStretchLastSection(false);
    m_note->setWordWrap(true);
    m_keys->setAccessibleName(tr("New shortcut"));

    auto* change = new QHBoxLayout;
    auto* label = new QLabel(tr("&New shortcut"));
    label->setBuddy(m_keys);
    change->addWidget(label);
    change->addWidget(m_keys, 1);
    change->addWidget(m_assign);
    change->addWidget(m_reset);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_list, 1);
    layout->addLayout(change);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    resize(620, 560);

    connect(m_filter, &QLineEdit::textChanged, m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &ShortcutSheet::showCurrent);
    connect(m_assign, &QPushButton::clicked, this, [this] { assign(m_keys->keySequence()); });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (const QAction* action = current()) {
            assign(m_registry.defaultShortcut(ActionRegistry::idOf(action)));
        }
    });
    connect(&m_model, &ActionModel::shortcutTaken, this, [this](QAction* from) {
        m_note->setText(tr("“%1” had these keys and has none now.").arg(ActionModel::plainText(from)));
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_list->setCurrentIndex(m_filtered->index(0, 0));
}

QAction* ShortcutSheet::current() const
{
    return m_model.action(m_filtered->mapToSource(m_list->currentIndex()).row());
}

void ShortcutSheet::showCurrent()
{
    const QAction* action = current();
    m_keys->setEnabled(action);
    m_assign->setEnabled(action);
    m_reset->setEnabled(action);
    m_keys->setKeySequence(action ? action->shortcut() : QKeySequence());
    m_note->clear();
}

void ShortcutSheet::assign(const QKeySequence& shortcut)
{
    m_note->clear();
    const QModelIndex row = m_filtered->mapToSource(m_list->currentIndex());
    if (row.isValid()) {
        m_model.setData(m_model.index(row.row(), ActionModel::Shortcut), shortcut.toString(QKeySequence::NativeText),
                        Qt::EditRole);
        m_keys->setKeySequence(shortcut);
    }
}

} // namespace knobscope
