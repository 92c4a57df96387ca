// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/primitives.h"

#include "core/op/arguments.h"
#include "core/script/parse.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kMaxRegion = int64_t{1} << 40; // iterations of a loop, elements of a tensor

Made made(const ir::Tensor& stage, std::span<const ir::IterVar> loops)
{
    Made out;
    for (const ir::IterVar& loop : loops) {
        out.emplace_back(StageLoop{stage, loop});
    }
    return out;
}

std::vector<ir::IterVar> loopsOf(const std::vector<StageLoop>& loops)
{
    std::vector<ir::IterVar> out;
    for (const StageLoop& loop : loops) {
        out.push_back(loop.loop);
    }
    return out;
}

Result<Made> split(LineArguments& a)
{
    constexpr size_t mostParts = 8;
    TRY(a.expect(1, mostParts, {"factor", "parts"}));
    const auto [tensor, loop] = TRY(a.loop(a.positional(0)));
    const TextExpression* parts = a.keyword("parts");
    const TextExpression* factor = parts ? parts : a.keyword("factor");
    if (factor || a.count() == 2) {
        const TextExpression& number = factor ? *factor : a.positional(1);
        if (const auto sizes = parts ? std::nullopt : a.entity<SplitEntity>(number)) {
            return made(tensor, a.stage(tensor).splitBySizes(loop, sizes->sizes));
        }
        const int64_t value = TRY(a.number(number, 1, kMaxExtent));
        StageRef stage = a.stage(tensor);
        return made(tensor, parts ? stage.splitByParts(loop, value) : stage.split(loop, value));
    }
    if (a.count() < 2) {
        return a.refuse(a.place(), a.form());
    }
    std::vector<int64_t> sizes{-1};
    double inside = 1;
    for (size_t i = 1; i < a.count(); ++i) {
        const int64_t size = TRY(a.number(a.positional(i), 1, kMaxExtent));
        sizes.push_back(size);
        inside *= static_cast<double>(size);
    }
    if (inside > static_cast<double>(kMaxExtent)) {
        return a.refuse(a.place(), phrase("the inner loops have more than {} iterations", kMaxExtent));
    }
    return made(tensor, a.stage(tensor).splitBySizes(loop, sizes));
}

Result<Made> tile(LineArguments& a)
{
    TRY(a.expect(4, 4));
    const auto [tensor, y] = TRY(a.loop(a.positional(0)));
    const auto x = TRY(a.loop(a.positional(1)));
    const int64_t yFactor = TRY(a.number(a.positional(2), 1, kMaxExtent));
    const int64_t xFactor = TRY(a.number(a.positional(3), 1, kMaxExtent));
    return made(tensor, a.stage(tensor).tile(y, x.loop, yFactor, xFactor));
}

Result<Made> fuse(LineArguments& a)
{
    constexpr size_t most = 16;
    TRY(a.expect(2, most));
    const auto loops = TRY(a.loops(0));
    double extent = 1;
    for (const StageLoop& loop : loops) {
        extent *= static_cast<double>(loop.loop.extent);
    }
    if (extent > static_cast<double>(kMaxRegion)) {
        return a.refuse(a.place(), phrase("the fused loop has more than 2^40 iterations"));
    }
    const ir::Tensor tensor = loops.front().stage;
    return made(tensor, std::array{a.stage(tensor).fuse(loopsOf(loops))});
}

Result<Made> reorder(LineArguments& a)
{
    constexpr size_t most = 64;
    TRY(a.expect(2, most));
    const auto order = a.entity<ReorderEntity>(a.positional(0));
    const auto loops = TRY(a.loops(order ? 1 : 0));
    std::vector<ir::IterVar> wanted = loopsOf(loops);
    if (order) {
        if (order->order.size() != loops.size()) {
            return a.refuse(a.positional(0).place,
                            phrase("the knob orders {} loops, but {} are named", order->order.size(), loops.size()));
        }
        for (size_t i = 0; i < loops.size(); ++i) {
            wanted[i] =
                loops[static_cast<size_t>(std::clamp<int64_t>(order->order[i], 0, static_cast<int64_t>(loops.size()) - 1))].loop;
        }
    }
    a.stage(loops.front().stage).reorder(wanted);
    return Made{};
}

