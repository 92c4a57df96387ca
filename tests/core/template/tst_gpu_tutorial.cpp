// SPDX-License-Identifier: GPL-3.0-or-later
// The tutorial's convolution, emulated: random configs on small and odd shapes against the operator's definition.
#include "emulatedrun.h"

using namespace knobscope;

class TestGpuTutorial : public QObject
{
    Q_OBJECT
private:
    EmulatedRun m_run;

private slots:
    void tutorialConvolution()
    {
        m_run.checkRandomConfigs("tutorial/conv2d_no_batching",
                                 {{1, 8, 8, 12, 8, 3, 3, {1, 1}, {1, 1}},
                                  {1, 7, 9, 6, 10, 3, 3, {2, 2}, {1, 1}},
                                  {1, 6, 10, 9, 4, 1, 1, {1, 1}, {0, 0}},
                                  {1, 9, 7, 4, 6, 5, 3, {1, 1}, {2, 1}}},
                                 55, 1e-5);
    }

    void everyBarrierIsNeeded()
    {
        m_run.checkEveryBarrierIsNeeded("tutorial/conv2d_no_batching", {1, 6, 8, 6, 6, 3, 3, {1, 1}, {1, 1}}, 10, 1e-5);
    }
};

QTEST_APPLESS_MAIN(TestGpuTutorial)
#include "tst_gpu_tutorial.moc"
