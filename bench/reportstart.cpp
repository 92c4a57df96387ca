// SPDX-License-Identifier: GPL-3.0-or-later
// knobscope-startreport FILES…: opens the window with these files, prints the time and memory of the start as JSON, and quits.
#include "bench/startreport.h"
#include "widgets/base/themestyle.h"
#include "widgets/shell/temporarysettings.h"

#include <QApplication>

#include <cstdio>
#ifdef __GLIBC__
#include <malloc.h>
#endif

int main(int argc, char** argv)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 * 1024); // same as in the window's program
#endif
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("knobscope"));
    QApplication::setOrganizationName(QStringLiteral("knobscope"));
    const knobscope::TemporarySettings settings;
    knobscope::applyTheme();
    std::fputs(toJson(knobscope::reportStart(QApplication::arguments().mid(1))).constData(), stdout);
    return 0;
}
