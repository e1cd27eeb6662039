import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { Stage } from '../domain/catalogue/stages.js';
import { TIME } from './columns.js';

/** One attempt at one stage of a generation. Written by the same statements as the generation. */
@Entity('generation_step')
@ForeignKey('generation', ['generationId'], ['id'], {
  name: 'generation_step_generation_fk',
  onDelete: 'CASCADE',
})
@Check('generation_step_end', '(ended_at IS NULL) = (outcome IS NULL)')
export class GenerationStep {
  @PrimaryColumn({
    type: 'text',
    name: 'generation_id',
    primaryKeyConstraintName: 'generation_step_pk',
  })
  generationId!: string;
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'generation_step_pk' }) stage!: Stage;
  /**
   * The attempt's number, equal to the order's number if the attempt placed an order with an
   * upstream.
   */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'generation_step_pk' })
  attempt!: number;
  /** The upstream that was called; null for our own work. */
  @Column({ type: 'text', nullable: true }) provider!: string | null;
  @Column({ ...TIME, name: 'started_at' }) startedAt!: Date;
  @Column({ ...TIME, name: 'ended_at', nullable: true }) endedAt!: Date | null;
  /** `ok`, or the failure's code. */
  @Column({ type: 'text', nullable: true }) outcome!: string | null;
  /**
   * The position in the provider's queue, and the completed fraction, if the provider reports them.
   */
  @Column({ type: 'integer', nullable: true }) position!: number | null;
  @Column({ type: 'real', nullable: true }) fraction!: number | null;
}
