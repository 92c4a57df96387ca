// SPDX-License-Identifier: GPL-3.0-or-later
// conv2d_nchw.cuda, emulated: random configs on small and odd shapes against the operator's definition.
#include "emulatedrun.h"

using namespace knobscope;

class TestGpuDirect : public QObject
{
    Q_OBJECT
private:
    EmulatedRun m_run;

private slots:
    void directConvolution()
    {
        m_run.checkRandomConfigs("conv2d_nchw.cuda",
                                 {gpuConv(1, 8, 8, 8, 16, 3, 3, 1, 1), gpuConv(2, 6, 7, 9, 10, 3, 3, 2, 1),
                                  gpuConv(1, 16, 7, 7, 24, 1, 1, 1, 0), gpuConv(1, 3, 11, 13, 12, 5, 3, 2, 2),
                                  gpuConv(1, 4, 9, 12, 6, 3, 3, 1, 2, 2)},
                                 45, 1e-5);
    }

    void everyBarrierIsNeeded()
    {
        m_run.checkEveryBarrierIsNeeded("conv2d_nchw.cuda", gpuConv(1, 6, 6, 8, 8, 3, 3, 1, 1), 15, 1e-5);
    }
};

QTEST_APPLESS_MAIN(TestGpuDirect)
#include "tst_gpu_direct.moc"
