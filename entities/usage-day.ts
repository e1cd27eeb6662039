import { Column, Entity, PrimaryColumn, type PrimaryColumnOptions } from 'typeorm';
import { CREDITS } from './columns.js';

const KEY: PrimaryColumnOptions = { type: 'text', primaryKeyConstraintName: 'usage_day_pk' };

/**
 * What the closed holds of a UTC day come to, by the day on which they were made. A trigger of `hold`
 * writes it, whoever closes a hold (entities/functions/sum-usage.ts); the ledger checker compares both.
 * Of open holds an account has few: they are read as they are.
 */
@Entity('usage_day')
export class UsageDay {
  @PrimaryColumn({ ...KEY, name: 'account_id' }) accountId!: string;
  @PrimaryColumn({ ...KEY, type: 'date' }) day!: string;
  @PrimaryColumn({ ...KEY, name: 'key_id' }) keyId!: string;
  @PrimaryColumn({ ...KEY, name: 'ref_type' }) refType!: string;
  /** Empty for what is no generation, as the model is. */
  @PrimaryColumn(KEY) type!: string;
  @PrimaryColumn(KEY) model!: string;
  @Column({ type: 'integer' }) holds!: number;
  /** What was settled. */
  @Column({ ...CREDITS, default: undefined }) credits!: number;
}
