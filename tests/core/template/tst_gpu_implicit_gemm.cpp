// SPDX-License-Identifier: GPL-3.0-or-later
// conv2d_nchw_implicit_gemm.cuda, emulated: random configs on small and odd shapes against the operator's definition.
#include "emulatedrun.h"

#include <string>
#include <vector>

using namespace knobscope;

class TestGpuImplicitGemm : public QObject
{
    Q_OBJECT
private:
    EmulatedRun m_run;
    const std::string name = "conv2d_nchw_implicit_gemm.cuda";
    const json shape = gpuConv(1, 10, 6, 8, 12, 3, 3, 1, 1);

private slots:
    void implicitProduct()
    {
        m_run.checkRandomConfigs(name,
                                 {gpuConv(1, 8, 8, 8, 16, 3, 3, 1, 1), gpuConv(2, 6, 7, 9, 10, 3, 3, 2, 1),
                                  gpuConv(1, 16, 8, 6, 36, 1, 1, 1, 0), gpuConv(1, 3, 11, 13, 12, 5, 3, 2, 2),
                                  gpuConv(1, 4, 9, 12, 6, 3, 3, 1, 2, 2), gpuConv(3, 20, 4, 4, 7, 1, 1, 1, 0),
                                  gpuConv(1, 48, 5, 5, 33, 3, 3, 1, 1)},
                                 10, 1e-5);
    }

    void smallShapesOfEveryKind()
    {
        std::vector<json> shapes;
        for (const Conv2d& conv : smallConvs()) {
            shapes.push_back(gpuConv(conv));
        }
        m_run.checkRandomConfigs(name, shapes, 1, 1e-5);
    }

    /// They are taken by templates for CPUs alone; a kernel of another shape than its arguments would be measured.
    void blocksOfChannelsAreRefused()
    {
        json blocks = shape;
        blocks[0] = gpuTensor({1, 5, 6, 8, 2});
        for (const char* one :
             {"conv2d_nchw.cuda", "conv2d_nchw_winograd.cuda", "conv2d_nchw_implicit_gemm.cuda", "conv2d_nchw_tensorcore.cuda"}) {
            const auto task = makeTask(one, blocks, parseTarget("cuda").value());
            QVERIFY(!task);
            QVERIFY2(task.error().message.find("has 5 dimensions, but 4 are expected") != std::string::npos,
                     task.error().message.c_str());
        }
    }

    void valuesThatMakeNoTileAreRefused()
    {
        for (const char* text : {"thread_f+=0", "thread_p+=6", "block_f+=0", "step_k+=0", "split_k+=0", "stages+=99"}) {
            const std::string edit = text;
            const std::string knob = edit.substr(0, edit.find('+'));
            const std::vector<SpaceEdit> edits{parseEdit(edit).value()};
            const Task task = makeTask(name, shape, parseTarget("cuda").value(), edits).value();
            ConfigEntity entity = task.space.at(0).value();
            for (auto& [chosen, value] : entity.values) {
                const Knob* declared = task.space.find(chosen);
                value = chosen == knob ? declared->at(declared->size() - 1) : value;
            }
            const auto program = lowerDeviceConfig(task, entity);
            QVERIFY2(!program, text);
            const std::string asked = knob == "stages" ? "1 to 8 slots" : knob;
            QVERIFY2(program.error().message.find(asked) != std::string::npos, program.error().message.c_str());
        }
        const std::vector<SpaceEdit> negative{parseEdit("block_f+=-32").value()};
        const auto refused = makeTask(name, shape, parseTarget("cuda").value(), negative); // not even in a space
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("block_f") != std::string::npos, refused.error().message.c_str());
    }

    void everyBarrierIsNeeded() { m_run.checkEveryBarrierIsNeeded(name, shape, 8, 1e-5); }

    void everyCommitIsNeeded() { m_run.checkEveryBarrierIsNeeded<ir::CopyCommit>(name, shape, 4, 1e-5); }

    void everyWaitIsNeeded() { m_run.checkEveryBarrierIsNeeded<ir::CopyWait>(name, shape, 8, 1e-5); }
};

QTEST_APPLESS_MAIN(TestGpuImplicitGemm)
#include "tst_gpu_implicit_gemm.moc"
