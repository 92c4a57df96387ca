// SPDX-License-Identifier: GPL-3.0-or-later
// conv2d_nchw_implicit_gemm.cuda, emulated: random configs on small and odd shapes against the operator's definition.
#include "emulatedrun.h"

using namespace knobscope;

class TestGpuImplicitGemm : public QObject
{
    Q_OBJECT
private:
    EmulatedRun m_run;

private slots:
    void implicitProduct()
    {
        m_run.checkRandomConfigs("conv2d_nchw_implicit_gemm.cuda",
                                 {gpuConv(1, 8, 8, 8, 16, 3, 3, 1, 1), gpuConv(2, 6, 7, 9, 10, 3, 3, 2, 1),
                                  gpuConv(1, 16, 8, 6, 36, 1, 1, 1, 0), gpuConv(1, 3, 11, 13, 12, 5, 3, 2, 2),
                                  gpuConv(1, 4, 9, 12, 6, 3, 3, 1, 2, 2), gpuConv(3, 20, 4, 4, 7, 1, 1, 1, 0),
                                  gpuConv(1, 48, 5, 5, 33, 3, 3, 1, 1)},
                                 30, 1e-5);
    }
};

QTEST_APPLESS_MAIN(TestGpuImplicitGemm)
#include "tst_gpu_implicit_gemm.moc"
