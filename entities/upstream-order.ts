import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/** One order placed with an upstream. Without `ref` it is being placed, or its answer was lost. */
@Entity('upstream_order')
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
  @Column({ ...TIME, name: 'placed_at', nullable: true }) placedAt!: Date | null;
}