template<void (StageRef::*annotate)(const ir::IterVar&)>
Result<Made> annotateEach(LineArguments& a)
{
    constexpr size_t most = 64;
    TRY(a.expect(1, most));
    const auto loops = TRY(a.loops(0));
    for (const StageLoop& loop : loops) {
        (a.stage(loop.stage).*annotate)(loop.loop);
    }
    return Made{};
}

/// bind and tensorize: a loop and a word.
template<void (StageRef::*apply)(const ir::IterVar&, const std::string&)>
Result<Made> withWord(LineArguments& a)
{
    TRY(a.expect(2, 2));
    const auto loop = TRY(a.loop(a.positional(0)));
    const std::string word = TRY(a.word(a.positional(1)));
    (a.stage(loop.stage).*apply)(loop.loop, word);
    return Made{};
}

Result<Made> annotateByKnob(LineArguments& a)
{
    constexpr size_t most = 9;
    TRY(a.expect(2, most));
    const auto chosen = a.entity<AnnotateEntity>(a.positional(0));
    const auto loops = TRY(a.loops(1));
    if (!chosen || chosen->isAnchors || chosen->annotations.size() != loops.size()) {
        return a.refuse(a.positional(0).place,
                        phrase("annotate needs a knob of as many loops as are named here ({})", loops.size()));
    }
    for (size_t i = 0; i < loops.size(); ++i) {
        StageRef stage = a.stage(loops[i].stage);
        if (chosen->annotations[i] == "unroll") {
            stage.unroll(loops[i].loop);
        } else if (chosen->annotations[i] == "vec") {
            stage.vectorize(loops[i].loop);
        }
    }
    return Made{};
}

Result<Made> pragma(LineArguments& a)
{
    constexpr int64_t most = 1 << 16; // statements that lowering may write
    TRY(a.expect(3, 3));
    const auto loop = TRY(a.loop(a.positional(0)));
    const std::string name = TRY(a.word(a.positional(1)));
    const int64_t value = TRY(a.number(a.positional(2), 0, most));
    a.stage(loop.stage).pragma(loop.loop, name, value);
    return Made{};
}

Result<ir::Scope> scopeOf(LineArguments& a, const TextExpression* e)
{
    if (!e) {
        return ir::Scope::Workspace;
    }
    const std::string word = TRY(a.word(*e));
    for (const ir::Scope scope : {ir::Scope::Workspace, ir::Scope::Local, ir::Scope::Shared}) {
        if (word == scopeWord(scope)) {
            return scope;
        }
    }
    return a.refuse(
        e->place,
        phrase("there is no memory '{}'; use \"global\", \"local\" (of a thread) or \"shared\" (of a GPU's block)", word));
}

Result<Made> cacheWrite(LineArguments& a)
{
    TRY(a.expect(1, 1, {"scope"}));
    const auto tensor = TRY(a.tensor(a.positional(0)));
    const auto scope = TRY(scopeOf(a, a.keyword("scope")));
    return Made{a.schedule().cacheWrite(tensor, scope)};
}

Result<Made> cacheRead(LineArguments& a)
{
    constexpr size_t most = 32;
    TRY(a.expect(1, most, {"scope"}));
    const auto tensor = TRY(a.tensor(a.positional(0)));
    const auto scope = TRY(scopeOf(a, a.keyword("scope")));
    std::vector<ir::Tensor> readers;
    for (size_t i = 1; i < a.count(); ++i) {
        auto reader = TRY(a.tensor(a.positional(i)));
        readers.push_back(std::move(reader));
    }
    for (const StageData& stage : a.schedule().stages()) {
        const auto reads = stage.isPlaceholder() ? std::vector<ir::Tensor>() : ir::tensorsRead(stage.body);
        if (a.count() == 1 && std::ranges::find(reads, tensor) != reads.end()) {
            readers.push_back(stage.tensor);
        }
    }
    if (readers.empty()) {
        return a.refuse(a.positional(0).place, phrase("no stage reads {}", tensor.name()));
    }
    return Made{a.schedule().cacheRead(tensor, scope, readers)};
}

Result<Made> rfactor(LineArguments& a)
{
    TRY(a.expect(1, 2));
    const auto [tensor, loop] = TRY(a.loop(a.positional(a.count() - 1)));
    double elements = static_cast<double>(loop.extent);
    for (const int64_t extent : tensor.shape()) {
        elements *= static_cast<double>(extent);
    }
    if (elements > static_cast<double>(kMaxRegion)) {
        return a.refuse(a.place(), phrase("the partial sums have more than 2^40 elements; split the loop first"));
    }
    return Made{a.schedule().rfactor(tensor, loop)};
}

