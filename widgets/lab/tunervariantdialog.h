// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace knobscope {

class TunerForm;

/// Asks for a tuner with parameters of its own.
class TunerVariantDialog : public QDialog
{
    Q_OBJECT
public:
    explicit TunerVariantDialog(const QString& tuner, QWidget* parent = nullptr);
    /// As on the command line: "ga:pop_size=20".
    QString text() const;

private:
    TunerForm* m_form;
};

} // namespace knobscope
