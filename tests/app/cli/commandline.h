// SPDX-License-Identifier: GPL-3.0-or-later
// knobscope-cli as scripts run it.
#pragma once

#include "tests/sanitizers/sanitizers.h"

#include <nlohmann/json.hpp>

#include <QProcess>

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
