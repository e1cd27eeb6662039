import { Refusal } from '../contract/refusal.js';

/** Requests that one process holds back at once; each asks the database twice a second. */
const WAITING_MAX = 200;
/** And those of one account: one for each of its listeners is enough. */
const WAITING_SHARE = 20;

const RETRY_AFTER = { 'Retry-After': '5' };

const tellWaits = (mine: number): string =>
  `The account already has ${mine} requests that wait for events. End one of them, or omit \`wait\`.`;

/** Who waits for events in this process. */
export class WaitingRoom {
  private readonly byAccount = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly limit = WAITING_MAX,
    private readonly share = WAITING_SHARE,
    private readonly tell = tellWaits,
  ) {}

  /** How many requests wait now. */
  get waiting(): number {
    return this.total;
  }

  /**
   * @returns leaves the room; to be called once
   * @throws {Refusal} RATE_LIMITED when the account has its share, UNAVAILABLE when the room is full
   */
  enter(accountId: string): () => void {
    const mine = this.byAccount.get(accountId) ?? 0;
    if (mine >= this.share) {
      throw new Refusal('RATE_LIMITED', { message: this.tell(mine), headers: RETRY_AFTER });
    }
    if (this.total >= this.limit) throw new Refusal('UNAVAILABLE', { headers: RETRY_AFTER });
    this.move(accountId, 1);
    return () => this.move(accountId, -1);
  }

  /** @returns as `enter`; null when too many wait already, and that is no reason to refuse */
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
