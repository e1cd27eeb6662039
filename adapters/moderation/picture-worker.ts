import { parentPort } from 'node:worker_threads';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter';
import { setBackend, tensor, tidy, type io, type Tensor } from '@tensorflow/tfjs-core';
import { MobileNetV2MidModel } from 'nsfwjs/models/mobilenet_v2_mid';
import { SIDE_PX, type Answer } from './picture-protocol.js';

// The thread that classifies pictures. It uses WebAssembly, because plain JavaScript takes six
// times as long. We use only the weights of the package `nsfwjs`: its code needs all of
// TensorFlow.js.

const port = parentPort;
if (!port) throw new Error('picture-worker.ts is started by picture-thread.ts');

const model = load();
// The first picture reports a failed load; this only keeps the rejection from being unhandled.
model.catch(() => undefined);

port.on('message', (pixels: Uint8Array) => {
  void classify(pixels)
    .then((answer): Answer => ({ probabilities: [...answer] }))
    .catch((error: unknown): Answer => ({ failure: String(error) }))
    .then((answer) => port.postMessage(answer));
});

async function classify(pixels: Uint8Array): Promise<Float32Array> {
  const network = await model;
  const answer = tidy(() => {
    const values = Float32Array.from(pixels, (value) => value / 255);
    return network.predict(tensor(values, [1, SIDE_PX, SIDE_PX, 3])) as Tensor;
  });
  try {
    return (await answer.data()) as Float32Array;
  } finally {
    answer.dispose();
  }
}

async function load(): Promise<GraphModel> {
  const backend = import.meta.resolve('@tensorflow/tfjs-backend-wasm');
  setWasmPaths(new URL('.', backend).pathname);
  // One core: the process has other work.
  setThreadsCount(1);
  if (!(await setBackend('wasm'))) throw new Error('no WebAssembly');
  return loadGraphModel({ load: readWeights });
}

async function readWeights(): Promise<io.ModelArtifacts> {
  const { modelJson, weightBundles } = MobileNetV2MidModel;
  const { default: json } = await modelJson();
  const parts = await Promise.all(weightBundles.map((bundle) => bundle()));
  const bytes = Buffer.concat(parts.map(({ default: base64 }) => Buffer.from(base64, 'base64')));
  return {
    modelTopology: json.modelTopology,
    weightSpecs: json.weightsManifest.flatMap(({ weights: specs }) => specs),
    weightData: new Uint8Array(bytes).buffer,
  };
}
