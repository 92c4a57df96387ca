// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QStringList>
#include <QTranslator>

#include <memory>
#include <vector>

namespace knobscope {

/// The available languages as locale names, English first.
QStringList languages();

/// Installs the translations of the program and of Qt for a language during its lifetime. Falls back to English.
class Translation
{
public:
    explicit Translation(const QLocale& locale);
    ~Translation();
    Translation(const Translation&) = delete;
    Translation& operator=(const Translation&) = delete;

private:
    std::vector<std::unique_ptr<QTranslator>> m_translators;
};

} // namespace knobscope
