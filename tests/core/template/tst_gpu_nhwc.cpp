// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions with channels last on a GPU, emulated: random configs on small and odd shapes against the operator's definition.
#include "emulatedrun.h"

#include <cstdint>
#include <vector>

using namespace knobscope;

namespace {

json conv(int64_t n, int64_t h, int64_t w, int64_t c, int64_t k, int64_t r, int64_t stride, int64_t pad)
{
    return {gpuTensor({n, h, w, c}), gpuTensor({r, r, c, k}), {stride, stride}, {pad, pad, pad, pad}, {1, 1}, "float32"};
}

std::vector<json> shapes()
{
    return {conv(1, 6, 5, 16, 20, 3, 1, 1), conv(5, 4, 4, 7, 9, 3, 2, 1), conv(3, 3, 5, 20, 33, 1, 1, 0),
            conv(9, 3, 3, 5, 16, 3, 1, 1)};
}

} // namespace

class TestGpuNhwc : public QObject
{
    Q_OBJECT
private:
    EmulatedRun m_run;

private slots:
    void asInTvm07() { m_run.checkRandomConfigs("conv2d_nhwc.cuda", shapes(), 55, 1e-5); }

    void asInTvm08() { m_run.checkRandomConfigs("conv2d_nhwc.gpu", shapes(), 55, 1e-5); }

    void everyBarrierIsNeeded()
    {
        m_run.checkEveryBarrierIsNeeded("conv2d_nhwc.cuda", conv(5, 4, 4, 6, 9, 3, 1, 1), 5, 1e-5);
        m_run.checkEveryBarrierIsNeeded("conv2d_nhwc.gpu", conv(5, 4, 4, 6, 9, 3, 1, 1), 5, 1e-5);
    }
};

QTEST_APPLESS_MAIN(TestGpuNhwc)
#include "tst_gpu_nhwc.moc"
