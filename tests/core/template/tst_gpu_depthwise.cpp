// SPDX-License-Identifier: GPL-3.0-or-later
// Depthwise convolution on a GPU, emulated: random configs on small and odd shapes against the operator's definition.
#include "emulatedrun.h"

#include <cstdint>

using namespace knobscope;

namespace {

json depthwise(int64_t n, int64_t c, int64_t h, int64_t w, int64_t r, int64_t stride, int64_t pad)
{
    return {gpuTensor({n, c, h, w}), gpuTensor({c, 1, r, r}), {stride, stride}, {pad, pad, pad, pad}, {1, 1}, "float32"};
}

} // namespace

class TestGpuDepthwise : public QObject
{
    Q_OBJECT
private:
    EmulatedRun m_run;

private slots:
    void depthwiseConvolution()
    {
        m_run.checkRandomConfigs("depthwise_conv2d_nchw.cuda",
                                 {depthwise(1, 12, 8, 8, 3, 1, 1), depthwise(2, 6, 7, 9, 3, 2, 1),
                                  depthwise(1, 10, 11, 6, 5, 1, 2), depthwise(1, 9, 9, 12, 3, 1, 0)},
                                 55, 1e-5);
    }

    void everyBarrierIsNeeded()
    {
        m_run.checkEveryBarrierIsNeeded("depthwise_conv2d_nchw.cuda", depthwise(1, 6, 6, 8, 3, 1, 1), 15, 1e-5);
    }
};

QTEST_APPLESS_MAIN(TestGpuDepthwise)
#include "tst_gpu_depthwise.moc"
