import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

/** Who may publish to an account of a platform next: parallel posts would race for its quota. */
@Entity('social_lane')
export class SocialLane {
  /** `<platform>/<id of the account on it>` */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'social_lane_pk' }) lane!: string;
  /** `<post>/<platform>` */
  @Column({ type: 'text' }) holder!: string;
  /** A holder that was lost holds it no longer than this. */
  @Column({ ...TIME }) until!: Date;
}
