import { parentPort, workerData } from 'node:worker_threads';
import { StudioFailure } from '../failure.js';
import type { SpeechReply, SpeechTask } from './protocol.js';
import { synthesize } from './synthesize.js';

// The thread that speaks one text and then ends. Flite is synchronous wasm: in the main thread a
// long text would delay all requests for seconds.

const port = parentPort;
if (!port) throw new Error('worker.ts is started by render-speech.ts');

const send = (message: SpeechReply, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

try {
  const { wav, durationSeconds } = synthesize(workerData as SpeechTask);
  send({ type: 'done', wav, durationSeconds }, [wav.buffer as ArrayBuffer]);
} catch (error) {
  // Any other error is our own, and ends the thread.
  if (!(error instanceof StudioFailure)) throw error;
  send({ type: 'failed', kind: error.kind, message: error.message });
}
