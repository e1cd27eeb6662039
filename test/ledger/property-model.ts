import { computeLimits, PLANS, type PlanName } from '../../domain/catalogue/plans.js';
import { Connections } from './property-connections.js';
import { PLENTY } from '../support/accounts.js';

export type ModelStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

export interface ModelGeneration extends ModelHold {
  readonly id: string;
  /** Idempotency key of the request; null for a direct reservation. */
  readonly key: string | null;
  status: ModelStatus;
  refunded: number;
  deleted: boolean;
}

/** The held credits, with their month and key. */
export interface ModelHold {
  readonly keyIndex: number;
  readonly month: string;
  readonly sub: number;
  readonly pur: number;
}

export interface ModelPost extends ModelHold {
  readonly id: string;
  readonly prices: readonly number[];
  status: 'scheduled' | 'published' | 'partial' | 'failed';
  refunded: number;
}

export interface ModelOrder {
  readonly keyIndex: number;
  readonly price: number;
  readonly now: Date;
}

const LOW = 20;
const dayOf = (now: Date) => now.toISOString().slice(0, 10);
const monthOf = (now: Date) => `${now.toISOString().slice(0, 7)}-01`;

/** The expected account, computed with plain arithmetic instead of SQL and guards. */
export class Model {
  plan: PlanName = 'creator';
  raisedJobs: number | null = null;
  suspended = false;
  sub = 9;
  pur = 30;
  lowOn: string | null = null;
  readonly caps: (number | null)[] = [null, 20];
  readonly generations: ModelGeneration[] = [];
  readonly posts: ModelPost[] = [];
  readonly connections = new Connections();
  readonly spent = new Map<string, number>();
  readonly events = new Set<string>();
  readonly answers = new Set<string>();
  /** References of the booked grants. */
  readonly refs: { ref: string; bucket: 'subscription' | 'purchased'; amount: number }[] = [];
  /** Number of UTC months by which the clock of reservations is ahead. */
  monthsAhead = 0;

  constructor(
    readonly accountId: string,
    readonly keyIds: readonly string[],
  ) {}

  get now(): Date {
    const now = new Date();
    now.setUTCDate(1);
    now.setUTCMonth(now.getUTCMonth() + this.monthsAhead);
    return now;
  }

  get jobsMax(): number {
    const raised = this.raisedJobs === null ? {} : { concurrent_jobs: this.raisedJobs };
    return computeLimits(this.plan, raised).concurrent_jobs;
  }

  in(...states: ModelStatus[]): ModelGeneration[] {
    return this.generations.filter(({ status, deleted }) => !deleted && states.includes(status));
  }

  held(bucket: 'sub' | 'pur'): number {
    const waiting = this.posts.filter(({ status }) => status === 'scheduled');
    const open: ModelHold[] = [...this.in('queued', 'processing'), ...waiting];
    return open.reduce((sum, hold) => sum + hold[bucket], 0);
  }

  get jobs(): number {
    return this.in('queued', 'processing').length;
  }

  /** Builds the name of a key's month, as in `rows`. */
  place({ keyIndex, now }: Pick<ModelOrder, 'keyIndex' | 'now'>): string {
    return `${this.keyIds[keyIndex]} ${monthOf(now)}`;
  }

  /** Computes the expected result of a reservation at this time. */
  outcome(order: ModelOrder): 'ok' | 'suspended' | 'cap' | 'credits' | 'slots' {
    if (this.suspended) return 'suspended';
    const cap = this.caps[order.keyIndex] ?? null;
    const spent = this.spent.get(this.place(order)) ?? 0;
    if (cap !== null && spent + order.price > cap) return 'cap';
    if (this.sub + this.pur < order.price) return 'credits';
    return this.jobs < this.jobsMax ? 'ok' : 'slots';
  }

  /** @returns the low balance to report, or null */
  reserve(id: string, key: string | null, order: ModelOrder): number | null {
    const { keyIndex, now } = order;
    const { sub, pur, low } = this.take(order);
    const month = monthOf(now);
    this.generations.push({
      id,
      key,
      keyIndex,
      month,
      sub,
      pur,
      status: 'queued',
      refunded: 0,
      deleted: false,
    });
    return low;
  }

