import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { Caller } from '../../domain/accounts/caller.js';
import type { AnswerClaim } from '../../domain/catalogue/runs.js';
import { fingerprintRequest } from '../../domain/contract/fingerprint.js';
import { runInAccountTurn } from '../../domain/durable/account-turn.js';
import { endRequest, openRequest, type HeldRow } from '../../domain/durable/unkeyed-requests.js';
import type { Deps } from '../../runtime/deps.js';
import { readClaim } from '../middleware/idempotency-key.js';

/**
 * Header with the retry count: OpenAI's SDKs send 0 on the first request, and 1 or 2 on retries.
 */
const RETRY_COUNT = 'X-Stainless-Retry-Count';

/**
 * Returns the claim of a request that changes state: its Idempotency-Key, or a derived key. A retry
 * without a key gets the original request's claim, so the work is done and charged once
 * (docs/decisions/0052-retries-without-a-key.md).
 * @param body fields and file hashes, which decide whether two requests are the same
 * @throws {Refusal} VALIDATION_ERROR for a malformed key
 */
export async function claimRequest(
  ctx: Context,
  deps: Deps,
  { accountId, keyId }: Caller,
  body: unknown,
): Promise<AnswerClaim> {
  if (ctx.req.headersDistinct['idempotency-key']) return readClaim(ctx, accountId, body);
  const fingerprint = await fingerprintRequest(ctx.method, ctx.path, body);
  const same = createHash('sha256').update(`${keyId}\n${fingerprint}`).digest('hex');
  const request = {
    id: ctx.state.requestId,
    accountId,
    fingerprint: same,
    attempt: attemptOf(ctx),
  };
  const row = await runInAccountTurn(deps, accountId, () => openRequest(deps.db, request));
  recordDelivery(ctx, deps, row);
  return { accountId, key: `unkeyed ${row.id}`, fingerprint };
}

const attemptOf = (ctx: Context): number =>
  Number(/^\d{1,3}$/.exec(ctx.get(RETRY_COUNT))?.[0] ?? 0);

/** Records whether the response was delivered, once the connection has finished with it. */
function recordDelivery(ctx: Context, { db, log }: Deps, row: HeldRow): void {
  const { res } = ctx;
  const record = () => {
    const delivery = res.writableFinished ? (res.statusCode < 400 ? 'sent' : 'failed') : 'lost';
    endRequest(db.manager, row, delivery).catch((error: unknown) => {
      log.warn({ err: error, requestId: row.id }, 'a request stays open for its retries');
    });
  };
  if (res.closed) record();
  else res.once('close', record);
}
