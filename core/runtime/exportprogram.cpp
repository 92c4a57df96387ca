// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/exportprogram.h"

#include "core/base/unfinishedfile.h"
#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/objectarchive.h"
#include "core/runtime/memoryplan.h"
#include "core/target/host.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

namespace knobscope {
namespace {

/// Layout of the caller's memory: the arena, then the prepared weights, which are not in the weights file.
struct ExportLayout {
    explicit ExportLayout(const Program& program)
        : preparedAt(program.runWeightBytes - program.preparedBytes)
        , preparedBytes(program.preparedBytes)
        , arenaBytes(alignedBytes(program.arenaBytes))
    {
    }
    bool isPrepared(const Place& place) const
    {
        return place.isWeight && place.offset >= preparedAt && place.offset < preparedAt + preparedBytes;
    }
    bool isInFile(const Place& place) const { return place.isWeight && !isPrepared(place); }
    int64_t offsetOf(const Place& place) const
    {
        if (isPrepared(place)) {
            return arenaBytes + place.offset - preparedAt;
        }
        return place.offset - (place.isWeight && place.offset >= preparedAt ? preparedBytes : 0);
    }
    int64_t memoryBytes() const { return arenaBytes + preparedBytes; }

    int64_t preparedAt, preparedBytes; ///< within the program's weights
    int64_t arenaBytes;
};

/// Generates LLVM IR of the functions that the user calls.
class Driver
{
public:
    Driver(const Program& program, const ExportLayout& layout, const std::string& name)
        : m_program(program)
        , m_layout(layout)
        , m_name(name)
    {
    }

    std::string text()
    {
        m_text = "define internal void @serial(ptr %context, ptr %body, ptr %closure, i64 %extent) {\n"
                 "  call void %body(ptr %closure, i64 0, i64 %extent, i32 0)\n  ret void\n}\n"
                 "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n";
        for (const CompiledKernel& kernel : m_program.kernels) {
            declare(kernel.symbol);
            declare(kernel.prepareSymbol);
        }
        m_text += fmt::format("define void @{}_prepare(ptr %weights, ptr %memory) {{\n", m_name);
        begin();
        for (size_t s = 0; s < m_program.steps.size(); ++s) {
            const Step& step = m_program.steps[s];
            if (step.kind == StepKind::Kernel) {
                call(s, m_program.kernels[static_cast<size_t>(step.kernel)].prepareSymbol);
            }
        }
        m_text +=
            fmt::format("  ret void\n}}\ndefine void @{}_run(ptr %weights, ptr %memory, ptr %inputs, ptr %outputs) {{\n", m_name);
        begin();
        for (size_t i = 0; i < m_program.inputs.size(); ++i) {
            copy(place(m_program.inputs[i]), listed("inputs", i), m_program.inputs[i].bytes);
        }
        for (size_t s = 0; s < m_program.steps.size(); ++s) {
            const Step& step = m_program.steps[s];
            if (step.kind == StepKind::Kernel) {
                call(s, m_program.kernels[static_cast<size_t>(step.kernel)].symbol);
            } else {
                const std::string from = place(step.places[0]);
                copy(place(step.places[1]), from, step.places[1].bytes);
            }
        }
        for (size_t i = 0; i < m_program.outputs.size(); ++i) {
            copy(listed("outputs", i), place(m_program.outputs[i]), m_program.outputs[i].bytes);
        }
        return m_text + "  ret void\n}\n";
    }

private:
    void declare(const std::string& symbol)
    {
        if (!symbol.empty()) {
            m_text += fmt::format("declare void @{}(ptr, ptr, ptr, ptr)\n", symbol);
        }
    }

    void begin()
    {
        size_t most = 1;
        for (const Step& step : m_program.steps) {
            most = std::max(most, step.places.size());
        }
        m_text += fmt::format("  %arguments = alloca [{} x ptr], align 64\n", most);
    }

    std::string fresh() { return fmt::format("%v{}", m_values++); }

    std::string pointer(const std::string& base, int64_t offset)
    {
        const std::string value = fresh();
        m_text += fmt::format("  {} = getelementptr i8, ptr {}, i64 {}\n", value, base, offset);
        return value;
    }

    std::string place(const Place& place)
    {
        return pointer(m_layout.isInFile(place) ? "%weights" : "%memory", m_layout.offsetOf(place));
    }

    std::string listed(const char* list, size_t number)
    {
        const std::string at = pointer(fmt::format("%{}", list), static_cast<int64_t>(number) * 8);
        const std::string value = fresh();
        m_text += fmt::format("  {} = load ptr, ptr {}\n", value, at);
        return value;
    }

