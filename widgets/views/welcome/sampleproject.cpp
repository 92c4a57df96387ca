// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/welcome/sampleproject.h"

#include "core/store/notes.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QStandardPaths>

namespace knobscope {

namespace {

const QString kSampleName = QStringLiteral("resnet-18-sample.knobscope");

struct SampleWords {
    Q_DECLARE_TR_FUNCTIONS(SampleProject)
};

} // namespace

QString sampleProjectFile()
{
    const QString nearby = QCoreApplication::applicationDirPath() + QStringLiteral("/../share/knobscope/samples/") + kSampleName;
    if (QFileInfo::exists(nearby)) {
        return QDir::cleanPath(nearby);
    }
    return QStandardPaths::locate(QStandardPaths::GenericDataLocation, QStringLiteral("knobscope/samples/") + kSampleName);
}

Result<QString> ownSampleProject()
{
    const QString original = sampleProjectFile();
    if (original.isEmpty()) {
        return fail(ErrorCode::NotFound, "The sample project {} is not installed; install the program's data files",
                    kSampleName.toStdString());
    }
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/samples"));
    const QString copy = folder.filePath(kSampleName);
    if (QFileInfo::exists(copy)) {
        return copy;
    }
    QFile file(original);
    if (!folder.mkpath(QStringLiteral(".")) || !file.copy(copy)) {
        return fail(ErrorCode::Io, "The sample project cannot be copied to {}: {}", copy.toStdString(),
                    file.errorString().toStdString());
    }
    // The system's data files are read-only, and copies inherit that.
    QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
    return copy;
}

QString sampleNote()
{
    const QString own = QStandardPaths::locate(QStandardPaths::AppDataLocation, QStringLiteral("samples/") + kSampleName);
    const QString path = own.isEmpty() ? sampleProjectFile() : own;
    auto project = path.isEmpty() ? fail(ErrorCode::NotFound, "") : Project::open(path.toStdString(), Project::Mode::ReadOnly);
    const auto notes = project ? projectNotes(*project) : fail(project);
    const QString note = notes && !notes->empty() ? QString::fromStdString(notes->front().text) : QString();
    // Format written by `knobscope-cli notes --machine` in resources/samples/record.sh.
    static const QRegularExpression recorded(QStringLiteral("^Recorded on (\\d{4}-\\d{2}-\\d{2}) on (.+), (\\d+) cores?$"));
    const auto parts = recorded.match(note);
    return parts.hasMatch()
             ? SampleWords::tr("Recorded on %1 on %2, %n core(s)", nullptr, parts.captured(3).toInt())
                   .arg(QLocale().toString(QDate::fromString(parts.captured(1), Qt::ISODate), QLocale::ShortFormat),
                        parts.captured(2))
             : note;
}

} // namespace knobscope
