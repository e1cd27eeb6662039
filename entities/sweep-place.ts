import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a sweep over many objects has come: the next one goes on behind this key. */
@Entity('sweep_place')
export class SweepPlace {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'sweep_place_pk' }) prefix!: string;
  @Column({ name: 'last_key', type: 'text' }) lastKey!: string;
}
