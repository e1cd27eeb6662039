import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Calls that count against a platform limit, per window (social-limits.ts). */
@Entity('social_quota')
export class SocialQuota {
  /** The limit's name and, for a limit per account, the account. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'social_quota_pk' }) name!: string;
  @PrimaryColumn({
    type: 'timestamptz',
    precision: 3,
    name: 'window_start',
    primaryKeyConstraintName: 'social_quota_pk',
  })
  windowStart!: Date;
  @Column({ type: 'integer' }) used!: number;
}
