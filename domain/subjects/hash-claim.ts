import { createHash } from 'node:crypto';
import type { AnswerClaim } from '../catalogue/runs.js';

/** Identifies a request and its duplicates: the same account, Idempotency-Key and body. */
export const hashClaim = ({ accountId, key, fingerprint }: AnswerClaim): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, key, fingerprint]))
    .digest('hex');
