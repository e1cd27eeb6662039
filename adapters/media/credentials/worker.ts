import { parentPort } from 'node:worker_threads';
import type {
  CredentialFile,
  CredentialReport,
} from '../../../domain/ports/content-credentials.js';
import type {
  CredentialTask,
  TaskResult,
  WorkerReply,
  WorkerRequest,
} from '../inspection/protocol.js';
import { examineFile } from './examine-file.js';
import { loadLibrary, readFileManifests, signFile, type SignClaim } from './library.js';
import { buildReport, reportUnreadable } from './report.js';

// The thread that writes and reads Content Credentials. It parses untrusted files, so it never has
// the key: the parent signs its claims.

const port = parentPort;
if (!port) throw new Error('worker.ts is started by worker-slot.ts');

/** Memory of WebAssembly never shrinks, so a thread that has grown beyond this is replaced. */
const MEMORY_BYTES_MAX = 128 * 1024 * 1024;

const send = (message: WorkerReply, moved: ArrayBuffer[] = []): void =>
  port.postMessage(message, moved);
const claims = new Map<number, (bytes: Uint8Array<ArrayBuffer>) => void>();
let lastClaim = 0;

port.on('message', (message: WorkerRequest) => {
  if (message.type === 'bytes') {
    claims.get(message.id)?.(new Uint8Array(message.bytes));
    claims.delete(message.id);
  } else if (message.type === 'sign' || message.type === 'read' || message.type === 'examine') {
    void answer(message);
  }
});

async function answer(task: CredentialTask): Promise<void> {
  send({ type: 'started' });
  try {
    const memory = await loadLibrary();
    const result = await perform(task);
    const spent = memory.buffer.byteLength > MEMORY_BYTES_MAX;
    send({ type: 'done', result, spent }, listBuffers(result));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    send({ type: 'refused', reason: 'undecodable', message: detail, detail, spent: true });
  }
}

/** Lists the buffers of a signed file: they move to the parent without a copy. */
const listBuffers = (result: TaskResult): ArrayBuffer[] =>
  result !== null && typeof result === 'object' && 'manifest' in result && 'bytes' in result
    ? [result.bytes, result.manifest].map(({ buffer }) => buffer as ArrayBuffer)
    : [];

async function perform(task: CredentialTask): Promise<TaskResult> {
  if (task.type === 'sign') {
    const { file, manifest, ingredients, reserveSize } = task;
    return signFile(file, manifest, ingredients, { reserveSize, sign: signInParent });
  }
  if (task.type === 'read') return readReport(task.file, task.anchors);
  return examineFile(
    Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.length),
    (file) => readReport(file, task.anchors),
  );
}

async function readReport(file: CredentialFile, anchors: string): Promise<CredentialReport> {
  try {
    return buildReport(await readFileManifests(file, anchors));
  } catch (error) {
    if (error instanceof Error) throw error;
    return reportUnreadable(file, String(error));
  }
}

const signInParent: SignClaim = (claim) =>
  new Promise((resolve) => {
    const id = (lastClaim += 1);
    claims.set(id, resolve);
    send({ type: 'sign', id, claim: new Uint8Array(claim) });
  });
