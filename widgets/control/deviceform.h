// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QSpinBox;

namespace knobscope {

/// What kernels run on: this machine, with the threads of a kernel. The other targets are listed with why they cannot be run
/// here.
class DeviceForm : public QWidget
{
    Q_OBJECT
public:
    explicit DeviceForm(QWidget* parent = nullptr);
    int threads() const;
    /// "This CPU (znver4), 1 thread"
    QString summary() const;

signals:
    void changed();

private:
    QComboBox* m_device;
    QSpinBox* m_threads;
};

} // namespace knobscope
