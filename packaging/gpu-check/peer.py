#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""peer.py N C H W K R STRIDE PAD: GFLOPS of cuDNN's best fp32 convolution through PyTorch, without TF32.

Prints one line: the figure, or "- REASON". FLOPs are 2 * multiply-accumulates, as knobscope counts them.
"""
import sys


def main():
    n, c, h, w, k, r, stride, pad = map(int, sys.argv[1:9])
    try:
        import torch
    except ImportError:
        return "- PyTorch is not installed"
    if not torch.cuda.is_available():
        return "- PyTorch sees no GPU"
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_tf32 = False
    data = torch.rand(n, c, h, w, device="cuda") * 2 - 1
    kernel = torch.rand(k, c, r, r, device="cuda") * 2 - 1
    call = lambda: torch.nn.functional.conv2d(data, kernel, stride=stride, padding=pad)
    with torch.no_grad():
        for _ in range(20):
            out = call()
        # A graph leaves out what Python costs between launches.
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):
            call()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            for _ in range(20):
                out = call()
        samples = []
        for _ in range(30):
            first, last = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            first.record()
            graph.replay()
            last.record()
            last.synchronize()
            samples.append(first.elapsed_time(last) * 1e-3 / 20)
    samples.sort()
    flops = 2 * out.numel() * c * r * r
    return f"{flops / samples[len(samples) // 4] / 1e9:.1f}"


try:
    print(main())
except Exception as problem:  # the check goes on without its peer
    print("- " + " ".join(str(problem).split())[:200])
