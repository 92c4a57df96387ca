// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/renamedialog.h"

#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"
#include "widgets/project/networks.h"
#include "widgets/project/workspace.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

RenameDialog::RenameDialog(Workspace& workspace, const QString& network, QWidget* parent)
    : QDialog(parent)
    , m_workspace(workspace)
    , m_network(network)
    , m_name(makeControl<QLineEdit>("name", network, this))
    , m_rename(makeControl<QPushButton>("rename", tr("&Rename"), this))
    , m_message(makeSentence({}))
{
    setObjectName(QStringLiteral("renameNetwork"));
    setWindowTitle(tr("Rename the Network"));
    setAttribute(Qt::WA_DeleteOnClose);
    constexpr int longest = 60;
    m_name->setMaxLength(std::max<int>(longest, static_cast<int>(network.size())));
    m_name->selectAll();
    m_message->setTextFormat(Qt::PlainText);
    m_message->setMinimumHeight(2 * fontMetrics().lineSpacing()); // buttons stay where they are
    auto* ofFile = makeControl<QPushButton>("useFileName", tr("&Use File Name"), this);
    ofFile->setAutoDefault(false);
    auto* cancel = makeControl<QPushButton>("cancel", tr("Cancel"), this);
    cancel->setAutoDefault(false);
    m_rename->setDefault(true);
    auto* file = makeSentence({});
    file->setTextFormat(Qt::PlainText);
    const Network* known = workspace.networks().find(network.toStdString());
    file->setText(known ? QString::fromStdString(known->source) : QString());
    inColumn(this, {inRow({makeLabel(tr("&Name:"), m_name), {m_name, 1}}), file, m_message,
                    inRow({ofFile, BoxItem::rest(), m_rename, cancel})});
    resize(480, sizeHint().height());
    connect(m_name, &QLineEdit::textChanged, this, &RenameDialog::showState);
    connect(m_rename, &QPushButton::clicked, this, &RenameDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(ofFile, &QPushButton::clicked, this, [this] {
        m_name->clear();
        accept();
    });
    connect(&workspace.networks(), &Networks::renamed, this,
            [this](const QString& before, const QString& now) { m_network = m_network == before ? now : m_network; });
    showState();
}

void RenameDialog::ask(Workspace& workspace, const QString& network, QWidget* parent)
{
    if (const QString obstacle = workspace.renamingObstacle(network); !obstacle.isEmpty()) {
        workspace.report(MessageLevel::Warning, obstacle);
        return;
    }
    (new RenameDialog(workspace, network, parent))->open();
}

void RenameDialog::showState()
{
    const auto name = m_workspace.networks().checkName(m_network.toStdString(), m_name->text());
    colourAsProblem(*m_message, !name);
    m_message->setText(!name                                ? coreText(name.error())
                       : m_name->text().trimmed().isEmpty() ? tr("The file's name: %1").arg(QString::fromStdString(*name))
                                                            : QString());
    m_rename->setEnabled(name.has_value());
}

void RenameDialog::accept()
{
    if (const auto renamed = m_workspace.renameNetwork(m_network, m_name->text()); !renamed) {
        colourAsProblem(*m_message, true);
        m_message->setText(coreText(renamed.error()));
        return;
    }
    QDialog::accept();
}

} // namespace knobscope
