// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/template/kernelrun.h"

#include <fmt/format.h>

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

// Runs kernels for AArch64 in an emulator of its CPUs: each becomes a program with armstart.s around it.

namespace knobscope {

/// Memory as armstart.s reads and writes it: five words, the places of the arguments and of what is prepared, the arguments with
/// gaps between them, what is prepared, and the workspace of two threads. All that nobody filled has its bits set.
class ArmImage
{
public:
    static constexpr int64_t limit = int64_t{16} << 20; ///< as in armstart.s

    ArmImage(const CompiledKernel& kernel, const KernelInput& input)
        : m_output(kernel.arguments.back())
    {
        std::vector<int64_t> places;
        const auto placed = [&](const std::vector<KernelArgument>& list, int64_t at) {
            for (const KernelArgument& argument : list) {
                places.push_back(at);
                at = afterGap(at + bytesOf(argument));
            }
            return at;
        };
        m_written = placed(kernel.arguments, afterGap(40 + 8 * std::ssize(kernel.arguments) + 8 * std::ssize(kernel.prepared)));
        m_places = places;
        const int64_t workspace = placed(kernel.prepared, m_written);
        m_bytes = QByteArray(workspace + workspaceBytes(kernel, 2), '\xff');
        const std::array<int64_t, 5> words{m_written, std::ssize(places), workspace, m_places.back(), bytesOf(m_output)};
        std::memcpy(m_bytes.data(), words.data(), sizeof words);
        std::memcpy(m_bytes.data() + sizeof words, places.data(), places.size() * sizeof places[0]);
        for (size_t i = 0; i < m_places.size(); ++i) {
            fillInput(m_bytes.data() + m_places[i], kernel.arguments[i], i, input);
        }
    }

    const QByteArray& bytes() const { return m_bytes; }

    /// The output in what came back; refused where anything else was written to.
    Result<std::vector<double>> outputIn(const QByteArray& returned) const
    {
        if (returned.size() != m_written) {
            return fail(ErrorCode::Internal, "{} bytes came back instead of {}", returned.size(), m_written);
        }
        for (int64_t at = m_places.front(); at < m_written; ++at) {
            const bool isOutput = at >= m_places.back() && at < m_places.back() + bytesOf(m_output);
            if (!isOutput && returned.at(at) != m_bytes.at(at)) {
                return fail(ErrorCode::Internal, "the kernel wrote to byte {}, and its output is {} bytes from {} on", at,
                            bytesOf(m_output), m_places.back());
            }
        }
        return toDoubles(returned.data() + m_places.back(), elementsOf(m_output), m_output.type);
    }

private:
    /// Where the next can begin: 64 bytes and more behind what ends here.
    static int64_t afterGap(int64_t end) { return (end + 127) / 64 * 64; }

    KernelArgument m_output;
    std::vector<int64_t> m_places; ///< of the arguments
    int64_t m_written = 0;
    QByteArray m_bytes;
};

class ArmRun
{
public:
    /// A sentence about the first tool that is not installed; empty: all are.
    static QString whatIsMissing()
    {
        for (const auto& [program, package] :
             {std::pair(assembler, "binutils-aarch64-linux-gnu"), std::pair(linker, "binutils-aarch64-linux-gnu"),
              std::pair(emulator, "qemu-user")}) {
            if (QStandardPaths::findExecutable(program).isEmpty()) {
                return QString("there is no %1: install the package %2").arg(program, package);
            }
        }
        return {};
    }

    /// Assembles what every program begins with.
    Result<void> prepare()
    {
        const QString source = QString(KNOBSCOPE_SOURCE_DIR) + "/tests/core/template/armstart.s";
        TRY(output(assembler, {"-o", m_folder.filePath("start.o"), source}));
        return {};
    }

    /// The output of a kernel as `cpu` computes it, one of qemu's names; as runKernel has it here.
    Result<std::vector<double>> run(const ir::LoopNest& nest, const LlvmTarget& target, const QString& cpu,
                                    const KernelInput& input) const
    {
        const auto kernel = TRY(compileLoopNest(nest, target));
        const ArmImage image(kernel, input);
        if (image.bytes().size() > ArmImage::limit) {
            return fail(ErrorCode::LimitExceeded, "the kernel needs {} bytes", image.bytes().size());
        }
        TRY(link(kernel));
        const auto returned = TRY(output(emulator, {"-cpu", cpu, m_folder.filePath("program")}, image.bytes()));
        return image.outputIn(returned);
    }

    /// The instructions of the kernel that ran last.
    Result<QByteArray> instructions() const { return output(disassembler, {"-d", m_folder.filePath("kernel.o")}); }

private:
    static constexpr const char* assembler = "aarch64-linux-gnu-as";
    static constexpr const char* disassembler = "aarch64-linux-gnu-objdump";
    static constexpr const char* linker = "aarch64-linux-gnu-ld";
    static constexpr const char* emulator = "qemu-aarch64";

    Result<void> link(const CompiledKernel& kernel) const
    {
        QFile object(m_folder.filePath("kernel.o"));
        const auto size = static_cast<qint64>(kernel.object.size());
        if (!object.open(QIODevice::WriteOnly)
            || object.write(reinterpret_cast<const char*>(kernel.object.data()), size) != size) {
            return fail(ErrorCode::Io, "{}", object.errorString().toStdString());
        }
        object.close();
        QStringList arguments{"-static", "--defsym=kernel=" + QString::fromStdString(kernel.symbol)};
        if (!kernel.prepareSymbol.empty()) {
            arguments << "--defsym=prepare=" + QString::fromStdString(kernel.prepareSymbol);
        }
        arguments << "-o" << m_folder.filePath("program") << m_folder.filePath("start.o") << object.fileName();
        TRY(output(linker, arguments));
        return {};
    }

    /// What a program writes; refused where it fails.
    Result<QByteArray> output(const QString& program, const QStringList& arguments, const QByteArray& input = {}) const
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path()); // where a program that crashes may leave its memory
        process.start(program, arguments);
        process.write(input);
        process.closeWriteChannel();
        if (!process.waitForFinished(60000)) {
            process.kill();
            process.waitForFinished();
            return fail(ErrorCode::Timeout, "{} did not end: {}", program.toStdString(), process.errorString().toStdString());
        }
        if (process.exitStatus() == QProcess::CrashExit) {
            return fail(ErrorCode::Crashed, "{} ended with {}", program.toStdString(), ::strsignal(process.exitCode()));
        }
        if (process.exitCode() != 0) {
            return fail(ErrorCode::Crashed, "{} ended with {}: {}", program.toStdString(), process.exitCode(),
                        process.readAllStandardError().toStdString());
        }
        return process.readAllStandardOutput();
    }

    QTemporaryDir m_folder;
};

} // namespace knobscope
