// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/flops.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/nchwcschedule.h"

namespace knobscope {

namespace conv2d_nchwc_int8_x86 {

constexpr const char* kTemplateName = "conv2d_NCHWc_int8.x86";
constexpr int64_t kWordBytes = 4; // AutoTVM's n_elems: number of products that one instruction adds

Conv2d readArguments(ArgumentReader& reader)
{
    const Conv2d conv = readUnpackedConv(reader, false);
    // AutoTVM's x86 strategy uses it only for uint8; ARM's multiplies int8 by the same rules under another name.
    if ((conv.type != ir::uint8 && conv.type != ir::int8) || conv.kernelType != ir::int8 || conv.outType != ir::int32) {
        reader.refuse(
            phrase("it multiplies uint8 or int8 data by an int8 kernel and adds in int32; the given types are {}, {} and {}",
                   conv.type.text(), conv.kernelType.text(), conv.outType.text()));
    }
    return conv;
}

/// AutoTVM's filter `size[-1] % multiple == 0`. Refuses channels without such a block: AutoTVM pads them before it creates the
/// task of the layer.
void defineChannels(TemplateContext& cfg, const KnobName& knob, int64_t channels, int64_t multiple)
{
    std::vector<int64_t> blocks;
    for (int64_t block = multiple; block <= channels; block += multiple) {
        if (channels % block == 0) {
            blocks.push_back(block);
        }
    }
    if (blocks.empty()) {
        cfg.refuse(
            phrase("{}: knob {} needs multiples of {}, and none divides {} channels; pad them, or use conv2d_tiles_NCHWc.x86",
                   kTemplateName, knob.name, multiple, channels));
        return;
    }
    cfg.defineSplit(knob, channels, 2, {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeIn, -1, blocks, {}}});
}

/// The knobs of AutoTVM v0.14 (topi/x86/conv2d_int8.py); unlike those of conv2d_NCHWc.x86, column tiles divide the columns.
Result<TemplateInstance> runBytes(TemplateContext& cfg, const Conv2d& conv)
{
    defineChannels(cfg, {"tile_ic", phrase("input channels")}, conv.c, kWordBytes);
    defineChannels(cfg, {"tile_oc", phrase("output channels")}, conv.k, cfg.target().simdLanes);
    cfg.defineSplit({"tile_ow", phrase("output columns")}, conv.ow(), 2,
                    {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeLe, -1, {64}, {}}});
    declareWindowKnob(cfg, conv);
    const int64_t ic = cfg.innermost("tile_ic");
    const int64_t oc = cfg.innermost("tile_oc");
    if (!cfg.error() && (conv.c % ic != 0 || ic % kWordBytes != 0 || conv.k % oc != 0)) {
        cfg.refuse(phrase("Knobs tile_ic and tile_oc: blocks of {} and {} are not multiples of {} that divide {} and {} channels",
                          ic, oc, kWordBytes, conv.c, conv.k));
    }
    TRY(cfg.check());
    const Conv2dExpression e = conv2dNchwcDot(conv, ic, oc);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    // AutoTVM attaches the sums, in memory, to whole rows; here a group of columns stays in registers, as for float32.
    scheduleTiles(s, cfg, conv, e);
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

/// fallback_schedule_cpu_common_int8 and fallback_schedule_cpu_1x1_int8: one vector of output channels; the input block is the
/// largest multiple of four up to it.
ConfigEntity fallbackBytes(const ConfigSpace& space, const TargetTraits& target)
{
    int64_t ic = target.simdLanes;
    while (ic > kWordBytes && extentOf(space, "tile_ic") % ic != 0) {
        ic -= kWordBytes;
    }
    return untunedTile(space, ic, target.simdLanes);
}

} // namespace conv2d_nchwc_int8_x86

Template conv2dNchwcInt8X86()
{
    namespace own = conv2d_nchwc_int8_x86;
    return {.name = own::kTemplateName,
            .summary = "Convolution of bytes with int8 kernels on x86: conv2d_NCHWc.x86 in dot products of four",
            .run = runWith(own::kTemplateName, own::readArguments, own::runBytes),
            .fallback = own::fallbackBytes,
            .computes = {{"conv2d", {"int8"}, [](const Conv2d& conv) {
                              constexpr int64_t leastBlock = 16; // of output channels: the widest vector
                              return conv.c % own::kWordBytes == 0 && conv.k % leastBlock == 0;
                          }}}};
}

} // namespace knobscope