    void copy(const std::string& to, const std::string& from, int64_t bytes)
    {
        m_text += fmt::format("  call void @llvm.memcpy.p0.p0.i64(ptr {}, ptr {}, i64 {}, i1 false)\n", to, from, bytes);
    }

    void call(size_t s, const std::string& symbol)
    {
        if (symbol.empty()) {
            return;
        }
        const Step& step = m_program.steps[s];
        for (size_t i = 0; i < step.places.size(); ++i) {
            const std::string value = place(step.places[i]);
            m_text += fmt::format("  store ptr {}, ptr {}\n", value, pointer("%arguments", static_cast<int64_t>(i) * 8));
        }
        const std::string workspace = pointer("%memory", step.scratch);
        m_text += fmt::format("  call void @{}(ptr %arguments, ptr {}, ptr @serial, ptr null)\n", symbol, workspace);
    }

    const Program& m_program;
    const ExportLayout& m_layout;
    std::string m_name;
    std::string m_text;
    int m_values = 0;
};

std::string capitalsOf(std::string name)
{
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return name;
}

/// Makes a name from a model safe in a C comment: it neither ends the comment nor causes warnings.
std::string commentText(const std::string& name)
{
    std::string text;
    for (const char c : quotedName(name)) {
        const char previous = text.empty() ? ' ' : text.back();
        if ((previous == '*' && c == '/') || (previous == '/' && c == '*') || (previous == '?' && c == '?')) {
            text += ' ';
        }
        text += c;
    }
    return text;
}

std::string header(const Program& program, const ExportLayout& layout, const std::string& name)
{
    const std::string capitals = capitalsOf(name);
    const Graph& graph = program.graph;
    std::string text = fmt::format("/* A network as compiled code, written by Knobscope. One thread; nothing is allocated. */\n"
                                   "#pragma once\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n"
                                   "#define {0}_WEIGHT_BYTES {1}\n#define {0}_MEMORY_BYTES {2}\n#define {0}_INPUTS {3}\n"
                                   "#define {0}_OUTPUTS {4}\n",
                                   capitals, static_cast<int64_t>(program.weights.size()) - layout.preparedBytes,
                                   layout.memoryBytes(), graph.inputs.size(), graph.outputs.size());
    const auto list = [&](const std::vector<ValueId>& ids, const char* what) {
        for (size_t i = 0; i < ids.size(); ++i) {
            const TensorType& type = *graph.value(ids[i]).type;
            text += fmt::format("#define {}_{}_{}_ELEMENTS {} /* {}, {} */\n", capitals, what, i, elementsOf(type.shape),
                                commentText(graph.value(ids[i]).name), type.text());
        }
    };
    list(graph.inputs, "INPUT");
    list(graph.outputs, "OUTPUT");
    return text
         + fmt::format(
               "\n/* Both blocks are aligned to 64 bytes. `weights` is the content of {0}.weights; `memory` belongs to the\n"
               "   network from {0}_prepare, which is called once, to the last {0}_run. */\n"
               "void {0}_prepare(const void *weights, void *memory);\n"
               "void {0}_run(const void *weights, void *memory, const void *const *inputs, void *const *outputs);\n\n"
               "#ifdef __cplusplus\n}}\n#endif\n",
               name);
}

/// Generates a main for networks with one float32 input and float32 outputs.
std::string mainProgram(const std::string& name, const Program& program)
{
    const std::string capitals = capitalsOf(name);
    std::string text =
        fmt::format("/* cc -O2 main.c -L. -l{0} -lm -o {0} && ./{0} < input.bin: float32 in, a number a line out. */\n"
                    "#include \"{0}.h\"\n#include <stdio.h>\n#include <stdlib.h>\n\n"
                    "static void *block(size_t bytes) {{ return aligned_alloc(64, (bytes + 63) / 64 * 64 + 64); }}\n\n"
                    "int main(void)\n{{\n    void *weights = block({1}_WEIGHT_BYTES), *memory = block({1}_MEMORY_BYTES);\n"
                    "    FILE *file = fopen(\"{0}.weights\", \"rb\");\n"
                    "    if (!file || fread(weights, 1, {1}_WEIGHT_BYTES, file) != {1}_WEIGHT_BYTES) return 1;\n"
                    "    {0}_prepare(weights, memory);\n    const void *inputs[{1}_INPUTS];\n"
                    "    void *outputs[{1}_OUTPUTS];\n",
                    name, capitals);
    const Graph& graph = program.graph;
    for (size_t i = 0; i < graph.inputs.size(); ++i) {
        const auto size = bytesOf(graph.value(graph.inputs[i]).type->number);
        text += fmt::format("    void *input{0} = block({1}_INPUT_{0}_ELEMENTS * {2});\n    inputs[{0}] = input{0};\n"
                            "    if (fread(input{0}, {2}, {1}_INPUT_{0}_ELEMENTS, stdin) != {1}_INPUT_{0}_ELEMENTS) return 2;\n",
                            i, capitals, size);
    }
    for (size_t i = 0; i < graph.outputs.size(); ++i) {
        text += fmt::format("    float *output{0} = block({1}_OUTPUT_{0}_ELEMENTS * 8);\n    outputs[{0}] = output{0};\n", i,
                            capitals);
    }
    text += fmt::format("    {}_run(weights, memory, inputs, outputs);\n", name);
    for (size_t i = 0; i < graph.outputs.size(); ++i) {
        text += fmt::format("    for (size_t i = 0; i < {1}_OUTPUT_{0}_ELEMENTS; ++i) printf(\"%.9g\\n\", output{0}[i]);\n", i,
                            capitals);
    }
    return text + "    return 0;\n}\n";
}

/// Writes files of a folder; replaces the old files only after all new ones are complete.
class FolderFiles
{
public:
    explicit FolderFiles(std::string folder)
        : m_folder(std::move(folder))
    {
    }
    FolderFiles(const FolderFiles&) = delete;
    FolderFiles& operator=(const FolderFiles&) = delete;
    /// Removes the folder if it was created and the export failed.
    ~FolderFiles()
    {
        m_files.clear();
        if (m_isNew) {
            std::error_code ignored;
            std::filesystem::remove(m_folder, ignored);
        }
    }

