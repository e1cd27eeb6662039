import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WorkflowType } from '../domain/catalogue/queues.js';
import { CREATED, TIME } from './columns.js';

/** Outbox: a workflow to start, written in the transaction that causes it. */
@Entity('workflow_start')
@Index('workflow_start_due', ['nextTryAt'])
@Index('workflow_start_turn', { synchronize: false })
export class WorkflowStart {
  @PrimaryColumn({
    name: 'workflow_id',
    type: 'text',
    primaryKeyConstraintName: 'workflow_start_pk',
  })
  workflowId!: string;
  @Column({ name: 'workflow_type', type: 'text' }) workflowType!: WorkflowType;
  @Column({ type: 'jsonb' }) args!: unknown[];
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /** Fairness key for everything that the workflow runs; null for the account. */
  @Column({ name: 'fairness_key', type: 'text', nullable: true }) fairnessKey!: string | null;
  @Column({ type: 'text' }) summary!: string;
  @Column({ type: 'jsonb' }) attributes!: Record<string, string>;
  /** The trace context of the workflow's cause, for the relay; null if it is not traced. */
  @Column({ type: 'text', nullable: true }) traceparent!: string | null;
  @Column({ type: 'integer', default: 0 }) attempts!: number;
  @Column({ name: 'last_error', type: 'text', nullable: true }) lastError!: string | null;
  @Column({ ...TIME, name: 'next_try_at' }) nextTryAt!: Date;
  @Column(CREATED) createdAt!: Date;
}
