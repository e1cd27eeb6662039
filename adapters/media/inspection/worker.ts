import { parentPort } from 'node:worker_threads';
import { restrictSharp } from '../limit-sharp.js';
import { inspectFile } from './inspect-file.js';
import { hasDecodedHeic } from './heic.js';
import type { ByteReader } from './inspection.js';
import { loopClip } from './loop-clip.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { normalisePhoto } from './normalise.js';
import type { InspectionTask, TaskResult, WorkerReply, WorkerRequest } from './protocol.js';

// The thread that opens callers' files. It has one task at a time and gets bytes only from its
// parent. When it dies (memory, time, a parser crash), only the current inspection is lost.

const port = parentPort;
if (!port) throw new Error('worker.ts is started by worker-slot.ts');

restrictSharp();

const send = (message: WorkerReply): void => port.postMessage(message);
const reads = new Map<number, (bytes: Uint8Array) => void>();
let lastRead = 0;

port.on('message', (message: WorkerRequest) => {
  if (message.type === 'bytes') {
    reads.get(message.id)?.(message.bytes);
    reads.delete(message.id);
  } else if (message.type !== 'sign' && message.type !== 'read' && message.type !== 'examine') {
    void answer(message);
  }
});

async function answer(task: InspectionTask): Promise<void> {
  send({ type: 'started' });
  try {
    send({ type: 'done', result: await perform(task), spent: hasDecodedHeic() });
  } catch (error) {
    // Parsers throw untyped errors for hostile bytes. Infrastructure can fail only in the parent.
    const refusal = error instanceof MediaRefused ? error : new MediaRefused('undecodable');
    const cause = error instanceof MediaRefused ? error.cause : error;
    send({
      type: 'refused',
      reason: refusal.reason,
      message: refusal.message,
      detail: cause instanceof Error ? cause.message : undefined,
      spent: hasDecodedHeic(),
    });
  }
}

async function perform(task: InspectionTask): Promise<TaskResult> {
  const file = createParentReader(task.size);
  if (task.type === 'inspect') {
    return inspectFile(file, task.declared, () => send({ type: 'picture' }));
  }
  send({ type: 'picture' });
  if (task.type === 'loop') return loopClip(file, task.secondsMin);
  return normalisePhoto(Buffer.from(await file.read(0, file.size)), task.format);
}

function createParentReader(size: number): ByteReader {
  return {
    size,
    read: (start, end) =>
      new Promise((resolve) => {
        const id = (lastRead += 1);
        reads.set(id, resolve);
        send({ type: 'read', id, start, end });
      }),
  };
}
