import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { CREDITS } from './columns.js';

/** One side of a movement of credits. Append-only; a transaction's entries sum to zero. */
@Entity('ledger_entry')
@Check('ledger_entry_amount', 'amount <> 0')
@Check(
  'ledger_entry_bucket',
  "bucket IN ('sub', 'pur', 'held_sub', 'held_pur', 'revenue', 'grants', 'cash')",
)
@ForeignKey('ledger_tx', ['txId'], ['id'], { name: 'ledger_entry_tx_fk' })
@Index('ledger_entry_tx', ['txId'])
export class LedgerEntry {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'ledger_entry_pk',
  })
  id!: string;
  @Column({ name: 'tx_id', type: 'uuid' }) txId!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) bucket!: string;
  @Column({ ...CREDITS, default: undefined }) amount!: number;
}
