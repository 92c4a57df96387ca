// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/librariesused.h"

#include "core/codegen/cuda/nvrtc.h"
#include "core/target/host.h"

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
    const auto nvrtc = Nvrtc::open();
    return {QStringLiteral("Qt %1").arg(QLatin1String(qVersion())),
            hasLlvm() ? QStringLiteral("LLVM " KNOBSCOPE_LLVM_VERSION)
                      : LibrariesUsed::tr("no LLVM: CPU kernels cannot be built"),
            nvrtc ? QStringLiteral("CUDA %1 (NVRTC)").arg(QString::fromStdString(nvrtc->versionText()))
                  : LibrariesUsed::tr("no CUDA toolkit on this machine")};
}

} // namespace knobscope
