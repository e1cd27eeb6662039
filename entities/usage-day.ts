import { Column, Entity, PrimaryColumn, type PrimaryColumnOptions } from 'typeorm';
import { CREDITS } from './columns.js';

const KEY: PrimaryColumnOptions = { type: 'text', primaryKeyConstraintName: 'usage_day_pk' };

/**
 * What the holds of a UTC day come to. A trigger of `hold` writes it, whoever writes a hold; the
 * ledger checker compares both.
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
  /** Settled, and still held. */
  @Column({ ...CREDITS, default: undefined }) credits!: number;
}