  /** Pays a price without a hold. @returns the low balance to report, or null */
  charge(order: ModelOrder): number | null {
    return this.take(order).low;
  }

  /** Takes the price from the buckets, subscription credits first. */
  take(order: ModelOrder): { sub: number; pur: number; low: number | null } {
    const sub = Math.min(this.sub, order.price);
    const pur = order.price - sub;
    this.sub -= sub;
    this.pur -= pur;
    this.spent.set(this.place(order), (this.spent.get(this.place(order)) ?? 0) + order.price);
    return { sub, pur, low: this.tellLow(order.now) };
  }

  /** @returns the balance if it is low and no event has reported it on that day */
  tellLow(now: Date): number | null {
    const balance = this.sub + this.pur;
    if (balance >= LOW) return null;
    const isNotified = this.lowOn === dayOf(now);
    this.lowOn = dayOf(now);
    return isNotified ? null : balance;
  }

  /** Records a low balance event. */
  noteLow(low: number | null, now: Date): void {
    const day = dayOf(now).replaceAll('-', '');
    if (low !== null) this.events.add(`evt_low_${this.accountId}_${day}`);
  }

  /**
   * Pays a fee, which does not count towards the cap of a key.
   * @returns false if the balance is too low
   */
  payFee(price: number, now: Date): boolean {
    if (this.sub + this.pur < price) return false;
    const sub = Math.min(this.sub, price);
    this.sub -= sub;
    this.pur -= price - sub;
    this.noteLow(this.tellLow(now), now);
    return true;
  }

  accept(id: string, key: string, order: ModelOrder): void {
    const low = this.reserve(id, key, order);
    this.answers.add(key);
    this.noteLow(low, order.now);
  }

  /** Ends a generation and settles `keep` credits, subscription credits first. */
  finish(generation: ModelGeneration, status: ModelStatus, keep: number, event = true): void {
    generation.status = status;
    generation.refunded = this.close(generation, keep);
    if (event) this.events.add(`evt_gen_${generation.id}_${status}`);
  }

  /** Refunds the credits that are not kept to their buckets. @returns their number */
  close(hold: ModelHold, keep: number): number {
    const keepSub = Math.min(hold.sub, keep);
    const keepPur = Math.min(hold.pur, keep - keepSub);
    const refund = hold.sub + hold.pur - keepSub - keepPur;
    this.sub += hold.sub - keepSub;
    this.pur += hold.pur - keepPur;
    const place = `${this.keyIds[hold.keyIndex]} ${hold.month}`;
    this.spent.set(place, (this.spent.get(place) ?? 0) - refund);
    return refund;
  }

  grant(bucket: 'subscription' | 'purchased', amount: number, ref: string): void {
    if (bucket === 'subscription') this.sub += amount;
    else this.pur += amount;
    this.refs.push({ ref, bucket, amount });
  }

  changePlan(plan: PlanName): void {
    this.plan = plan;
    if ((this.raisedJobs ?? 0) <= PLANS[plan].concurrent_jobs) this.raisedJobs = null;
  }

  /** Returns the rows in the shape of `Real.rows`. */
  rows() {
    const present = this.generations.filter(({ deleted }) => !deleted);
    return {
      account: {
        sub: this.sub,
        pur: this.pur,
        held_sub: this.held('sub'),
        held_pur: this.held('pur'),
        active_jobs: this.jobs,
        plan: this.plan,
        suspended: this.suspended,
        raised_limits: {
          ...PLENTY,
          ...(this.raisedJobs !== null && { concurrent_jobs: this.raisedJobs }),
        },
        low_notified_on: this.lowOn,
      },
      generations: Object.fromEntries(
        present.map(({ id, status, sub, pur, refunded }) => [id, [status, sub + pur, refunded]]),
      ),
      posts: Object.fromEntries(
        this.posts.map(({ id, status, sub, pur, refunded }) => [id, [status, sub + pur, refunded]]),
      ),
      connections: this.connections.rows(),
      spent: Object.fromEntries(this.spent),
      events: [...this.events].toSorted(),
      answers: [...this.answers].toSorted(),
    };
  }
}
