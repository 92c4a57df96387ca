// SPDX-License-Identifier: GPL-3.0-or-later
// Printed CUDA C computes what the operator defines: it is compiled with the host's compiler (cudashim.h stands for CUDA) and
// run here, thread by thread.
#include "core/codegen/cuda/cudasource.h"
#include "core/codegen/deviceimage.h"
#include "tests/core/template/emulatedrun.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <dlfcn.h>

using namespace knobscope;

namespace {

constexpr int configs = 2; // of each workload

/// Several programs in one library, since a compiler's start is most of the time.
class HostLibrary
{
public:
    /// Adds a program and gives the number of its entry point.
    int add(ir::DeviceProgram program)
    {
        const int number = m_count++;
        for (size_t i = 0; i < program.kernels.size(); ++i) {
            program.kernels[i].name = fmt::format("kernel{}_{}", number, i);
        }
        const auto source = cudaSource(program);
        const auto image = describeLaunches(program);
        std::string entry;
        for (const DeviceLaunch& one : image->launches) {
            entry += fmt::format("    {{ void* own[] = {{");
            for (const size_t parameter : one.parameters) {
                entry += fmt::format("buffers[{}], ", parameter);
            }
            entry += fmt::format("}};\n      launch({}, {{{}, {}, {}}}, {{{}, {}, {}}}, own); }}\n", one.symbol, one.grid[0],
                                 one.grid[1], one.grid[2], one.block[0], one.block[1], one.block[2]);
        }
        m_source +=
            withoutAssembly(*source) + fmt::format("\nextern \"C\" void run{}(void** buffers)\n{{\n{}}}\n\n", number, entry);
        return number;
    }

    QString build(const QTemporaryDir& folder, const QString& compiler)
    {
        const QString source = folder.filePath("kernels.cpp");
        QFile file(source);
        file.open(QIODevice::WriteOnly);
        file.write("#include \"tests/core/task/cudashim.h\"\n\n");
        file.write(m_source.c_str());
        file.close();
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(compiler, {"-std=c++20", "-O1", "-w", "-fno-strict-aliasing", "-shared", "-fPIC", "-I" KNOBSCOPE_SOURCE_DIR,
                                 source, "-o", folder.filePath("kernels.so")});
        if (!process.waitForFinished(100000) || process.exitCode() != 0) {
            return process.readAll() + "\n" + QString::fromStdString(m_source);
        }
        m_library = dlopen(qPrintable(folder.filePath("kernels.so")), RTLD_NOW | RTLD_LOCAL);
        return m_library ? QString() : QString(dlerror());
    }

    void run(int number, std::vector<void*>& buffers) const
    {
        const std::string name = fmt::format("run{}", number);
        reinterpret_cast<void (*)(void**)>(dlsym(m_library, name.c_str()))(buffers.data());
    }

private:
    /// The text without the functions that copy asynchronously; the shim has others.
    static std::string withoutAssembly(std::string text)
    {
        if (const size_t begin = text.find("// Starts a copy from global to shared memory"); begin != std::string::npos) {
            const size_t end = text.find("}\n", text.find("void copies_wait()"));
            text.erase(begin, end + 2 - begin);
        }
        return text;
    }

    std::string m_source;
    int m_count = 0;
    void* m_library = nullptr;
};

bool suits(const ir::DeviceProgram& program)
{
    return std::all_of(program.kernels.begin(), program.kernels.end(), [](const ir::DeviceKernel& kernel) {
        return kernel.threads() <= 512 && sharedLayout(kernel).bytes <= kMaxStaticSharedBytes;
    });
}

double errorOf(const HostLibrary& library, int number, const EmulatedRun::Workload& work, const ir::DeviceProgram& program)
{
    struct alignas(16) Sixteen {
        float values[4];
    };
    std::vector<std::vector<Sixteen>> storage;
    std::vector<void*> buffers;
    const auto give = [&](int64_t bytes) {
        storage.emplace_back(static_cast<size_t>((bytes + 15) / 16), Sixteen{{NAN, NAN, NAN, NAN}});
        buffers.push_back(storage.back().data());
    };
    for (size_t i = 0; i < program.parameters.size(); ++i) {
        give(program.parameters[i]->bytes());
        if (i < work.inputs.size()) {
            std::memcpy(buffers.back(), work.inputs[i].data(), work.inputs[i].size() * sizeof(float));
        }
    }
    const auto* actual = static_cast<const float*>(buffers.back());
    for (const ir::Buffer& buffer : program.intermediates) {
        give(buffer->bytes());
    }
    library.run(number, buffers);
    double worst = 0;
    for (size_t i = 0; i < work.expected.size(); ++i) {
        const double difference = std::abs(work.expected[i] - static_cast<double>(actual[i]));
        worst = difference <= 1e30 ? std::max(worst, difference) : INFINITY;
    }
    return worst / work.scale;
}

} // namespace

