// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/filekind.h"

#include "core/network/modelfile.h"
#include "core/store/filehead.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace knobscope {

FileKind fileKind(const QString& path)
{
    constexpr int enough = 8192;
    const auto bytes = fileHead(path.toStdString(), enough);
    if (!bytes) {
        return FileKind::Missing;
    }
    const QByteArray head = QByteArray::fromStdString(*bytes);
    if (beginsSqlite(*bytes)) {
        return FileKind::Project;
    }
    if (head.startsWith("\x1f\x8b")) {
        return FileKind::Trace; // gzip: of what we read, traces alone come so
    }
    if (head.startsWith("knobscope recorded space ")) {
        return FileKind::RecordedSpace;
    }
    if (namesModelFile(path.toStdString())) {
        return FileKind::Model;
    }
    const QByteArray text = head.trimmed();
    const bool hasEvents = text.contains("\"traceEvents\"") || (text.contains("\"ph\"") && text.contains("\"ts\""));
    if ((text.startsWith('{') || text.startsWith('[')) && hasEvents) {
        return FileKind::Trace;
    }
    // A record a line: {"input": …, "config": …, "result": …} or {"i": …, "r": …, "v": 0.1}; '#' lines may stand before.
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith('#') || line.trimmed().isEmpty()) {
            continue;
        }
        const bool isRecord = line.startsWith('{')
                           && ((line.contains("\"input\"") && line.contains("\"config\""))
                               || (line.contains("\"i\"") && line.contains("\"r\"")));
        return isRecord ? FileKind::Log : FileKind::Other;
    }
    return FileKind::Other;
}

QString notOurFile(const QString& path, FileKind kind)
{
    const QString name = QFileInfo(path).fileName();
    if (kind == FileKind::Missing) {
        return QCoreApplication::translate("FileKind", "%1 cannot be read; does it exist, and may you read it?").arg(path);
    }
    return QCoreApplication::translate("FileKind", "%1 is neither a Knobscope project, nor an AutoTVM log, nor a recorded space, "
                                                   "nor a trace in Chrome's JSON format, nor an ONNX model.")
        .arg(name);
}

} // namespace knobscope
