// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QStringList>
#include <QTranslator>

#include <memory>
#include <vector>

namespace knobscope {

/// The languages that the program speaks, English first, as locale names.
QStringList languages();

/// The program's words and Qt's own in a language, installed for as long as it lives. Of a language that is not there, English.
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
