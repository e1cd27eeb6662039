import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The progress of a sweep over many objects: the next one continues after this key. */
@Entity('sweep_place')
export class SweepPlace {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'sweep_place_pk' }) prefix!: string;
  @Column({ name: 'last_key', type: 'text' }) lastKey!: string;
}
