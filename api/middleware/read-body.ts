import { isAscii, isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';
import { refuseInvalid, Refusal } from '../../domain/contract/refusal.js';
import { JsonBounds } from '../json-bounds.js';
import type { Reservation } from './body-budget.js';
import {
  readDeclaredLength,
  receiveBody,
  refuseTooLarge,
  type BodyLimits,
} from './receive-body.js';

/** Maximum bytes of a JSON body. Routes with media fields accept a data URL of 20 MB. */
export const BODY_BYTES_MAX = 1_000_000;
export const MEDIA_BODY_BYTES_MAX = 28_000_000;

/**
 * Reads a JSON body and returns its value, or undefined if the body is empty. The contents are
 * counted while they arrive (json-bounds.ts).
 * @param memory reservation that grows with the body
 * @throws {Refusal} VALIDATION_ERROR with status 413, 415 or 400; RATE_LIMITED or UNAVAILABLE if
 * there is no memory for the body
 */
export async function readBody(
  ctx: Context,
  limits: BodyLimits,
  memory: Reservation,
): Promise<unknown> {
  const length = readDeclaredLength(ctx.req);
  if (length === 0) return undefined;
  if (ctx.request.is('application/json') === false) throw refuseType(ctx.get('Content-Type'));
  if (length !== null && length > limits.maxBytes) throw refuseTooLarge(limits.maxBytes);
  memory.growTo(length ?? 0);
  askForBody(ctx);
  const bounds = new JsonBounds();
  const bytes = await receiveBody(ctx.req, {
    ...limits,
    reserveBytes: (total) => memory.growTo(total),
    inspect(chunk) {
      const message = bounds.read(chunk);
      if (message !== null) throw refuseInvalid([{ path: 'body', message }]);
    },
  });
  // Each step takes many milliseconds for a large body, so let other requests run in between.
  const isLarge = bytes.length > BODY_BYTES_MAX;
  const text = decodeText(bytes);
  if (isLarge) await nextTurn();
  const value = text.trim() === '' ? undefined : parse(text);
  if (isLarge) await nextTurn();
  return value;
}

/** Requests the body from a client that sent `Expect: 100-continue`. */
export function askForBody({ req, res }: Context): void {
  if (/^100-continue$/i.test(req.headers.expect ?? '')) res.writeContinue();
}

function refuseType(type: string): Refusal {
  const sent = type === '' ? 'without a Content-Type' : `as \`${type.slice(0, 60)}\``;
  return new Refusal('VALIDATION_ERROR', {
    status: 415,
    message: `The body was sent ${sent}. Send JSON with \`Content-Type: application/json\`.`,
  });
}

/** Decodes UTF-8, and skips a byte order mark. */
function decodeText(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const message = `is not valid UTF-8 from byte ${findFirstWrongByte(bytes)}: encode the JSON as UTF-8`;
  throw refuseInvalid([{ path: 'body', message }]);
}

/** Finds the end of the longest valid prefix by binary search, which is fast even for megabytes. */
function findFirstWrongByte(bytes: Buffer): number {
  const isValidTo = (end: number) =>
    [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, end - cut))));
  let [valid, wrong] = [0, bytes.length + 1];
  while (wrong - valid > 1) {
    const middle = Math.floor((valid + wrong) / 2);
    // The last character can be truncated. Without its bytes (at most three), the rest is valid.
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
    throw refuseInvalid([{ path: 'body', message: `is not valid JSON: ${reason.slice(0, 200)}` }]);
  }
}
