import { Refusal } from '../../domain/contract/refusal.js';

/**
 * Bodies up to this size do not count against the budget, because Node buffers as much per socket
 * anyway. Ordinary requests therefore pass while large ones fill the budget.
 */
export const SMALL_BODY_BYTES = 65_536;

/** Delay in seconds before a client may resend a large body. */
const RETRY_AFTER_S = 2;

/** The part of the budget that one request holds until its response is sent. */
export interface Reservation {
  /**
   * Reserves memory for a body of this total size.
   * @throws {Refusal} RATE_LIMITED beyond the account's share, UNAVAILABLE beyond the budget
   */
  growTo(bytes: number): void;
  release(): void;
}

/**
 * Memory for request bodies in this process: bodies being received, and bodies of requests in
 * flight. No account gets more than its share.
 */
export class BodyBudget {
  private readonly byAccount = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly limit: number,
    private readonly share: number,
  ) {}

  /** Bytes that requests currently hold. */
  get held(): number {
    return this.total;
  }

  open(accountId: string): Reservation {
    let mine = 0;
    return {
      growTo: (bytes) => {
        const more = bytes - mine;
        if (bytes <= SMALL_BODY_BYTES || more <= 0) return;
        this.expectBudget(accountId, more);
        this.move(accountId, more);
        mine = bytes;
      },
      release: () => {
        this.move(accountId, -mine);
        mine = 0;
      },
    };
  }

  private expectBudget(accountId: string, more: number): void {
    const headers = { 'Retry-After': String(RETRY_AFTER_S) };
    if ((this.byAccount.get(accountId) ?? 0) + more > this.share) {
      const message = `The account is sending more than ${this.share} bytes in large bodies. Wait for a response, or send files with POST /v1/uploads; then repeat with the same Idempotency-Key.`;
      throw new Refusal('RATE_LIMITED', { message, headers });
    }
    if (this.total + more > this.limit) {
      const message =
        'The service is busy with other large bodies. Repeat after `Retry-After` seconds with the same Idempotency-Key.';
      throw new Refusal('UNAVAILABLE', { message, headers });
    }
  }

  private move(accountId: string, bytes: number): void {
    this.total += bytes;
    const left = (this.byAccount.get(accountId) ?? 0) + bytes;
    if (left === 0) this.byAccount.delete(accountId);
    else this.byAccount.set(accountId, left);
  }
}
