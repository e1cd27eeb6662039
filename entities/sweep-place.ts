import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sweep's progress over many objects: the next sweep continues after this key. */
@Entity('sweep_place')
export class SweepPlace {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'sweep_place_pk' }) prefix!: string;
  @Column({ name: 'last_key', type: 'text' }) lastKey!: string;
}
