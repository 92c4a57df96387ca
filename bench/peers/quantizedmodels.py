#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""quantizedmodels.py FOLDER [NAME...]: writes ResNet-50 and MobileNet-v2 with weights from a seed, in float32 and quantized as
ONNX Runtime's static quantizer writes them in QDQ format, to FOLDER/NAME/full.onnx and FOLDER/NAME-qdq/full.onnx.

Weights are int8, symmetric, one scale for each output channel; activations uint8, one scale for each tensor, from the least and
the largest number of three runs on random images (ranges.mjs, so Node.js and the packages of this folder are needed); biases
int32. Names: resnet-50, mobilenet-v2, and tiny, which has each of their operators on a small image. Needs python3-onnx.
"""
import json
import os
import subprocess
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper

OPSET = 13


class Builder:
    """A float32 network as a list of nodes and a dictionary of weights."""

    def __init__(self, size):
        self.random = np.random.default_rng(50)
        self.nodes, self.weights, self.size = [], {}, size

    def add(self, op, inputs, **attributes):
        name = f"{op.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, inputs, [name], name=name, **attributes))
        return name

    def weight(self, name, array):
        self.weights[name] = array.astype(np.float32)
        return name

    def conv(self, x, inputs, outputs, kernel, stride=1, groups=1, gain=2.0):
        name = f"conv_{len(self.nodes)}"
        fan_in = inputs // groups * kernel * kernel
        w = self.random.normal(0, np.sqrt(gain / fan_in), (outputs, inputs // groups, kernel, kernel))
        return self.add("Conv", [x, self.weight(name + ".weight", w),
                                 self.weight(name + ".bias", self.random.normal(0, 0.1, outputs))],
                        kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=[kernel // 2] * 4, group=groups)

    def relu6(self, x):
        low, high = self.weight("zero", np.array(0)), self.weight("six", np.array(6))
        return self.add("Clip", [x, low, high])

    def classifier(self, x, inputs, outputs):
        x = self.add("Flatten", [self.add("GlobalAveragePool", [x])])
        w = self.random.normal(0, np.sqrt(1 / inputs), (outputs, inputs))
        return self.add("Gemm", [x, self.weight("fc.weight", w),
                                 self.weight("fc.bias", self.random.normal(0, 0.1, outputs))], transB=1)


def resnet(stages, width, classes, size):
    net = Builder(size)
    x = net.add("Relu", [net.conv("image", 3, width, 7, 2)])
    x = net.add("MaxPool", [x], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    channels = width
    for stage, blocks in enumerate(stages):
        for block in range(blocks):
            inner = width << stage
            stride = 2 if stage > 0 and block == 0 else 1
            y = net.add("Relu", [net.conv(x, channels, inner, 1)])
            y = net.add("Relu", [net.conv(y, inner, inner, 3, stride)])
            y = net.conv(y, inner, inner * 4, 1, gain=0.5)
            if block == 0:
                x = net.conv(x, channels, inner * 4, 1, stride, gain=1)
            channels = inner * 4
            x = net.add("Relu", [net.add("Add", [y, x])])
    return net, net.classifier(x, channels, classes)


def mobilenet(stages, first, last, classes, size):
    net = Builder(size)
    x = net.relu6(net.conv("image", 3, first, 3, 2))
    channels = first
    for expand, outputs, blocks, first_stride in stages:
        for block in range(blocks):
            inner = channels * expand
            stride = first_stride if block == 0 else 1
            y = net.relu6(net.conv(x, channels, inner, 1)) if expand > 1 else x
            y = net.relu6(net.conv(y, inner, inner, 3, stride, groups=inner))
            y = net.conv(y, inner, outputs, 1, gain=1)
            x = net.add("Add", [y, x]) if stride == 1 and channels == outputs else y
            channels = outputs
    x = net.relu6(net.conv(x, channels, last, 1))
    return net, net.classifier(x, last, classes)


def tiny():
    """Residual blocks of both kinds."""
    net = Builder(24)
    x = net.add("MaxPool", [net.add("Relu", [net.conv("image", 3, 16, 3)])], kernel_shape=[3, 3], strides=[2, 2],
                pads=[1, 1, 1, 1])
    y = net.relu6(net.conv(net.relu6(net.conv(x, 16, 32, 1)), 32, 32, 3, groups=32))
    x = net.add("Add", [net.conv(y, 32, 16, 1, gain=1), x])
    y = net.conv(net.add("Relu", [net.conv(x, 16, 24, 3, 2)]), 24, 32, 1, gain=1)
    x = net.add("Relu", [net.add("Add", [y, net.conv(x, 16, 32, 1, 2, gain=1)])])
    return net, net.classifier(x, 32, 10)


NETWORKS = {
    "resnet-50": lambda: resnet([3, 4, 6, 3], 64, 1000, 224),
    "mobilenet-v2": lambda: mobilenet([(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                                       (6, 160, 3, 2), (6, 320, 1, 1)], 32, 1280, 1000, 224),
    "tiny": tiny,
}


def write(path, nodes, weights, size, outputs):
    graph = helper.make_graph(
        nodes, "network", [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, size, size])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs],
        [numpy_helper.from_array(array, name) for name, array in weights.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(model.SerializeToString())


def rangesOf(net, folder):
    """The least and the largest number of each value."""
    nodes, outputs = list(net.nodes), []
    for value in ["image"] + [node.output[0] for node in net.nodes]:
        for op in ("ReduceMin", "ReduceMax"):
            outputs.append(f"{value}.{op}")
            nodes.append(helper.make_node(op, [value], [outputs[-1]], keepdims=0))
    path = os.path.join(folder, "ranges", "full.onnx")
    write(path, nodes, net.weights, net.size, outputs)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ranges.mjs")
    found = json.loads(subprocess.run(["node", script, path, "3"], check=True, capture_output=True, text=True).stdout)
    os.remove(path)
    os.rmdir(os.path.dirname(path))
    return {name[:-len(".ReduceMin")]: (low[0], found[name[:-len("Min")] + "Max"][1])
            for name, low in found.items() if name.endswith(".ReduceMin")}


class Quantizer:
    def __init__(self, net, ranges):
        self.net, self.ranges, self.nodes, self.weights, self.scales, self.real = net, ranges, [], {}, {}, {}

    def scale(self, value, array, zero):
        self.weights[value + ".scale"] = np.asarray(array, np.float32)
        self.weights[value + ".zero"] = zero
        return [value + ".scale", value + ".zero"]

    def activation(self, value, like=None):
        """Quantizes a value; `like` names one whose scale it has."""
        low, high = self.ranges[value]
        low, high = min(low, 0.0), max(high, 0.0)
        scale = np.float32((high - low) / 255)
        names = [like + ".scale", like + ".zero"] if like else self.scale(value, scale, np.uint8(np.rint(-low / scale)))
        self.scales[value] = self.scales[like] if like else scale
        self.nodes.append(helper.make_node("QuantizeLinear", [self.real.get(value, value)] + names, [value + ".q"]))
        self.nodes.append(helper.make_node("DequantizeLinear", [value + ".q"] + names, [value + ".dq"]))

    def constant(self, name, array, scales, number):
        zero = np.zeros(len(scales), number)
        limit = np.iinfo(number)
        whole = np.rint(array.astype(np.float64) / scales.reshape((-1,) + (1,) * (array.ndim - 1)))
        self.weights[name + ".q"] = np.clip(whole, limit.min, limit.max).astype(number)
        self.nodes.append(helper.make_node("DequantizeLinear", [name + ".q"] + self.scale(name, scales, zero), [name + ".dq"],
                                           axis=0))
        return name + ".dq"

    def layer(self, node):
        x, weight, bias = node.input
        w = self.net.weights[weight]
        scales = (np.abs(w).reshape(len(w), -1).max(axis=1) / 127).astype(np.float32)
        own = helper.make_node(node.op_type, [x + ".dq", self.constant(weight, w, scales, np.int8),
                                              self.constant(bias, self.net.weights[bias], scales * self.scales[x], np.int32)],
                               [node.output[0]], name=node.name)
        own.attribute.extend(node.attribute)
        self.nodes.append(own)

    def run(self):
        """Clip and Relu go: the range of what they feed says the same."""
        follower = {n.input[0]: n.output[0] for n in self.net.nodes if n.op_type in ("Relu", "Clip")}
        self.activation("image")
        for node in self.net.nodes:
            if node.op_type in ("Relu", "Clip"):
                self.real[node.output[0]] = node.input[0]
            elif node.op_type in ("Conv", "Gemm"):
                self.layer(node)
            else:
                own = helper.make_node(node.op_type, [x + ".dq" for x in node.input], [node.output[0]], name=node.name)
                own.attribute.extend(node.attribute)
                self.nodes.append(own)
            if node.output[0] not in follower:
                self.activation(node.output[0], node.input[0] if node.op_type in ("MaxPool", "Flatten") else None)


def main():
    folder, names = sys.argv[1], sys.argv[2:] or ["resnet-50", "mobilenet-v2"]
    for name in names:
        net, output = NETWORKS[name]()
        write(os.path.join(folder, name, "full.onnx"), net.nodes, net.weights, net.size, [output])
        quantizer = Quantizer(net, rangesOf(net, folder))
        quantizer.run()
        write(os.path.join(folder, name + "-qdq", "full.onnx"), quantizer.nodes, quantizer.weights, net.size, [output + ".dq"])


main()
