// SPDX-License-Identifier: GPL-3.0-or-later
// Winograd convolution on a GPU, emulated: random configs on small and odd shapes against the operator's definition.
#include "core/op/winograd.h"
#include "emulatedrun.h"

#include <cmath>

using namespace knobscope;

class TestGpuWinograd : public QObject
{
    Q_OBJECT
private:
    EmulatedRun m_run;

private slots:
    void matricesAreExact()
    {
        for (const int64_t m : {2, 4}) {
            for (int64_t r = 3; r <= 7 && m + r <= 11; ++r) {
                const WinogradMatrices w = winogradMatrices(m, r);
                const auto alpha = static_cast<size_t>(m + r - 1);
                for (size_t i = 0; i < static_cast<size_t>(m); ++i) {
                    for (size_t j = 0; j < static_cast<size_t>(r); ++j) {
                        for (size_t k = 0; k < alpha; ++k) {
                            double sum = 0; // how output i depends on filter element j and input k
                            for (size_t t = 0; t < alpha; ++t) {
                                sum += w.a[t][i] * w.g[t][j] * w.b[k][t];
                            }
                            QVERIFY2(std::abs(sum - (k == i + j ? 1.0 : 0.0)) < 1e-9, fmt::format("F({}, {})", m, r).c_str());
                        }
                    }
                }
            }
        }
    }

    void winogradConvolution()
    {
        // Tiles of 2 and of 4, tails in both directions, kernels of 3 and 5.
        const std::string name = "conv2d_nchw_winograd.cuda";
        m_run.checkRandomConfigs(name,
                                 {gpuConv(1, 8, 6, 6, 12, 3, 3, 1, 1), gpuConv(2, 5, 7, 9, 6, 3, 3, 1, 1),
                                  gpuConv(1, 6, 8, 10, 8, 3, 3, 1, 1), gpuConv(1, 4, 7, 6, 5, 5, 5, 1, 2)},
                                 52, 1e-4);
    }

    void everyBarrierIsNeeded()
    {
        m_run.checkEveryBarrierIsNeeded("conv2d_nchw_winograd.cuda", gpuConv(1, 4, 6, 6, 8, 3, 3, 1, 1), 5, 1e-4);
    }
};

QTEST_APPLESS_MAIN(TestGpuWinograd)
#include "tst_gpu_winograd.moc"
