#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""quantizedproducts.py MODEL FOLDER: quantizes a float32 model's products with constant matrices (MatMul, as in transformers) as
ONNX Runtime's static quantizer does in QDQ format, to FOLDER/full.onnx; all other operators stay float32.

Weights are int8, symmetric, one scale for each column; the data and results of the products uint8, one scale each, from the least
and the largest number of a run on random inputs (ranges.mjs, so Node.js and the packages of this folder are needed). Needs
python3-onnx.
"""
import json
import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper


def ranges_of(model, values, folder):
    """The least and the largest number of each value."""
    watched = onnx.ModelProto()
    watched.CopyFrom(model)
    del watched.graph.output[:]
    for value in values:
        for op in ("ReduceMin", "ReduceMax"):
            watched.graph.node.append(helper.make_node(op, [value], [f"{value}.{op}"], keepdims=0))
            watched.graph.output.append(helper.make_tensor_value_info(f"{value}.{op}", onnx.TensorProto.FLOAT, []))
    path = os.path.join(folder, "ranges.onnx")
    onnx.save(watched, path)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ranges.mjs")
    found = json.loads(subprocess.run(["node", script, path, "1"], check=True, capture_output=True, text=True).stdout)
    os.remove(path)
    return {value: (min(found[value + ".ReduceMin"][0], 0.0), max(found[value + ".ReduceMax"][1], 0.0)) for value in values}


def main():
    model = onnx.load(sys.argv[1])
    folder = sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    graph = model.graph
    weights = {tensor.name: tensor for tensor in graph.initializer}
    aliases = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "Identity" and node.input[0] in weights}
    products = [node for node in graph.node if node.op_type == "MatMul"
                and len(weights.get(aliases.get(node.input[1], node.input[1]), onnx.TensorProto()).dims) == 2]
    ranges = ranges_of(model, sorted({value for node in products for value in (node.input[0], node.output[0])}), folder)
    nodes, done = [], {}

    def constant(name, array):
        graph.initializer.append(numpy_helper.from_array(array, name))
        return name

    def rounded(value, output=None):
        """Quantizes and dequantizes a value."""
        low, high = ranges[output or value]
        scale = np.float32((high - low) / 255)
        names = [constant((output or value) + ".scale", np.asarray(scale)),
                 constant((output or value) + ".zero", np.asarray(np.rint(-low / scale), np.uint8))]
        nodes.append(helper.make_node("QuantizeLinear", [value] + names, [(output or value) + ".q"]))
        nodes.append(helper.make_node("DequantizeLinear", [(output or value) + ".q"] + names, [output or value + ".dq"]))
        return output or value + ".dq"

    for node in graph.node:
        if node not in products:
            nodes.append(node)
            continue
        data, weight = node.input[0], aliases.get(node.input[1], node.input[1])
        if data not in done:
            done[data] = rounded(data)
        if weight not in done:
            matrix = numpy_helper.to_array(weights[weight])
            scales = (np.abs(matrix).max(axis=0) / 127).astype(np.float32)
            whole = np.clip(np.rint(matrix / scales), -127, 127).astype(np.int8)
            nodes.append(helper.make_node(
                "DequantizeLinear", [constant(weight + ".q", whole), constant(weight + ".scale", scales),
                                     constant(weight + ".zero", np.zeros(len(scales), np.int8))], [weight + ".dq"], axis=1))
            done[weight] = weight + ".dq"
        result = node.output[0]
        nodes.append(helper.make_node("MatMul", [done[data], done[weight]], [result + ".real"], name=node.name))
        rounded(result + ".real", result)
    read = {value for node in nodes for value in node.input} | {output.name for output in graph.output}
    nodes = [node for node in nodes if node.op_type != "Identity" or node.output[0] in read]
    read = {value for node in nodes for value in node.input}
    kept = [tensor for tensor in graph.initializer if tensor.name in read]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    onnx.save(model, os.path.join(folder, "full.onnx"))


main()
