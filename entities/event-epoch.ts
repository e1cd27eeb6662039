import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CREATED } from './columns.js';

/**
 * A life of the database: the cluster in which it runs, and the timeline of that. It is another one
 * after a restore or a failover, where transactions are counted anew, so events are ordered by
 * epochs first. The function `current_event_epoch` adds a row when it finds itself elsewhere.
 */
@Entity('event_epoch')
export class EventEpoch {
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'event_epoch_pk' }) n!: number;
  @Column({ type: 'text' }) cluster!: string;
  @Column(CREATED) createdAt!: Date;
}
