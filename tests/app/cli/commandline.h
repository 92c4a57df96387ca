// SPDX-License-Identifier: GPL-3.0-or-later
// knobscope-cli as scripts run it.
#pragma once

#include "core/store/project.h"
#include "tests/sanitizers/sanitizers.h"

#include <nlohmann/json.hpp>

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>

#include <cstdint>
#include <functional>
#include <string>

struct Outcome {
    int code = -1; ///< -1: it did not end by itself in time
    std::string out;
    std::string err;
    nlohmann::json document() const { return nlohmann::json::parse(out, nullptr, false); }
};

/// Milliseconds; eight times as many under sanitizers, as CTest gives (KnobscopeTargets).
inline constexpr int kPatience = knobscope::patience(120000);

/// `inChild` runs between fork and exec, for limits of the process.
inline Outcome cli(const QStringList& arguments,
                   const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment(),
                   const std::function<void()>& inChild = {})
{
    QProcess process;
    process.setProcessEnvironment(environment);
    if (inChild) {
        process.setChildProcessModifier(inChild);
    }
    process.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"), arguments);
    Outcome outcome;
    if (process.waitForFinished(kPatience) && process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput().toStdString();
    outcome.err = process.readAllStandardError().toStdString();
    return outcome;
}

/// For kernels whose speed does not matter: one call each, against nothing …
inline const QStringList kQuickTiming{"--plain", "--number", "1", "--repeat", "1"};
/// … and for runs in which the best few need no second look.
inline const QStringList kQuickRun = kQuickTiming + QStringList{"--confirm", "0"};

/// How many trials the runs of a project have, the file of which may not be there yet.
inline int64_t trialsIn(const QString& project)
{
    auto opened = QFile::exists(project) ? knobscope::Project::open(project.toStdString(), knobscope::Project::Mode::ReadOnly)
                                         : knobscope::fail(knobscope::ErrorCode::NotFound, "It is not there yet");
    const auto runs = opened ? opened->runs() : knobscope::fail(opened);
    int64_t trials = 0;
    for (const knobscope::RunRow& run : runs ? *runs : std::vector<knobscope::RunRow>()) {
        trials += run.trials;
    }
    return trials;
}

/// Waits until a program that tunes has kept so many trials; false when it ended before, or after kPatience.
inline bool hasTrials(const QString& project, QProcess& process, int64_t trials)
{
    for (const QDeadlineTimer patience(kPatience); trialsIn(project) < trials;) {
        if (patience.hasExpired() || process.waitForFinished(10) || process.state() != QProcess::Running) {
            return false;
        }
    }
    return true;
}

/// Whether the program can use a library or a device, by its name in `devices --json`.
inline bool isUsable(const std::string& name)
{
    const nlohmann::json all = cli({"devices", "--json"}).document();
    for (const char* kind : {"libraries", "devices"}) {
        for (const nlohmann::json& one : all.at(kind)) {
            if (one.at("name") == name) {
                return one.at("usable").get<bool>();
            }
        }
    }
    qFatal("`devices` says nothing of %s", name.c_str());
}
