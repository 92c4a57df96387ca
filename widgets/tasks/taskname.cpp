// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/taskname.h"

namespace knobscope {

QString taskName(const NetworkTask& task)
{
    const QString within = QString::fromStdString(task.id.substr(task.id.rfind(':') + 1));
    const auto slash = within.indexOf(QLatin1Char('/'));
    if (slash < 0) {
        QString name = within + QStringLiteral("  ") + QString::fromStdString(task.op);
        for (const char* kind : {"winograd", "nopack", "pack"}) { // a layer that is there by another template as well
            if (task.task.find(kind) != std::string::npos) {
                return name + QLatin1Char(' ') + QLatin1String(kind);
            }
        }
        return name;
    }
    QString own = within.mid(slash + 1);
    for (const char* common : {".cuda", ".x86", "conv2d_nchw_", "conv2d_nhwc_", "conv2d_", "_NCHWc", "dense_"}) {
        own.remove(QLatin1String(common)); // what the row's operator and shape say as well
    }
    return within.left(slash) + QStringLiteral("  ") + own;
}

} // namespace knobscope
