// SPDX-License-Identifier: GPL-3.0-or-later
// ranges.mjs MODEL RUNS: runs a model on random numbers (from a fixed seed, about normal; 0 or 1 for int64) with ONNX Runtime.
// The first line of output is a line of JSON: {OUTPUT: [least, largest]} over all runs.
import * as ort from 'onnxruntime-node';

const [model, runs = '1'] = process.argv.slice(2);

let state = 1;
function uniform() { // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const normal = () => (uniform() + uniform() + uniform() + uniform() - 2) * 1.7320508;

const session = await ort.InferenceSession.create(model, { executionProviders: ['cpu'], graphOptimizationLevel: 'disabled' });
const ranges = {};
for (let run = 0; run < Number(runs); ++run) {
  const feeds = {};
  for (const input of session.inputMetadata) {
    const size = input.shape.reduce((a, b) => a * b, 1);
    feeds[input.name] = input.type === 'int64'
      ? new ort.Tensor('int64', BigInt64Array.from({ length: size }, () => BigInt(Math.round(uniform()))), input.shape)
      : new ort.Tensor('float32', Float32Array.from({ length: size }, normal), input.shape);
  }
  for (const [name, tensor] of Object.entries(await session.run(feeds))) {
    const range = (ranges[name] ??= [Infinity, -Infinity]);
    for (const value of tensor.data) {
      range[0] = Math.min(range[0], value);
      range[1] = Math.max(range[1], value);
    }
  }
}
console.log(JSON.stringify(ranges));
