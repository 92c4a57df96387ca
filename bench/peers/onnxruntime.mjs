// SPDX-License-Identifier: GPL-3.0-or-later
// onnxruntime.mjs MODEL THREADS: runs a model with ONNX Runtime on its CPU provider. Each line of standard input is a number of
// runs; the answer is a line of JSON, the milliseconds of each.
import * as ort from 'onnxruntime-node';
import { createInterface } from 'node:readline';

const [model, threads] = process.argv.slice(2);
const session = await ort.InferenceSession.create(model, {
  executionProviders: ['cpu'], intraOpNumThreads: Number(threads), interOpNumThreads: 1, graphOptimizationLevel: 'all',
});
const feeds = {};
for (const input of session.inputMetadata) {
  const size = input.shape.reduce((a, b) => a * b, 1);
  const data = Float32Array.from({ length: size }, (_, i) => Math.sin(i) * 1.5);
  feeds[input.name] = new ort.Tensor('float32', data, input.shape);
}
console.log('[]');
for await (const line of createInterface({ input: process.stdin })) {
  const times = [];
  for (let run = 0; run < Number(line); ++run) {
    const began = performance.now();
    await session.run(feeds);
    times.push(performance.now() - began);
  }
  console.log(JSON.stringify(times));
}
