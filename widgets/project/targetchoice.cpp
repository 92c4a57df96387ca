// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/targetchoice.h"

#include "core/device/cuda/runtimelibrary.h"
#include "core/target/host.h"
#include "widgets/base/coretext.h"

#include <QCoreApplication>
#include <QSysInfo>

#include <array>

namespace knobscope {

namespace {

struct Targets {
    Q_DECLARE_TR_FUNCTIONS(Targets)
};

/// Whether the driver's library exists. Devices are queried when a run starts, since that is too slow for a list.
bool hasCudaLibrary()
{
    const char* const names[]{"libcuda.so.1"};
    return RuntimeLibrary::open("KNOBSCOPE_LIBCUDA", names).has_value();
}

/// Compute capabilities for which AutoTVM logs exist, with example GPUs.
constexpr std::array<std::pair<const char*, const char*>, 8> kGpuArchitectures{{{"sm_90", "H100, H200"},
                                                                                {"sm_89", "L4, RTX 4090"},
                                                                                {"sm_86", "A10, RTX 3090"},
                                                                                {"sm_80", "A100"},
                                                                                {"sm_75", "T4, RTX 2080"},
                                                                                {"sm_70", "V100"},
                                                                                {"sm_61", "P4, GTX 1080"},
                                                                                {"sm_53", "Jetson Nano"}}};

} // namespace

QString runObstacle(const Target& target)
{
    if (target.kind == "cuda") {
        return hasCudaLibrary() ? QString()
                                : Targets::tr("Tuning needs an NVIDIA GPU and its driver, and this machine has none. Spaces, "
                                              "loop nests and code can be explored without a GPU.");
    }
    if (target.kind != "llvm") {
        return Targets::tr("This version generates code for CPUs and NVIDIA GPUs only.");
    }
    const std::string triple = target.attr("mtriple");
    const std::string here = QSysInfo::currentCpuArchitecture().toStdString();
    const bool isForeign =
        triple.empty() ? target.attr("device") == "arm_cpu" && !here.starts_with("arm") : !triple.starts_with(here);
    if (isForeign) {
        return Targets::tr("Kernels of this target need another kind of CPU. Their spaces can still be explored and edited.");
    }
    const auto able = checkRunsHere(target);
    return able ? QString() : coreText(able.error());
}

QString targetTitle(const Target& target)
{
    const auto attribute = [&](const char* name) { return QString::fromStdString(target.attr(name)); };
    if (target.kind == "cuda") {
        const QString architecture = attribute("arch");
        return architecture.isEmpty() ? Targets::tr("NVIDIA GPU") : Targets::tr("NVIDIA GPU, %1").arg(architecture);
    }
    if (target.kind != "llvm") {
        return QString::fromStdString(target.text);
    }
    const QString triple = attribute("mtriple");
    const QString model = attribute("mcpu").isEmpty() ? triple.section(QLatin1Char('-'), 0, 0) : attribute("mcpu");
    const bool isArm = target.attr("device") == "arm_cpu";
    return model.isEmpty() ? (isArm ? Targets::tr("Any Arm CPU") : Targets::tr("Any CPU"))
         : isArm           ? Targets::tr("Arm CPU (%1)").arg(model)
                           : Targets::tr("CPU (%1)").arg(model);
}

std::vector<TargetChoice> targetChoices()
{
    std::vector<TargetChoice> all;
    if (const auto host = hostTarget()) {
        const QString cpu = QString::fromStdString(host->attr("mcpu"));
        all.push_back({cpu.isEmpty() ? Targets::tr("This CPU") : Targets::tr("This CPU (%1)").arg(cpu),
                       QString::fromStdString(host->text),
                       {}});
    }
    const auto add = [&](const QString& title, const QString& text) {
        if (const auto target = parseTarget(text.toStdString())) {
            all.push_back({title, text, runObstacle(*target)});
        }
    };
    for (const auto& [architecture, machines] : kGpuArchitectures) {
        add(Targets::tr("NVIDIA GPU, %1 (%2)").arg(QLatin1String(architecture), QLatin1String(machines)),
            QStringLiteral("cuda -arch=%1").arg(QLatin1String(architecture)));
    }
    add(Targets::tr("Arm CPU, 64-bit"), QStringLiteral("llvm -device=arm_cpu -mtriple=aarch64-linux-gnu"));
    return all;
}

} // namespace knobscope
