import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

/** The lease to publish to an account of a platform: parallel posts would race for its quota. */
@Entity('social_lane')
export class SocialLane {
  /** `<platform>/<id of the account on it>` */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'social_lane_pk' }) lane!: string;
  /** `<post>/<platform>` */
  @Column({ type: 'text' }) holder!: string;
  /** A lost holder keeps the lease until this time at most. */
  @Column({ ...TIME }) until!: Date;
}
