import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/**
 * One order placed with an upstream. Without `sent_at` it is still being prepared. With `sent_at`
 * but without `ref`, the upstream's response is pending or lost.
 */
@Entity('upstream_order')
@Index('upstream_order_created', ['createdAt'])
export class UpstreamOrder {
  @PrimaryColumn({
    type: 'text',
    name: 'generation_id',
    primaryKeyConstraintName: 'upstream_order_pk',
  })
  generationId!: string;
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'upstream_order_pk' })
  attempt!: number;
  @Column({ type: 'text' }) provider!: string;
  @Column({ name: 'upstream_model', type: 'text' }) upstreamModel!: string;
  @Column({ type: 'jsonb', nullable: true }) ref!: Record<string, string | number> | null;
  @Column({ name: 'cost_usd', type: 'double precision', nullable: true }) costUsd!: number | null;
  @Column(CREATED) createdAt!: Date;
  @Column({ ...TIME, name: 'sent_at', nullable: true, default: () => 'now()' })
  sentAt!: Date | null;
  @Column({ ...TIME, name: 'placed_at', nullable: true }) placedAt!: Date | null;
  @Column({ ...TIME, name: 'cancelled_at', nullable: true }) cancelledAt!: Date | null;
  /** The upstream's response to the cancellation; `failed` if the upstream did not accept it. */
  @Column({ name: 'cancel_outcome', type: 'text', nullable: true }) cancelOutcome!: string | null;
}
