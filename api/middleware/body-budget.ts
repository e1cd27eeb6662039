import { Refusal } from '../../domain/contract/refusal.js';

/**
 * Bodies up to this size take nothing of the budget: Node holds as much for a socket anyway. So
 * ordinary requests pass while large ones fill it.
 */
export const SMALL_BODY_BYTES = 65_536;

/** Seconds after which a large body may be sent again. */
const RETRY_AFTER_S = 2;

/** What one request holds of the budget, until it is answered. */
export interface Reservation {
  /**
   * Makes room for a body of this many bytes in all.
   * @throws {Refusal} RATE_LIMITED beyond the share of the account, UNAVAILABLE beyond the budget
   */
  growTo(bytes: number): void;
  release(): void;
}

/**
 * The memory that bodies may take in this process: those that arrive, and those whose request is
 * not answered yet. No account gets more than its share.
 */
export class BodyBudget {
  private readonly byAccount = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly limit: number,
    private readonly share: number,
  ) {}

  /** Bytes that requests hold now. */
  get held(): number {
    return this.total;
  }

  open(accountId: string): Reservation {
    let mine = 0;
    return {
      growTo: (bytes) => {
        const more = bytes - mine;
        if (bytes <= SMALL_BODY_BYTES || more <= 0) return;
        this.expectRoom(accountId, more);
        this.move(accountId, more);
        mine = bytes;
      },
      release: () => {
        this.move(accountId, -mine);
        mine = 0;
      },
    };
  }

  private expectRoom(accountId: string, more: number): void {
    const headers = { 'Retry-After': String(RETRY_AFTER_S) };
    if ((this.byAccount.get(accountId) ?? 0) + more > this.share) {
      const message = `The account has more than ${this.share} bytes of large bodies under way. Wait for an answer, or send files through POST /v1/uploads; then repeat with the same Idempotency-Key.`;
      throw new Refusal('RATE_LIMITED', { message, headers });
    }
    if (this.total + more > this.limit) {
      const message =
        'The service receives as many large bodies as it can. Repeat after `Retry-After` seconds with the same Idempotency-Key.';
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
