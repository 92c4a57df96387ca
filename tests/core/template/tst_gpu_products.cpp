// SPDX-License-Identifier: GPL-3.0-or-later
// Dense layers and batched products on a GPU, emulated: random configs on small and odd shapes against the operator's definition.
#include "emulatedrun.h"

#include <cstdint>

using namespace knobscope;

namespace {

json dense(int64_t m, int64_t n, int64_t k)
{
    return {gpuTensor({m, k}), gpuTensor({n, k}), nullptr, "float32"};
}

json batch(int64_t b, int64_t m, int64_t n, int64_t k)
{
    return {gpuTensor({b, m, k}), gpuTensor({b, n, k})};
}

/// As networks have them: the second factors are no columns of K.
json plainBatch(int64_t b, int64_t m, int64_t n, int64_t k)
{
    return {gpuTensor({b, m, k}), gpuTensor({b, k, n}), {b, m, n}, "float32", false, false};
}

} // namespace

class TestGpuProducts : public QObject
{
    Q_OBJECT
private:
    EmulatedRun m_run;

private slots:
    void denseSmallBatch()
    {
        m_run.checkRandomConfigs("dense_small_batch.gpu",
                                 {dense(1, 30, 96), dense(3, 25, 60), dense(2, 7, 1000), dense(5, 9, 35)}, 52, 1e-5);
    }

    void denseLargeBatch()
    {
        m_run.checkRandomConfigs("dense_large_batch.gpu",
                                 {dense(32, 24, 36), dense(36, 30, 25), dense(64, 10, 40), dense(33, 35, 27)}, 52, 1e-5);
    }

    void batchedProduct()
    {
        m_run.checkRandomConfigs("batch_matmul.cuda", {batch(2, 16, 24, 12), batch(3, 9, 10, 20), batch(1, 15, 7, 30)}, 68, 1e-5);
        m_run.checkRandomConfigs("batch_matmul.cuda", {plainBatch(2, 16, 24, 12), plainBatch(3, 9, 10, 20)}, 24, 1e-5);
    }

    void everyBarrierIsNeeded()
    {
        m_run.checkEveryBarrierIsNeeded("dense_small_batch.gpu", dense(2, 3, 24), 6, 1e-5);
        m_run.checkEveryBarrierIsNeeded("dense_large_batch.gpu", dense(32, 16, 24), 8, 1e-5);
        m_run.checkEveryBarrierIsNeeded("batch_matmul.cuda", batch(2, 12, 8, 12), 8, 1e-5);
    }
};

QTEST_APPLESS_MAIN(TestGpuProducts)
#include "tst_gpu_products.moc"
