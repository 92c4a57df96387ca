// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/librariesused.h"

#include "core/task/devicecode.h"

#include <QCoreApplication>

namespace knobscope {

namespace {

struct LibrariesUsed {
    Q_DECLARE_TR_FUNCTIONS(LibrariesUsed)
};

} // namespace

QString programVersion()
{
    return QStringLiteral(KNOBSCOPE_VERSION);
}

QStringList librariesUsed()
{
    const DeviceCompilers compilers = DeviceCompilers::find();
    const auto& nvrtc = compilers.nvrtc();
    return {QStringLiteral("Qt %1").arg(QLatin1String(qVersion())),
            DeviceCompilers::hasLlvm() ? QStringLiteral("LLVM " KNOBSCOPE_LLVM_VERSION)
                                       : LibrariesUsed::tr("no LLVM: kernels of CPUs cannot be built"),
            nvrtc ? QStringLiteral("CUDA %1 (NVRTC)").arg(QString::fromStdString(nvrtc->versionText()))
                  : LibrariesUsed::tr("no CUDA toolkit on this machine")};
}

} // namespace knobscope