Result<Made> computeAt(LineArguments& a)
{
    TRY(a.expect(2, 3));
    const auto tensor = TRY(a.tensor(a.positional(0)));
    const auto loop = TRY(a.loop(a.positional(a.count() - 1)));
    a.stage(tensor).computeAt(a.stage(loop.stage), loop.loop);
    return Made{};
}

Result<Made> storageAlign(LineArguments& a)
{
    constexpr int64_t most = 1 << 16;
    TRY(a.expect(3, 3));
    const auto loop = TRY(a.loop(a.positional(0)));
    const int64_t factor = TRY(a.number(a.positional(1), 1, most));
    const int64_t offset = TRY(a.number(a.positional(2), 0, most));
    a.stage(loop.stage).storageAlign(loop.loop, factor, offset);
    return Made{};
}

Result<Made> setScope(LineArguments& a)
{
    TRY(a.expect(2, 2));
    const auto tensor = TRY(a.tensor(a.positional(0)));
    const auto scope = TRY(scopeOf(a, &a.positional(1)));
    if (a.schedule().isOutput(tensor) || tensor.isPlaceholder()) {
        return a.refuse(a.positional(0).place, phrase("an input or output is in the caller's memory"));
    }
    a.stage(tensor).setScope(scope);
    return Made{};
}

Result<Made> prefetch(LineArguments& a)
{
    constexpr size_t most = 12;
    constexpr int64_t entries = 1 << 20;
    TRY(a.expect(4, most));
    const auto stage = TRY(a.tensor(a.positional(0)));
    const auto tensor = TRY(a.tensor(a.positional(1)));
    const int64_t dimension = TRY(a.number(a.positional(2), 0, most));
    const int64_t count = TRY(a.number(a.positional(3), 1, entries));
    const auto sharing = TRY(a.loops(4));
    a.stage(stage).prefetch(tensor, static_cast<size_t>(dimension), count, loopsOf(sharing));
    return Made{};
}

template<void (StageRef::*apply)()>
Result<Made> forStage(LineArguments& a)
{
    TRY(a.expect(1, 1));
    const auto tensor = TRY(a.tensor(a.positional(0)));
    (a.stage(tensor).*apply)();
    return Made{};
}

Result<Made> pipeline(LineArguments& a)
{
    constexpr int64_t most = 8;
    TRY(a.expect(2, 2));
    const auto tensor = TRY(a.tensor(a.positional(0)));
    const int64_t depth = TRY(a.number(a.positional(1), 1, most));
    a.stage(tensor).pipeline(depth);
    return Made{};
}

Result<Made> tensorNamed(LineArguments& a)
{
    constexpr int64_t most = 1000;
    TRY(a.expect(1, 2));
    const std::string name = TRY(a.word(a.positional(0)));
    int64_t left = a.count() < 2 ? 0 : TRY(a.number(a.positional(1), 0, most));
    for (const StageData& stage : a.schedule().stages()) {
        if (stage.tensor.name() == name && left-- == 0) {
            return Made{stage.tensor};
        }
    }
    return a.refuse(a.positional(0).place, phrase("the schedule has no such tensor '{}'", name));
}

Result<Made> axisNumbered(LineArguments& a)
{
    TRY(a.expect(2, 2));
    const auto tensor = TRY(a.tensor(a.positional(0)));
    const auto axes = a.schedule()[tensor].data().allAxes();
    if (axes.empty()) {
        return a.refuse(a.place(), phrase("{} is an input and has no loops", tensor.name()));
    }
    const int64_t number = TRY(a.number(a.positional(1), 0, static_cast<int64_t>(axes.size()) - 1));
    return Made{StageLoop{tensor, axes[static_cast<size_t>(number)]}};
}

struct Primitive {
    PrimitiveForm form;
    Result<Made> (*apply)(LineArguments&);
};

