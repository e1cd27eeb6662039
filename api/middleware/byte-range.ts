import type { Context } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';

/** A byte range; both ends are inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Validators of the representation that the range refers to. */
interface Validators {
  readonly size: number;
  /** The entity tag with quotes, as in the header. */
  readonly etag: string;
  readonly lastModified: string;
}

/**
 * Selects the byte range that a GET requests (RFC 9110, 14.2).
 *
 * @param range value of the `Range` header, empty if absent
 * @param ifRange value of the `If-Range` header, empty if absent
 * @returns null to send the whole object: if the header is absent or malformed, has another unit or
 * several ranges (a server may ignore those), or if `If-Range` is stale; `unsatisfiable` requires a
 * 416
 */
export function selectRange(
  range: string,
  ifRange: string,
  current: Validators,
): ByteRange | 'unsatisfiable' | null {
  if (range === '' || current.size === 0 || !isSameRepresentation(ifRange, current)) return null;
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;

  const lastByte = current.size - 1;
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, current.size - suffix), end: lastByte };
  }
  const start = Number(first);
  const end = last === '' ? lastByte : Math.min(Number(last), lastByte);
  if (last !== '' && Number(last) < start) return null;
  return start > lastByte ? 'unsatisfiable' : { start, end };
}

/**
 * Compares `If-Range` strongly (RFC 9110, 13.1.5): a weak tag never matches, and a date must be
 * equal, not merely later.
 */
function isSameRepresentation(ifRange: string, current: Validators): boolean {
  return ifRange === '' || ifRange === current.etag || ifRange === current.lastModified;
}

/** Builds the refusal of a range beyond the end of a file. */
export function refuseRange(size: number): Refusal {
  return new Refusal('VALIDATION_ERROR', {
    status: 416,
    message: `The range is beyond the end of the file, which has ${size} bytes.`,
    headers: { 'Content-Range': `bytes */${size}` },
  });
}

/** Sets the status and the header of a response with one range. */
export function describePart(ctx: Context, { start, end }: ByteRange, size: number): void {
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
}
