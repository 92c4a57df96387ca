// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"

#include <QSyntaxHighlighter>

namespace knobscope {

/// Colours a schedule text: primitives and head words, numbers, texts in quotes, comments. Lines that are switched off are
/// muted and struck out.
class ScheduleSyntax : public QSyntaxHighlighter
{
    Q_OBJECT
public:
    ScheduleSyntax(QTextDocument* document, const QPalette& palette);
    void setPalette(const QPalette& palette);

protected:
    void highlightBlock(const QString& text) override;

private:
    CodeTheme m_code;
    Theme m_theme;
};

} // namespace knobscope
