import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../domain/contract/refusal.js';

export interface BodyLimits {
  readonly maxBytes: number;
  /** For the whole body, however its bytes trickle in. */
  readonly deadlineMs: number;
}

export interface Reception extends BodyLimits {
  /** Called before `total` bytes are kept. @throws {Refusal} when there is no room for them */
  makeRoom(total: number): void;
  /** Looks at bytes before they are kept. @throws {Refusal} when they are not to be read on */
  inspect(chunk: Buffer): void;
}

/**
 * Receives a body whole. After a refusal nothing more of it is read here.
 * @throws {Refusal} VALIDATION_ERROR, with status 413 where it is too large; what `makeRoom` and
 * `inspect` throw
 */
export async function receiveBody(request: IncomingMessage, reception: Reception): Promise<Buffer> {
  const kept = new KeptBytes(declaredLength(request));
  await readChunks(request, reception.deadlineMs, (chunk) => {
    const total = kept.length + chunk.length;
    if (total > reception.maxBytes) throw refuseTooLarge(reception.maxBytes);
    reception.makeRoom(total);
    reception.inspect(chunk);
    kept.add(chunk);
  });
  return kept.bytes();
}

/** Bytes in one buffer where the length is known, so that a large body stands in memory once. */
class KeptBytes {
  length = 0;
  private readonly chunks: Buffer[] = [];
  private whole: Buffer | null = null;

  constructor(private readonly expected: number | null) {}

  add(chunk: Buffer): void {
    if (this.expected === null) this.chunks.push(chunk);
    else {
      // The system gives memory to what is written, so a body that was only announced takes none.
      this.whole ??= Buffer.allocUnsafeSlow(this.expected);
      chunk.copy(this.whole, this.length);
    }
    this.length += chunk.length;
  }

  bytes(): Buffer {
    return this.whole ?? Buffer.concat(this.chunks);
  }
}

/** Hands every chunk on until the body ends, `take` throws, or the time is over. */
async function readChunks(
  request: IncomingMessage,
  deadlineMs: number,
  take: (chunk: Buffer) => void,
): Promise<void> {
  if (request.destroyed) throw refuseCutOff();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onData = (chunk: Buffer) => {
    try {
      take(chunk);
    } catch (error) {
      reject(error);
    }
  };
  // It closes after its end as well, when nobody asks any more.
  const onCut = () => {
    if (!request.readableEnded) reject(refuseCutOff());
  };
  const late = setTimeout(() => reject(refuseLate(deadlineMs)), deadlineMs);
  request.on('data', onData).once('end', resolve).once('close', onCut).once('error', onCut);
  try {
    await promise;
  } finally {
    clearTimeout(late);
    request.off('data', onData).off('end', resolve).off('close', onCut).off('error', onCut);
    request.pause();
  }
}

export const refuseTooLarge = (maxBytes: number): Refusal =>
  new Refusal('VALIDATION_ERROR', {
    status: 413,
    message: `The body is larger than ${maxBytes} bytes. Send a smaller one: files go through POST /v1/uploads, and requests name their ids.`,
    details: { max_bytes: maxBytes },
  });

const refuseCutOff = (): Refusal =>
  new Refusal('VALIDATION_ERROR', {
    message: 'The body did not arrive whole. Send the request again.',
  });

const refuseLate = (deadlineMs: number): Refusal =>
  new Refusal('VALIDATION_ERROR', {
    message: `The body did not arrive whole within ${deadlineMs / 1_000} seconds. Send the request again, and large files through POST /v1/uploads.`,
    headers: { Connection: 'close' },
  });

/** The length of a body as its sender announces it; null where the body comes in chunks. */
export function declaredLength({ headers }: IncomingMessage): number | null {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null;
}
