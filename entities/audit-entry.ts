import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AuditAction } from '../domain/catalogue/audit-actions.js';
import { CREATED } from './columns.js';

/** One entry in the audit log: who changed an account's sign-in, keys, members or limits. */
@Entity('audit_entry')
@Check('audit_entry_actor', "actor IN ('person', 'operator', 'agent')")
@Index('audit_entry_account', ['accountId', 'createdAt', 'id'])
export class AuditEntry {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'audit_entry_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) actor!: 'person' | 'operator' | 'agent';
  /** The person who acted, or who granted the agent access; null for the account holder. */
  @Column({ name: 'member_id', type: 'text', nullable: true }) memberId!: string | null;
  @Column({ type: 'text' }) action!: AuditAction;
  /** The changed object's id. */
  @Column({ type: 'text', nullable: true }) target!: string | null;
  @Column({ type: 'jsonb', default: {} })
  details!: Record<string, string | number | boolean | null>;
  @Column(CREATED) createdAt!: Date;
}
