import { Refusal } from '../contract/refusal.js';

/** Maximum concurrent waiting requests per process. */
const WAITING_MAX = 200;
/** Maximum per account, enough for one waiting request per listener. */
const WAITING_SHARE = 20;

const RETRY_AFTER = { 'Retry-After': '5' };

const describeWaits = (mine: number): string =>
  `The account already has ${mine} requests that wait for events. End one of them, or omit \`wait\`.`;

/** Limits the requests that wait for events in this process. */
export class EventWaiters {
  private readonly byAccount = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly limit = WAITING_MAX,
    private readonly share = WAITING_SHARE,
    private readonly describe = describeWaits,
  ) {}

  /** The number of waiting requests. */
  get waiting(): number {
    return this.total;
  }

  /**
   * Admits a waiting request.
   * @returns a function that ends the wait, to be called once
   * @throws {Refusal} RATE_LIMITED if the account has reached its share, UNAVAILABLE if too many
   * requests are waiting
   */
  enter(accountId: string): () => void {
    const mine = this.byAccount.get(accountId) ?? 0;
    if (mine >= this.share) {
      throw new Refusal('RATE_LIMITED', { message: this.describe(mine), headers: RETRY_AFTER });
    }
    if (this.total >= this.limit) throw new Refusal('UNAVAILABLE', { headers: RETRY_AFTER });
    this.move(accountId, 1);
    return () => this.move(accountId, -1);
  }

  /**
   * Admits a waiting request if possible, for callers that must not be refused.
   * @returns as `enter`; null if too many requests are waiting
   */
  tryToEnter(accountId: string): (() => void) | null {
    try {
      return this.enter(accountId);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  private move(accountId: string, by: number): void {
    this.total += by;
    const left = (this.byAccount.get(accountId) ?? 0) + by;
    if (left === 0) this.byAccount.delete(accountId);
    else this.byAccount.set(accountId, left);
  }
}
