// SPDX-License-Identifier: GPL-3.0-or-later
// onnxruntime.mjs PEERS LIST: computes models with ONNX Runtime on its CPU provider. LIST has a folder a line: with model.onnx,
// inputs.json (names of inputs), and input_N.pb in set_0, set_1, …, where output_N.pb are written. What ONNX Runtime refuses has
// refused.txt. PEERS is where npm installed onnxruntime-node.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [peers, list] = process.argv.slice(2);
const ort = createRequire(join(resolve(peers), 'package.json'))('onnxruntime-node');

// ONNX's numbers for types, by ONNX Runtime's names.
const kinds = {
  float32: [1, Float32Array], uint8: [2, Uint8Array], int8: [3, Int8Array], uint16: [4, Uint16Array], int16: [5, Int16Array],
  int32: [6, Int32Array], int64: [7, BigInt64Array], bool: [9, Uint8Array], float64: [11, Float64Array], uint32: [12, Uint32Array],
  uint64: [13, BigUint64Array],
};

function readTensor(path) {
  const bytes = readFileSync(path);
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const dims = [];
  let type = 0;
  let raw = Buffer.alloc(0);
  while (at < bytes.length) {
    const key = Number(varint());
    if ((key & 7) === 2) {
      const size = Number(varint());
      const end = at + size;
      if (key >> 3 === 9) raw = bytes.subarray(at, end);
      if (key >> 3 === 1) while (at < end) dims.push(Number(varint()));
      at = end;
    } else {
      const value = Number(varint());
      if (key >> 3 === 1) dims.push(value);
      if (key >> 3 === 2) type = value;
    }
  }
  const [name, [, Elements]] = Object.entries(kinds).find(([, [number]]) => number === type);
  const copy = new Uint8Array(raw);
  return new ort.Tensor(name, new Elements(copy.buffer, 0, copy.length / Elements.BYTES_PER_ELEMENT), dims);
}

function varintBytes(value) {
  const out = [];
  for (; value > 127; value = Math.floor(value / 128)) out.push((value % 128) + 128);
  return [...out, value];
}

function writeTensor(path, tensor) {
  const head = tensor.dims.flatMap((extent) => [8, ...varintBytes(extent)]);
  const raw = Buffer.from(tensor.data.buffer, tensor.data.byteOffset, tensor.data.byteLength);
  head.push(16, kinds[tensor.type][0], 0x4a, ...varintBytes(raw.length));
  writeFileSync(path, Buffer.concat([Buffer.from(head), raw]));
}

async function compute(folder) {
  const session = await ort.InferenceSession.create(join(folder, 'model.onnx'), {
    executionProviders: ['cpu'], intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: 'disabled', logSeverityLevel: 4,
  });
  const names = JSON.parse(readFileSync(join(folder, 'inputs.json'), 'utf8'));
  for (let set = 0; existsSync(join(folder, `set_${set}`)); ++set) {
    const feeds = {};
    names.forEach((name, i) => { feeds[name] = readTensor(join(folder, `set_${set}`, `input_${i}.pb`)); });
    const results = await session.run(feeds);
    session.outputNames.forEach((name, i) => writeTensor(join(folder, `set_${set}`, `output_${i}.pb`), results[name]));
  }
  await session.release();
}

for (const folder of readFileSync(list, 'utf8').split('\n').filter(Boolean)) {
  writeFileSync(join(folder, 'begun.txt'), '');
  try {
    await compute(folder);
  } catch (error) {
    writeFileSync(join(folder, 'refused.txt'), String(error.message ?? error));
  }
}
