import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { CREATED } from './columns.js';

/** One movement of credits. (kind, ref) is unique, so the same cause never moves credits twice. */
@Entity('ledger_tx')
@Unique('ledger_tx_ref', ['kind', 'refType', 'refId'])
export class LedgerTx {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'ledger_tx_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) kind!: string;
  @Column({ name: 'ref_type', type: 'text' }) refType!: string;
  @Column({ name: 'ref_id', type: 'text' }) refId!: string;
  @Column(CREATED) createdAt!: Date;
}
