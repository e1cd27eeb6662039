import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CREATED } from './columns.js';

/**
 * A database epoch: its cluster and that cluster's timeline. It changes after a restore or a
 * failover, when transaction ids start over, so events are ordered by epoch first. The function
 * `current_event_epoch` adds a row if cluster or timeline have changed.
 */
@Entity('event_epoch')
export class EventEpoch {
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'event_epoch_pk' }) n!: number;
  @Column({ type: 'text' }) cluster!: string;
  @Column(CREATED) createdAt!: Date;
}
