import { Column, Entity, PrimaryColumn, type PrimaryColumnOptions } from 'typeorm';
import { CREDITS } from './columns.js';

const KEY: PrimaryColumnOptions = { type: 'text', primaryKeyConstraintName: 'usage_day_pk' };

/**
 * Sums of closed holds by the UTC day of their creation. A trigger on `hold` writes them for every
 * closed hold (entities/functions/sum-usage.ts); the ledger checker compares them with the holds.
 * An account has few open holds, which are read directly.
 */
@Entity('usage_day')
export class UsageDay {
  @PrimaryColumn({ ...KEY, name: 'account_id' }) accountId!: string;
  @PrimaryColumn({ ...KEY, type: 'date' }) day!: string;
  @PrimaryColumn({ ...KEY, name: 'key_id' }) keyId!: string;
  @PrimaryColumn({ ...KEY, name: 'ref_type' }) refType!: string;
  /** Empty if the hold is not for a generation, like the model. */
  @PrimaryColumn(KEY) type!: string;
  @PrimaryColumn(KEY) model!: string;
  @Column({ type: 'integer' }) holds!: number;
  /** Settled credits. */
  @Column({ ...CREDITS, default: undefined }) credits!: number;
}