    Result<void> makeFolder()
    {
        std::error_code trouble;
        m_isNew = std::filesystem::create_directories(m_folder, trouble);
        return trouble ? fail(ErrorCode::Io, "The folder {} cannot be created: {}", m_folder, trouble.message()) : Result<void>();
    }

    Result<void> write(const std::string& name, std::string_view bytes, std::string_view more = {})
    {
        const std::string path = (std::filesystem::path(m_folder) / name).string();
        m_files.push_back(TRY(UnfinishedFile::begin(path)));
        std::ofstream file(m_files.back().temporaryPath(), std::ios::binary | std::ios::trunc);
        for (const std::string_view part : {bytes, more}) {
            file.write(part.data(), static_cast<std::streamsize>(part.size()));
        }
        file.close();
        return file ? Result<void>()
                    : fail(ErrorCode::Io,
                           "{} cannot be written. Is there enough space, and do you have permission to write there?", path);
    }

    Result<void> commit()
    {
        for (UnfinishedFile& file : m_files) {
            TRY(file.commit());
        }
        m_isNew = false;
        return {};
    }

private:
    std::string m_folder;
    bool m_isNew = false;
    std::vector<UnfinishedFile> m_files;
};

} // namespace

std::string identifierOf(const std::string& name)
{
    std::string identifier;
    for (const unsigned char c : name) {
        identifier += std::isalnum(c) && c < 128 ? static_cast<char>(c) : '_';
    }
    return identifier.empty() || std::isdigit(static_cast<unsigned char>(identifier[0])) ? "network_" + identifier : identifier;
}

Result<void> exportProgram(const Program& program, const std::string& name, const std::string& folder, const Target& target)
{
    for (const Step& step : program.steps) {
        if (step.kind == StepKind::Operator) {
            return fail(ErrorCode::Unsupported, "{} is computed by its definition, so there is no code to export",
                        nodeText(program.graph, program.graph.nodes[static_cast<size_t>(step.node)]));
        }
    }
    const auto llvm = TRY(llvmTargetOf(target));
    const ExportLayout layout(program);
    const auto driver = TRY(compileIrText(Driver(program, layout, name).text(), name + "_run", llvm));
    std::vector<ArchiveMember> members{{name + ".o", driver.object}};
    for (const CompiledKernel& kernel : program.kernels) {
        members.push_back({kernel.symbol + ".o", kernel.object});
    }
    const std::string library = TRY(makeObjectArchive(members));
    const std::string_view weights = textOf(program.weights);
    const auto before = static_cast<size_t>(layout.preparedAt);
    const auto behind = before + static_cast<size_t>(layout.preparedBytes);
    FolderFiles files(folder);
    TRY(files.makeFolder());
    TRY(files.write(fmt::format("{}.weights", name), weights.substr(0, before), weights.substr(behind)));
    TRY(files.write(fmt::format("lib{}.a", name), library));
    TRY(files.write(fmt::format("{}.h", name), header(program, layout, name)));
    TRY(files.write("main.c", mainProgram(name, program)));
    return files.commit();
}

} // namespace knobscope
