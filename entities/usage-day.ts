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
  /**
   * The generation's type; empty if the hold is not for a generation. The same applies to the
   * model.
   */
  @PrimaryColumn(KEY) type!: string;
  @PrimaryColumn(KEY) model!: string;
  @Column({ type: 'integer' }) holds!: number;
  /** Credits settled by the holds. */
  @Column({ ...CREDITS, default: undefined }) credits!: number;
}
