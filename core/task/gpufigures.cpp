// SPDX-License-Identifier: GPL-3.0-or-later
// What the knobs of AutoTVM's GPU templates say by themselves: each split names the parts of blocks and threads.
#include "core/op/conv2d.h"
#include "core/task/figures.h"

namespace knobscope {

namespace {

using Tone = Figure::Tone;

constexpr int64_t mostThreads = 1024;       // of a block on every CUDA device
constexpr int64_t mostSharedBytes = 48 << 10; // of a block without asking for more

/// How a template cuts its axes: positions of the virtual thread, thread and inner part in its splits (-1: it has none).
struct Cut {
    std::vector<std::string> knobs;
    int virtualThread = 1;
    int thread = 2;
};

Cut cutOf(const std::string& name)
{
    if (name == "conv2d_nchw_winograd.cuda") {
        return {{"tile_b", "tile_y", "tile_x"}};
    }
    if (name == "dense_large_batch.gpu") {
        return {{"tile_x", "tile_y"}};
    }
    if (name == "batch_matmul.cuda") {
        return {{"tile_y", "tile_x"}, -1, 1};
    }
    if (name == "conv2d_nchw.cuda" || name == "depthwise_conv2d_nchw.cuda" || name == "tutorial/conv2d_no_batching") {
        return {{"tile_f", "tile_y", "tile_x"}};
    }
    return {};
}

const std::vector<int64_t>* sizesOf(const ConfigEntity& entity, const std::string& knob)
{
    const KnobValue* value = entity.find(knob);
    const auto* split = value ? std::get_if<SplitEntity>(value) : nullptr;
    return split && split->sizes.size() >= 2 ? &split->sizes : nullptr;
}

int64_t numberOf(const ConfigEntity& entity, const std::string& knob)
{
    const KnobValue* value = entity.find(knob);
    const auto* other = value ? std::get_if<OtherEntity>(value) : nullptr;
    const auto* number = other ? std::get_if<int64_t>(&other->value) : nullptr;
    return number ? *number : 1;
}

int64_t inside(const std::vector<int64_t>& sizes)
{
    int64_t product = 1;
    for (size_t i = 1; i < sizes.size(); ++i) {
        product *= sizes[i];
    }
    return product;
}

struct Launch {
    bool isKnown = false;
    int64_t threads = 1;
    int64_t virtualThreads = 1;
    int64_t perThread = 1; ///< outputs of a thread, all its virtual threads together
    int64_t blocks = 0;    ///< 0: not known
};

Launch launchOf(const Task& task, const ConfigEntity& entity)
{
    Launch out;
    if (task.name == "conv2d_nhwc.cuda" || task.name == "conv2d_nhwc.gpu") {
        out.isKnown = true;
        out.threads = numberOf(entity, "num_thread_n") * numberOf(entity, "num_thread_c");
        out.virtualThreads = numberOf(entity, "vthread_n") * numberOf(entity, "vthread_c");
        out.perThread = numberOf(entity, "tile_n") * numberOf(entity, "tile_c") * out.virtualThreads;
        return out;
    }
    if (task.name == "dense_small_batch.gpu") {
        const auto* sizes = sizesOf(entity, "tile_k");
        out.isKnown = sizes != nullptr;
        out.threads = sizes ? sizes->back() : 1;
        return out;
    }
    const Cut cut = cutOf(task.name);
    out.isKnown = !cut.knobs.empty();
    out.blocks = out.isKnown ? 1 : 0;
    for (const std::string& knob : cut.knobs) {
        const auto* sizes = sizesOf(entity, knob);
        const Knob* declared = task.space.find(knob);
        const auto* split = declared ? std::get_if<SplitKnob>(&declared->definition()) : nullptr;
        if (!sizes || !split || sizes->size() <= static_cast<size_t>(cut.thread)) {
            return {};
        }
        out.threads *= (*sizes)[static_cast<size_t>(cut.thread)];
        out.virtualThreads *= cut.virtualThread < 0 ? 1 : (*sizes)[static_cast<size_t>(cut.virtualThread)];
        out.perThread *= inside(*sizes) / (*sizes)[static_cast<size_t>(cut.thread)];
        out.blocks *= (split->extent + inside(*sizes) - 1) / inside(*sizes);
    }
    return out;
}

/// The direct convolutions keep one step's input window and filters in shared memory (TVM: s[AA], s[WW].compute_at(OL, rxo)).
std::optional<std::pair<int64_t, int64_t>> sharedOf(const Task& task, const ConfigEntity& entity)
{
    if (task.name != "conv2d_nchw.cuda") {
        return std::nullopt;
    }
    ArgumentReader reader(task.name, task.args);
    const Conv2d conv = readConv2d(reader, false);
    const auto* f = sizesOf(entity, "tile_f");
    const auto* y = sizesOf(entity, "tile_y");
    const auto* x = sizesOf(entity, "tile_x");
    const auto* rc = sizesOf(entity, "tile_rc");
    const auto* ry = sizesOf(entity, "tile_ry");
    const auto* rx = sizesOf(entity, "tile_rx");
    if (reader.error() || !f || !y || !x || !rc || !ry || !rx) {
        return std::nullopt;
    }
    const int64_t rows = (inside(*y) - 1) * conv.stride[0] + (inside(*ry) - 1) * conv.dilation[0] + 1;
    const int64_t columns = (inside(*x) - 1) * conv.stride[1] + (inside(*rx) - 1) * conv.dilation[1] + 1;
    return std::pair{inside(*rc) * rows * columns * conv.type.bytes(),
                     inside(*f) * inside(*rc) * inside(*ry) * inside(*rx) * conv.type.bytes()};
}

} // namespace

std::vector<Figure> gpuFigures(const Task& task, const ConfigEntity& entity)
{
    std::vector<Figure> out;
    const Launch launch = launchOf(task, entity);
    const char* const threadsWhy =
        "The product of the thread parts of the splits; a CUDA block holds 1,024 at most, and fewer than 64 leave it half empty.";
    if (launch.isKnown) {
        const bool tooMany = launch.threads > mostThreads;
        out.push_back({"threads", "Threads per block",
                       groupedText(launch.threads)
                           + (tooMany                    ? ": more than the 1,024 of a block"
                              : launch.threads % 32 != 0 ? ", no multiple of a warp (32)"
                                                         : ""),
                       static_cast<double>(launch.threads), "threads", threadsWhy,
                       tooMany || launch.threads % 32 != 0 ? Tone::Warning : Tone::Plain});
        out.push_back({"virtual_threads", "Virtual threads", groupedText(launch.virtualThreads),
                       static_cast<double>(launch.virtualThreads), "threads",
                       "Strided parts of the work that one thread does, which spreads its memory accesses."});
        out.push_back({"outputs_per_thread", "Sums per thread",
                       groupedText(launch.perThread) + (launch.perThread > 255 ? ": more than a thread has registers (255)" : ""),
                       static_cast<double>(launch.perThread), "registers",
                       "Outputs that a thread adds up at the same time, each in a register.",
                       launch.perThread > 255 ? Tone::Warning : Tone::Plain});
    } else {
        out.push_back({"threads", "Threads per block", "not known from the knobs of this template", std::nullopt, "threads",
                       threadsWhy, Tone::Unknown});
    }
    if (launch.blocks > 0) {
        out.push_back({"blocks", "Blocks", fmt::format("{} from these axes", groupedText(launch.blocks)),
                       static_cast<double>(launch.blocks), "blocks",
                       "The product of the block parts of the splits; fewer than the GPU's multiprocessors leave some idle."});
    }
    const char* const sharedWhy = "Input window and filters of one reduction step, which the threads of a block share; 48 KiB "
                                  "come without asking for more.";
    if (const auto shared = sharedOf(task, entity)) {
        const int64_t bytes = shared->first + shared->second;
        out.push_back({"shared_bytes", "Shared memory",
                       fmt::format("{} (input {}, filters {}){}", bytesText(static_cast<double>(bytes)),
                                   bytesText(static_cast<double>(shared->first)), bytesText(static_cast<double>(shared->second)),
                                   bytes > mostSharedBytes ? ": more than 48 KiB" : ""),
                       static_cast<double>(bytes), "bytes", sharedWhy, bytes > mostSharedBytes ? Tone::Warning : Tone::Plain});
    } else {
        out.push_back({"shared_bytes", "Shared memory", "not known: the knobs of this template do not say what is copied",
                       std::nullopt, "bytes", sharedWhy, Tone::Unknown});
    }
    out.push_back({"loop_nest", "Loop nest", "not known: this template is a space without a schedule here", std::nullopt, "",
                   "Working sets, vector width and code need the loop nest, and GPU templates have none in this version.",
                   Tone::Unknown});
    return out;
}

} // namespace knobscope
