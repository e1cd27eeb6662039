import { PLANS } from '../../domain/catalogue/plans.js';
import type { Model } from './property-model.js';

const FEE = 50;
const PERIOD_MS = 30 * 86_400_000;

export interface ModelConnection {
  readonly id: string;
  readonly remoteId: string;
  fee: number;
  due: boolean;
  period: number;
}

interface PaidPeriod {
  readonly remoteId: string;
  readonly until: Date;
  paidFor: string;
}

export type FeeOutcome = 'charged' | 'unpaid' | 'free';

/** Expected connected accounts and fees, computed with plain arithmetic. */
export class Connections {
  all: ModelConnection[] = [];
  /** Every remote account that was ever connected. */
  readonly remotes: string[] = [];
  private readonly paid: PaidPeriod[] = [];

  connect(model: Model, id: string, remoteId: string, now: Date): void {
    const connection = { id, remoteId, fee: 0, due: false, period: 0 };
    this.all.push(connection);
    if (!this.remotes.includes(remoteId)) this.remotes.push(remoteId);
    this.read(model, connection, now);
  }

  /** Frees a slot of the plan. The oldest account with a fee takes the slot, and its debt ends. */
  disconnect(model: Model, connection: ModelConnection): void {
    this.all = this.all.filter((other) => other !== connection);
    const free = PLANS[model.plan].included_social_accounts - this.countFree(connection);
    const paying = this.all.filter(({ fee }) => fee > 0);
    for (const one of paying.slice(0, Math.max(0, free))) set(one, 0, false, 'free');
  }

  private countFree(except: ModelConnection): number {
    return this.all.filter((other) => other !== except && other.fee === 0).length;
  }

  /** Computes the expected result of checking the fee of one account. */
  read(model: Model, connection: ModelConnection, now: Date): FeeOutcome {
    if (model.suspended) return 'free';
    if (model.plan === 'free') return set(connection, 0, false, 'free');
    if (this.countFree(connection) < PLANS[model.plan].included_social_accounts) {
      connection.period += 1;
      return set(connection, 0, false, 'free');
    }
    if (connection.period === 0 && this.adopt(connection, now)) {
      connection.period += 1;
      return set(connection, FEE, false, 'free');
    }
    if (!model.payFee(FEE, now)) return set(connection, FEE, true, 'unpaid');
    connection.period += 1;
    const { id: paidFor, remoteId } = connection;
    this.paid.push({ remoteId, paidFor, until: new Date(now.getTime() + PERIOD_MS) });
    return set(connection, FEE, false, 'charged');
  }

  /** Returns the rows in the shape of `Real.rows`. */
  rows() {
    return Object.fromEntries(this.all.map(({ id, fee, due, period }) => [id, [fee, due, period]]));
  }

  private adopt({ id, remoteId }: ModelConnection, now: Date): boolean {
    const live = new Set(this.all.map((connection) => connection.id));
    const free = this.paid
      .filter((period) => period.remoteId === remoteId && period.until > now)
      .filter(({ paidFor }) => !live.has(paidFor))
      .toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
    if (free) free.paidFor = id;
    return free !== undefined;
  }
}

function set(
  connection: ModelConnection,
  fee: number,
  due: boolean,
  outcome: FeeOutcome,
): FeeOutcome {
  connection.fee = fee;
  connection.due = due;
  return outcome;
}
