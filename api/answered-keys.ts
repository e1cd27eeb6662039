import { LRUCache } from 'lru-cache';
import type { AnswerClaim } from '../domain/catalogue/runs.js';

/** Claims remembered: far more than are asked about between a look-up and its turn. */
const CLAIMS_MAX = 10_000;

/** Claims that this process has lately worked on: what was read of them before may be out of date. */
export class AnsweredKeys {
  private readonly claims = new LRUCache<string, true>({ max: CLAIMS_MAX });

  has(claim: AnswerClaim): boolean {
    return this.claims.has(nameOf(claim));
  }

  note(claim: AnswerClaim): void {
    this.claims.set(nameOf(claim), true);
  }
}

const nameOf = ({ accountId, key }: AnswerClaim): string => `${accountId} ${key}`;
