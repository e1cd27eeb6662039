import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

/** The lease to publish to a platform account: parallel posts would race for its quota. */
@Entity('social_lane')
export class SocialLane {
  /** The leased account, `<platform>/<account id on the platform>`. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'social_lane_pk' }) lane!: string;
  /** The lease's holder, `<post>/<platform>`. */
  @Column({ type: 'text' }) holder!: string;
  /** If the holder is lost, the lease expires at this time. */
  @Column({ ...TIME }) until!: Date;
}
