import { isUtf8 } from 'node:buffer';
import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { refuseInvalid, Refusal } from '../../domain/contract/refusal.js';

/** Largest JSON body, bytes; routes with media fields take a data URL of 20 MB. */
export const BODY_BYTES_MAX = 1_000_000;
export const MEDIA_BODY_BYTES_MAX = 28_000_000;

/** Nesting of a JSON body; no request of this API needs more than a few levels. */
const DEPTH_MAX = 32;

/** Values in a JSON body, all levels together: each can be refused with a message of its own. */
const VALUES_MAX = 1_000;

/** How long a body may take to arrive. */
const BODY_DEADLINE_MS = 30_000;

/**
 * Reads a JSON body: the value, or undefined when there is none.
 * @throws {Refusal} VALIDATION_ERROR with status 413, 415 or 400
 */
export async function readBody(ctx: Context, maxBytes: number): Promise<unknown> {
  if (!hasBody(ctx)) return undefined;
  if (ctx.request.is('application/json') === false) {
    const type = ctx.get('Content-Type').slice(0, 60);
    const sent = type === '' ? 'without a Content-Type' : `as \`${type}\``;
    throw new Refusal('VALIDATION_ERROR', {
      status: 415,
      message: `The body is sent ${sent}. Send JSON with \`Content-Type: application/json\`.`,
    });
  }
  const text = decodeText(await readBytes(ctx, maxBytes));
  if (text.trim() === '') return undefined;
  const value = parse(text);
  if (isDeeperThan(DEPTH_MAX, value)) {
    throw refuseInvalid([
      { path: 'body', message: `must not nest deeper than ${DEPTH_MAX} levels` },
    ]);
  }
  if (countValues(value) > VALUES_MAX) {
    const message = `must not hold more than ${VALUES_MAX} values, all levels together`;
    throw refuseInvalid([{ path: 'body', message }]);
  }
  return value;
}

/** JSON is UTF-8. A byte order mark before it is skipped. */
function decodeText(bytes: Buffer): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const message = `is not valid UTF-8, from byte ${findFirstWrongByte(bytes)} on: encode the JSON as UTF-8`;
  throw refuseInvalid([{ path: 'body', message }]);
}

/**
 * Finds the end of the longest valid beginning. It searches by halves, which is fast for megabytes
 * too.
 */
function findFirstWrongByte(bytes: Buffer): number {
  const isValidTo = (end: number) =>
    [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, end - cut))));
  let [valid, wrong] = [0, bytes.length + 1];
  while (wrong - valid > 1) {
    const middle = Math.floor((valid + wrong) / 2);
    // The last character may be cut through. Without its bytes, three at most, the rest is valid.
    if (isValidTo(middle)) valid = middle;
    else wrong = middle;
  }
  while (!isUtf8(bytes.subarray(0, valid))) valid -= 1;
  return valid;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it cannot be parsed';
    throw refuseInvalid([
      { path: 'body', message: `cannot be read as JSON: ${reason.slice(0, 200)}` },
    ]);
  }
}

/**
 * Later steps (fingerprint, schema) recurse into a body: a megabyte of `[` would overflow the
 * stack.
 */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

function countValues(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, member) => sum + countValues(member), 1);
}

function hasBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length') || 0) > 0;
}

async function readBytes(ctx: Context, maxBytes: number): Promise<Buffer> {
  const late = setTimeout(() => ctx.req.destroy(), BODY_DEADLINE_MS);
  try {
    return await getRawBody(ctx.req, {
      length: ctx.get('Content-Length') || undefined,
      limit: maxBytes,
    });
  } catch (error) {
    const { type } = error as { type?: string };
    if (type === 'entity.too.large') {
      throw new Refusal('VALIDATION_ERROR', {
        status: 413,
        message: `The body is larger than ${maxBytes} bytes. Send a smaller one: files go through POST /v1/uploads, and requests name their ids.`,
        details: { max_bytes: maxBytes },
      });
    }
    throw new Refusal('VALIDATION_ERROR', {
      message: 'The body did not arrive whole. Send the request again.',
    });
  } finally {
    clearTimeout(late);
  }
}
