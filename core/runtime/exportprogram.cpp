// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/exportprogram.h"

#include "core/base/unfinishedfile.h"
#include "core/codegen/llvm/objectarchive.h"
#include "core/runtime/memoryplan.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
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

std::string placeText(const ExportLayout& layout, const Place& place)
{
    return fmt::format("{} + {}", layout.isInFile(place) ? "w" : "m", layout.offsetOf(place));
}

/// The call of a kernel's function for a step; nothing if it has none.
std::string callText(const ExportLayout& layout, const Step& step, const std::string& symbol)
{
    if (symbol.empty()) {
        return {};
    }
    std::string places;
    for (const Place& place : step.places) {
        places += (places.empty() ? "" : ", ") + placeText(layout, place);
    }
    return fmt::format("    {}((void *[]){{{}}}, m + {}, serial, 0);\n", symbol, places, step.scratch);
}

/// Writes the functions that the user calls.
std::string driver(const Program& program, const ExportLayout& layout, const std::string& name)
{
    std::string declared;
    std::string prepare;
    std::string run;
    const auto copy = [](const std::string& to, const std::string& from, int64_t bytes) {
        return fmt::format("    memcpy({}, {}, {});\n", to, from, bytes);
    };
    for (const CompiledKernel& kernel : program.kernels) {
        for (const std::string& symbol : {kernel.symbol, kernel.prepareSymbol}) {
            declared += symbol.empty() ? "" : fmt::format("kernel {};\n", symbol);
        }
    }
    for (size_t i = 0; i < program.inputs.size(); ++i) {
        run += copy(placeText(layout, program.inputs[i]), fmt::format("inputs[{}]", i), program.inputs[i].bytes);
    }
    for (const Step& step : program.steps) {
        if (step.kind == StepKind::Kernel) {
            const CompiledKernel& kernel = program.kernels[static_cast<size_t>(step.kernel)];
            prepare += callText(layout, step, kernel.prepareSymbol);
            run += callText(layout, step, kernel.symbol);
        } else {
            run += copy(placeText(layout, step.places[1]), placeText(layout, step.places[0]), step.places[1].bytes);
        }
    }
    for (size_t i = 0; i < program.outputs.size(); ++i) {
        run += copy(fmt::format("outputs[{}]", i), placeText(layout, program.outputs[i]), program.outputs[i].bytes);
    }
    const bool hasTiles = std::ranges::any_of(program.kernels, &CompiledKernel::usesMatrixTiles);
    const char* tileHeaders = hasTiles ? "#define _GNU_SOURCE\n#include <sys/syscall.h>\n#include <unistd.h>\n" : "";
    if (hasTiles) {
        prepare += "    syscall(SYS_arch_prctl, 0x1023, 18); /* Linux: let this process use tile registers (AMX) */\n";
    }
    constexpr const char* bases = "    char *w = (char *)weights, *m = memory;\n    (void)w, (void)m;\n";
    return fmt::format("/* Calls the kernels of lib{0}.a in order. Written by Knobscope. */\n"
                       "{5}#include \"{0}.h\"\n#include <stdint.h>\n#include <string.h>\n\n"
                       "typedef void part(void *closure, int64_t begin, int64_t end, int32_t thread);\n"
                       "typedef void parallel(void *context, part *body, void *closure, int64_t extent);\n"
                       "typedef void kernel(void **arguments, void *workspace, parallel *parallelFor, void *context);\n{1}\n"
                       "static void serial(void *context, part *body, void *closure, int64_t extent)\n"
                       "{{\n    (void)context;\n    body(closure, 0, extent, 0);\n}}\n\n"
                       "void {0}_prepare(const void *weights, void *memory)\n{{\n{2}{3}}}\n\n"
                       "void {0}_run(const void *weights, void *memory, const void *const *inputs, void *const *outputs)\n"
                       "{{\n{2}{4}}}\n",
                       name, declared, bases, prepare, run, tileHeaders);
}

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
        fmt::format("/* cc -O2 main.c {0}.c -L. -l{0} -lm -o {0} && ./{0} < input.bin: float32 in, a number a line out. */\n"
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
    const bool isUsable = !identifier.empty() && !std::isdigit(static_cast<unsigned char>(identifier[0])) && identifier != "main";
    return isUsable ? identifier : "network_" + identifier;
}

Result<void> exportProgram(const Program& program, const std::string& name, const std::string& folder)
{
    for (const Step& step : program.steps) {
        if (step.kind == StepKind::Operator) {
            return fail(ErrorCode::Unsupported, "{} is computed by its definition, so there is no code to export",
                        nodeText(program.graph, program.graph.nodes[static_cast<size_t>(step.node)]));
        }
    }
    const ExportLayout layout(program);
    std::vector<ArchiveMember> members;
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
    TRY(files.write(fmt::format("{}.c", name), driver(program, layout, name)));
    TRY(files.write("main.c", mainProgram(name, program)));
    return files.commit();
}

} // namespace knobscope
