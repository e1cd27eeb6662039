import type { Reply } from './scripts.js';

/** The size limit for the official client's single uploads, and its part size above that limit. */
export const SINGLE_BYTES_MAX = 90 * 1024 * 1024;
const PART_BYTES = 10 * 1024 * 1024;

/** The parts of a multipart upload. */
export class Parts {
  private readonly arrived: Buffer[] = [];

  /**
   * Accepts one part, in order; the same part may be repeated.
   * @returns the problem with the part; null if it is accepted
   */
  add(at: number, bytes: Buffer): string | null {
    if (at < 1 || at > this.arrived.length + 1) return `part ${at} out of order`;
    if ((this.arrived[at - 2]?.length ?? PART_BYTES) !== PART_BYTES) return 'a short part';
    if (bytes.length > PART_BYTES) return `a part of ${bytes.length} bytes`;
    this.arrived[at - 1] = bytes;
    return null;
  }

  /** Returns the whole file; null if the list differs from the received parts. */
  join(list: unknown): Buffer | null {
    const parts = this.arrived.map((_, index) => describePart(index + 1));
    return JSON.stringify(list) === JSON.stringify({ parts }) ? Buffer.concat(this.arrived) : null;
  }
}

const describePart = (at: number) => ({ partNumber: at, etag: `"etag-${at}"` });

/** Builds the answer to an accepted part. */
export const buildPartReply = (at: number): Reply => ({ status: 200, body: describePart(at) });