const std::vector<Primitive>& primitives()
{
    static const std::vector<Primitive> all{
        {{"split", "yo, yi = split(LOOP, FACTOR)",
          "Cuts a loop into an outer one and an inner one of FACTOR iterations (parts=N: an outer one of N)"},
         split},
        {{"tile", "yo, xo, yi, xi = tile(Y, X, Y_FACTOR, X_FACTOR)",
          "Splits two loops, and puts both outer loops around both inner ones"},
         tile},
        {{"reorder", "reorder(LOOP, LOOP, …)", "Puts loops of a stage into this order, outermost first"}, reorder},
        {{"fuse", "f = fuse(OUTER, INNER)", "Makes one loop of two that are directly inside each other"}, fuse},
        {{"vectorize", "vectorize(LOOP)", "Computes all iterations at once, in vector registers"},
         annotateEach<&StageRef::vectorize>},
        {{"unroll", "unroll(LOOP)", "Writes the iterations out one after the other"}, annotateEach<&StageRef::unroll>},
        {{"parallel", "parallel(LOOP)", "Divides the iterations among threads"}, annotateEach<&StageRef::parallel>},
        {{"cache_write", "W = cache_write(TENSOR, scope=\"global\")",
          "Computes a tensor into a new one first, which is then copied"},
         cacheWrite},
        {{"cache_read", "R = cache_read(TENSOR, READER, scope=\"global\")",
          "Lets the readers (all, if none is named) read a copy"},
         cacheRead},
        {{"compute_at", "compute_at(TENSOR, CONSUMER, LOOP)", "Computes what the consumer needs in each iteration of its loop"},
         computeAt},
        {{"compute_inline", "compute_inline(TENSOR)", "Computes elements where they are read, without storing them"},
         forStage<&StageRef::computeInline>},
        {{"rfactor", "P = rfactor(LOOP)", "Sums the iterations of a reduction's loop separately, and then their results"},
         rfactor},
        {{"prefetch", "prefetch(TENSOR, INPUT, DIMENSION, COUNT)",
          "Fetches the next entries of an input while the tensor is computed"},
         prefetch},
        {{"pragma", "pragma(LOOP, \"auto_unroll_max_step\", STEPS)", "Unrolls the loops inside up to that many statements"},
         pragma},
        {{"annotate", "annotate(KNOB, LOOP, …)", "Unrolls and vectorizes loops as a knob says"}, annotateByKnob},
        {{"bind", "bind(LOOP, \"blockIdx.x\")", "Gives the iterations to blocks or threads of a GPU"}, withWord<&StageRef::bind>},
        {{"tensorize", "tensorize(LOOP, \"dot\")", "Computes the loops from here by an instruction for small products"},
         withWord<&StageRef::tensorize>},
        {{"set_scope", "set_scope(TENSOR, \"local\")", "Keeps a tensor in another memory"}, setScope},
        {{"storage_align", "storage_align(LOOP, FACTOR, OFFSET)", "Pads rows, so that a column is in different banks of memory"},
         storageAlign},
        {{"double_buffer", "double_buffer(TENSOR)", "Fills shared memory for the next iteration during this one"},
         forStage<&StageRef::doubleBuffer>},
        {{"pipeline", "pipeline(TENSOR, DEPTH)", "Fills shared memory several iterations ahead"}, pipeline},
        {{"async_copy", "async_copy(TENSOR)", "Fills shared memory by asynchronous copies"}, forStage<&StageRef::asyncCopy>},
        {{"precompute", "precompute(TENSOR)", "Computes a tensor of weights beforehand, outside of the timing"},
         forStage<&StageRef::precompute>},
        {{"tensor", "T = tensor(\"NAME\")", "Names a tensor whose name is no word"}, tensorNamed},
        {{"axis", "k = axis(TENSOR, NUMBER)", "Names a loop of the computation by its position, from 0"}, axisNumbered},
    };
    return all;
}

} // namespace

Result<Made> applyPrimitive(const std::string& name, LineArguments& arguments)
{
    const auto found = std::ranges::find_if(primitives(), [&](const Primitive& one) { return one.form.name == name; });
    if (found == primitives().end()) {
        return arguments.refuse(arguments.place(), phrase("there is no primitive '{}'", name));
    }
    return found->apply(arguments);
}

const std::vector<PrimitiveForm>& primitiveForms()
{
    static const std::vector<PrimitiveForm> all = [] {
        std::vector<PrimitiveForm> forms;
        for (const Primitive& one : primitives()) {
            forms.push_back(one.form);
        }
        return forms;
    }();
    return all;
}

std::vector<std::string> primitiveNames()
{
    std::vector<std::string> names;
    for (const PrimitiveForm& form : primitiveForms()) {
        names.push_back(form.name);
    }
    return names;
}

} // namespace knobscope