class TestCudaOnHost : public QObject
{
    Q_OBJECT
private slots:
    void printedKernelsComputeTheOperator()
    {
        const QString compiler = QStandardPaths::findExecutable("c++");
        if (compiler.isEmpty()) {
            QSKIP("there is no C++ compiler on this machine (c++)");
        }
        struct Case {
            EmulatedRun::Workload work;
            std::vector<std::pair<int, ir::DeviceProgram>> programs;
            std::string name;
        };
        const std::vector<std::pair<std::string, json>> workloads{
            {"conv2d_nchw.cuda", gpuConv(1, 6, 9, 10, 8, 3, 3, 1, 1)},
            {"conv2d_nchw.cuda", gpuConv(1, 4, 12, 12, 8, 3, 3, 2, 1)},
            {"conv2d_nchw_implicit_gemm.cuda", gpuConv(1, 6, 9, 10, 8, 3, 3, 2, 1)},
            {"conv2d_nchw_implicit_gemm.cuda", gpuConv(1, 16, 8, 6, 36, 1, 1, 1, 0)},
            {"conv2d_nhwc.cuda", {gpuTensor({2, 7, 7, 8}), gpuTensor({3, 3, 8, 12}), {1, 1}, {1, 1, 1, 1}, {1, 1}, "float32"}},
            {"conv2d_nchw_winograd.cuda", gpuConv(1, 4, 8, 8, 8, 3, 3, 1, 1)},
            {"depthwise_conv2d_nchw.cuda",
             {gpuTensor({1, 8, 10, 10}), gpuTensor({8, 1, 3, 3}), {1, 1}, {1, 1, 1, 1}, {1, 1}, "float32"}},
            {"dense_small_batch.gpu", {gpuTensor({3, 48}), gpuTensor({10, 48}), nullptr, "float32"}},
            {"dense_large_batch.gpu", {gpuTensor({32, 24}), gpuTensor({40, 24}), nullptr, "float32"}},
        };
        HostLibrary library;
        std::vector<Case> cases;
        std::mt19937_64 random(17);
        for (const auto& [name, args] : workloads) {
            auto work = EmulatedRun::workload(name, args);
            if (!work && work.error().code == ErrorCode::Unsupported) {
                continue; // a space without a schedule
            }
            QVERIFY2(work.has_value(), work ? "" : (name + ": " + work.error().message).c_str());
            Case& one = cases.emplace_back(Case{std::move(*work), {}, name});
            for (int attempt = 0; attempt < 200 && one.programs.size() < configs; ++attempt) {
                auto program = lowerDeviceConfig(one.work.task, EmulatedRun::randomConfig(one.work.task, random));
                if (program && suits(*program)) {
                    one.programs.emplace_back(library.add(*program), std::move(*program));
                }
            }
            QVERIFY(one.programs.size() == configs);
        }
        const QTemporaryDir folder;
        const QString problem = library.build(folder, compiler);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        for (const Case& one : cases) {
            for (const auto& [number, program] : one.programs) {
                const double error = errorOf(library, number, one.work, program);
                QVERIFY2(error < 1e-4,
                         fmt::format("{} kernel{}: relative error {}\n{}", one.name, number, error, cudaSource(program).value())
                             .c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestCudaOnHost)
#include "tst_cudaonhost.moc"
