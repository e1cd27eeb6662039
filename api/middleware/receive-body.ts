import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../domain/contract/refusal.js';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Deadline for the whole body, even if its bytes keep arriving. */
  readonly deadlineMs: number;
}

export interface BodyReception extends BodyLimits {
  /**
   * Called before `total` bytes are buffered. @throws {Refusal} if there is no memory for the bytes
   */
  reserveBytes(total: number): void;
  /** Checks bytes before they are buffered. @throws {Refusal} if the body is not acceptable */
  inspect(chunk: Buffer): void;
}

/**
 * Receives a complete body. Stops reading after a refusal.
 * @throws {Refusal} VALIDATION_ERROR, with status 413 if the body is too large, and the refusals of
 * `reserveBytes` and `inspect`
 */
export async function receiveBody(
  request: IncomingMessage,
  reception: BodyReception,
): Promise<Buffer> {
  const kept = new KeptBytes(readDeclaredLength(request));
  await readChunks(request, reception.deadlineMs, (chunk) => {
    const total = kept.length + chunk.length;
    if (total > reception.maxBytes) throw refuseTooLarge(reception.maxBytes);
    reception.reserveBytes(total);
    reception.inspect(chunk);
    kept.add(chunk);
  });
  return kept.bytes();
}

/**
 * Buffers a body or a part of it. Uses one buffer if the maximum length is known, so that many bytes
 * are in memory only once.
 */
export class KeptBytes {
  length = 0;
  private readonly chunks: Buffer[] = [];
  private whole: Buffer | null = null;

  /** @param most maximum length; null if it is not known */
  constructor(private readonly most: number | null) {}

  add(chunk: Buffer): void {
    if (this.most === null) this.chunks.push(chunk);
    else {
      // The system allocates memory on write, so an announced body that never arrives uses none.
      this.whole ??= Buffer.allocUnsafeSlow(this.most);
      chunk.copy(this.whole, this.length);
    }
    this.length += chunk.length;
  }

  /** Returns the bytes without keeping a second copy. */
  bytes(): Buffer {
    return this.whole?.subarray(0, this.length) ?? Buffer.concat(this.chunks.splice(0));
  }
}

/** Passes every chunk to `take` until the body ends, `take` throws or the deadline passes. */
export async function readChunks(
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
  // `close` is also emitted after the end, when it has no effect.
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
    message: `The body is larger than ${maxBytes} bytes. Send a smaller one: upload files with POST /v1/uploads, and send their ids.`,
    details: { max_bytes: maxBytes },
  });

const refuseCutOff = (): Refusal =>
  new Refusal('VALIDATION_ERROR', {
    message: 'The body arrived incomplete. Send the request again.',
  });

const refuseLate = (deadlineMs: number): Refusal =>
  new Refusal('VALIDATION_ERROR', {
    message: `The body did not arrive within ${deadlineMs / 1_000} seconds. Send the request again, and large files with POST /v1/uploads.`,
    headers: { Connection: 'close' },
  });

/** Returns a body's Content-Length; null for a chunked body. */
export function readDeclaredLength({ headers }: IncomingMessage): number | null {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null;
}
