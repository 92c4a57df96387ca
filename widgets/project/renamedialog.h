// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace knobscope {

class Workspace;

/// Asks for the name of an opened network, and says why a name is refused.
class RenameDialog : public QDialog
{
    Q_OBJECT
public:
    RenameDialog(Workspace& workspace, const QString& network, QWidget* parent);
    /// Shows the dialog, or reports why the network cannot be renamed.
    static void ask(Workspace& workspace, const QString& network, QWidget* parent);

private:
    void showState();
    void accept() override;
    Workspace& m_workspace;
    QString m_network;
    QLineEdit* m_name;
    QPushButton* m_rename;
    QLabel* m_message;
};

} // namespace knobscope
