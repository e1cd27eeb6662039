import { parentPort, workerData } from 'node:worker_threads';
import { StudioFailure } from '../failure.js';
import { encodeMp3 } from './encode-mp3.js';
import type { SpeechReply, SpeechTask } from './protocol.js';
import { readSamples, SPEECH_RATE, synthesize } from './synthesize.js';

// The thread that speaks one text and then ends. Flite is synchronous wasm: in the main thread a
// long text would delay all requests for seconds.

const port = parentPort;
if (!port) throw new Error('worker.ts is started by render-speech.ts');

const send = (message: SpeechReply, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

try {
  const task = workerData as SpeechTask;
  const { wav, durationSeconds } = synthesize(task);
  const bytes = task.format === 'mp3' ? await encodeMp3(readSamples(wav), SPEECH_RATE) : wav;
  send({ type: 'done', bytes, durationSeconds }, [bytes.buffer as ArrayBuffer]);
} catch (error) {
  // Any other error is our own, and ends the thread.
  if (!(error instanceof StudioFailure)) throw error;
  send({ type: 'failed', kind: error.kind, message: error.message });
}
