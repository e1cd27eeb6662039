import { effectiveLimits, PLANS, type PlanName } from '../../domain/catalogue/plans.js';
import { PLENTY } from '../support/accounts.js';

export type ModelStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

export interface ModelGeneration {
  readonly id: string;
  /** Idempotency key of the request; null for one that was reserved without a request. */
  readonly key: string | null;
  readonly keyIndex: number;
  readonly month: string;
  readonly sub: number;
  readonly pur: number;
  status: ModelStatus;
  refunded: number;
  deleted: boolean;
}

export interface ModelOrder {
  readonly keyIndex: number;
  readonly price: number;
  readonly now: Date;
}

const LOW = 20;
const dayOf = (now: Date) => now.toISOString().slice(0, 10);
const monthOf = (now: Date) => `${now.toISOString().slice(0, 7)}-01`;

/** What the account should look like, by arithmetic that a reader can follow: no SQL, no guards. */
export class Model {
  plan: PlanName = 'creator';
  raisedJobs: number | null = null;
  suspended = false;
  sub = 9;
  pur = 30;
  lowOn: string | null = null;
  readonly caps: (number | null)[] = [null, 20];
  readonly generations: ModelGeneration[] = [];
  readonly spent = new Map<string, number>();
  readonly events = new Set<string>();
  readonly answers = new Set<string>();
  /** Refs of grants that were booked. */
  readonly refs: { ref: string; bucket: 'subscription' | 'purchased'; amount: number }[] = [];
  /** UTC months that the clock of reservations is ahead. */
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
    return effectiveLimits(this.plan, raised).concurrent_jobs;
  }

  in(...states: ModelStatus[]): ModelGeneration[] {
    return this.generations.filter(({ status, deleted }) => !deleted && states.includes(status));
  }

  held(bucket: 'sub' | 'pur'): number {
    return this.in('queued', 'processing').reduce((sum, generation) => sum + generation[bucket], 0);
  }

  get jobs(): number {
    return this.in('queued', 'processing').length;
  }

  /** The name of a month of a key, as `rows` tells it. */
  place({ keyIndex, now }: Pick<ModelOrder, 'keyIndex' | 'now'>): string {
    return `${this.keyIds[keyIndex]} ${monthOf(now)}`;
  }

  /** What a reservation comes to at this moment. */
  outcome(order: ModelOrder): 'ok' | 'suspended' | 'cap' | 'credits' | 'slots' {
    if (this.suspended) return 'suspended';
    const cap = this.caps[order.keyIndex] ?? null;
    const spent = this.spent.get(this.place(order)) ?? 0;
    if (cap !== null && spent + order.price > cap) return 'cap';
    if (this.sub + this.pur < order.price) return 'credits';
    return this.jobs < this.jobsMax ? 'ok' : 'slots';
  }

  /** @returns the low balance that is to be told, or null */
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

  /** What is paid for at once. @returns the low balance that is to be told, or null */
  charge(order: ModelOrder): number | null {
    return this.take(order).low;
  }

  /** Takes the price out of the buckets, subscription credits first. */
  take(order: ModelOrder): { sub: number; pur: number; low: number | null } {
    const sub = Math.min(this.sub, order.price);
    const pur = order.price - sub;
    this.sub -= sub;
    this.pur -= pur;
    this.spent.set(this.place(order), (this.spent.get(this.place(order)) ?? 0) + order.price);
    const balance = this.sub + this.pur;
    if (balance >= LOW) return { sub, pur, low: null };
    const told = this.lowOn === dayOf(order.now);
    this.lowOn = dayOf(order.now);
    return { sub, pur, low: told ? null : balance };
  }

  accept(id: string, key: string, order: ModelOrder): void {
    const low = this.reserve(id, key, order);
    this.answers.add(key);
    const day = dayOf(order.now).replaceAll('-', '');
    if (low !== null) this.events.add(`evt_low_${this.accountId}_${day}`);
  }

  /** Ends a generation: `keep` credits are settled, subscription ones first. */
  finish(generation: ModelGeneration, status: ModelStatus, keep: number, event = true): void {
    const keepSub = Math.min(generation.sub, keep);
    const keepPur = Math.min(generation.pur, keep - keepSub);
    const refund = generation.sub + generation.pur - keepSub - keepPur;
    this.sub += generation.sub - keepSub;
    this.pur += generation.pur - keepPur;
    const place = `${this.keyIds[generation.keyIndex]} ${generation.month}`;
    this.spent.set(place, (this.spent.get(place) ?? 0) - refund);
    generation.status = status;
    generation.refunded = refund;
    if (event) this.events.add(`evt_gen_${generation.id}_${status}`);
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

  /** The same shape as `Real.rows`. */
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
      spent: Object.fromEntries(this.spent),
      events: [...this.events].toSorted(),
      answers: [...this.answers].toSorted(),
    };
  }
}
