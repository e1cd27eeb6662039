import type { Context } from 'koa';
import { fingerprintRequest } from '../../domain/contract/fingerprint.js';
import type { DetailCode } from '../../domain/contract/error-codes.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { AnswerClaim } from '../../domain/catalogue/runs.js';

const HEADER = 'idempotency-key';
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

export function refuseKey(message: string, code: DetailCode): Refusal {
  return new Refusal('VALIDATION_ERROR', { message, details: { code } });
}

/** Parses a key: `"key"` and `key` are the same. Returns null if the key is not valid. */
export function parseIdempotencyKey(text: string): string | null {
  const key = text.replace(/^"(.+)"$/, '$1');
  return PRINTABLE.test(key) ? key : null;
}

/** Reads a request's presumed key before its body is read; `readClaim` validates the key. */
export function peekIdempotencyKey(ctx: Context): string | null {
  const given = ctx.req.headersDistinct[HEADER] ?? [];
  return given.length === 1 ? parseIdempotencyKey(given[0] ?? '') : null;
}

/**
 * Reads the claim of a request that changes state (docs/design.md, Idempotency). A key has 1 to 255
 * printable ASCII characters; `"key"` and `key` are the same.
 * @throws {Refusal} 400 if the header is missing, repeated or malformed
 */
export async function readClaim(
  ctx: Context,
  accountId: string,
  body: unknown,
): Promise<AnswerClaim> {
  const given = ctx.req.headersDistinct[HEADER] ?? [];
  if (given.length === 0 || given[0] === '') {
    throw refuseKey(
      'The header Idempotency-Key is required. Send a new UUID for each new request, and the same one when you repeat it.',
      'IDEMPOTENCY_KEY_REQUIRED',
    );
  }
  const key = parseIdempotencyKey(given[0] ?? '');
  if (given.length > 1 || key === null) {
    throw refuseKey(
      'The header Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters.',
      'IDEMPOTENCY_KEY_INVALID',
    );
  }
  return { accountId, key, fingerprint: await fingerprintRequest(ctx.method, ctx.path, body) };
}
