// SPDX-License-Identifier: GPL-3.0-or-later
// onnxruntime.mjs MODEL THREADS [BATCH]: runs a model with ONNX Runtime on its CPU provider. BATCH (1) replaces first extents that
// the model leaves open. The first line of output is {"inputs": [[name, shape]], "dynamic": has an open batch} or {"error"}. Each
// line of standard input is a number of runs; the answer is a line of JSON, the milliseconds of each.
import * as ort from 'onnxruntime-node';
import { createInterface } from 'node:readline';

const [model, threads, batch = '1'] = process.argv.slice(2);

// Extents, with the batch in place of an open first one; other open ones are an error.
function extents(input) {
  return input.shape.map((extent, axis) => {
    if (typeof extent === 'number' && extent >= 0) return extent;
    if (axis > 0) throw new Error(`input ${input.name} leaves the extent ${extent} of axis ${axis} open`);
    return Number(batch);
  });
}

function randomTensor(input, shape) {
  const size = shape.reduce((a, b) => a * b, 1);
  switch (input.type) {
    case 'float32': return new ort.Tensor('float32', Float32Array.from({ length: size }, (_, i) => Math.sin(i) * 1.5), shape);
    case 'int64': return new ort.Tensor('int64', BigInt64Array.from({ length: size }, (_, i) => BigInt(i % 2)), shape);
    case 'int32': return new ort.Tensor('int32', Int32Array.from({ length: size }, (_, i) => i % 2), shape);
    case 'bool': return new ort.Tensor('bool', Uint8Array.from({ length: size }, () => 1), shape);
    default: throw new Error(`input ${input.name} is of type ${input.type}`);
  }
}

try {
  const session = await ort.InferenceSession.create(model, {
    executionProviders: ['cpu'], intraOpNumThreads: Number(threads), interOpNumThreads: 1, graphOptimizationLevel: 'all',
  });
  const feeds = {};
  const inputs = [];
  for (const input of session.inputMetadata) {
    const shape = extents(input);
    inputs.push([input.name, shape]);
    feeds[input.name] = randomTensor(input, shape);
  }
  await session.run(feeds);
  const dynamic = session.inputMetadata.some((input) => typeof input.shape[0] !== 'number' || input.shape[0] < 0);
  console.log(JSON.stringify({ inputs, dynamic }));
  for await (const line of createInterface({ input: process.stdin })) {
    const times = [];
    for (let run = 0; run < Number(line); ++run) {
      const began = performance.now();
      await session.run(feeds);
      times.push(performance.now() - began);
    }
    console.log(JSON.stringify(times));
  }
} catch (error) {
  console.log(JSON.stringify({ error: String(error.message ?? error).split('\n')[0] }));
}
