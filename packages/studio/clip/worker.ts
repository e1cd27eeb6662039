import { parentPort, workerData } from 'node:worker_threads';
import { StudioFailure } from '../failure.js';
import { makeClip } from './make-clip.js';
import type { ClipTask, WorkerReply } from './protocol.js';

// The thread that makes one clip and then ends. Encoding is synchronous wasm, tens of milliseconds
// per frame: in the main thread it would delay heartbeats.

const port = parentPort;
if (!port) throw new Error('worker.ts is started by render-clip.ts');

const PROGRESS_MS = 200;

const send = (message: WorkerReply, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

let reportedAt = 0;
const reportProgress = (fractionDone: number): void => {
  const now = performance.now();
  if (now - reportedAt < PROGRESS_MS) return;
  reportedAt = now;
  send({ type: 'progress', fractionDone });
};

try {
  const mp4 = await makeClip(workerData as ClipTask, reportProgress);
  send({ type: 'done', mp4 }, [mp4.buffer as ArrayBuffer]);
} catch (error) {
  // Any other error is our own, and ends the thread.
  if (!(error instanceof StudioFailure)) throw error;
  send({ type: 'unreadable', message: error.message, detail: findRootCause(error) });
}

/** Finds the demuxer's message for the log, in the innermost cause. */
function findRootCause(error: Error): string {
  return error.cause instanceof Error ? findRootCause(error.cause) : error.message;
}
