// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/openextents.h"

#include <QDialog>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace knobscope {

class Networks;

/// Asks for the extents that a model file leaves open, shows the shapes that follow, and opens the file with them. Many extents
/// can be filtered by name, and those that are listed then set to one number.
class ExtentsDialog : public QDialog
{
    Q_OBJECT
public:
    /// `problem`: why the extents that were chosen before are wrong; empty: nothing is.
    ExtentsDialog(Networks& networks, const QString& path, std::vector<DeclaredInput> inputs, const QString& problem,
                  QWidget* parent);

private:
    void keyPressEvent(QKeyEvent* event) override;
    QWidget* makeFilter();
    void filter(const QString& name);
    void setListed(const QString& number);
    ChosenExtents chosen() const;
    void showShapes();
    void accept() override;
    Networks& m_networks;
    QString m_path;
    std::vector<DeclaredInput> m_inputs;
    std::vector<std::pair<std::string, QSpinBox*>> m_extents; ///< by name
    QFormLayout* m_form = nullptr;
    QLineEdit* m_filter;
    QLineEdit* m_forListed;
    QLabel* m_shapes;
    QPushButton* m_open;
};

} // namespace knobscope
