import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '../domain/catalogue/roles.js';
import { CREATED, TIME } from './columns.js';

/** A team member, whose keys spend the credits of the member's account. */
@Entity('member')
@ForeignKey('account', ['accountId'], ['id'], { name: 'member_account_fk' })
@Check('member_role', "role IN ('owner', 'developer', 'viewer')")
@Index('member_account', ['accountId'])
@Index('member_email', ['accountId', 'email'], {
  unique: true,
  where: 'removed_at IS NULL AND email IS NOT NULL',
})
@Index('member_by_email', ['email'], { where: 'removed_at IS NULL AND email IS NOT NULL' })
export class Member {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'member_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) name!: string;
  /** The e-mail address in lower case, which single sign-on uses to find the member. */
  @Column({ type: 'text', nullable: true }) email!: string | null;
  @Column({ type: 'text', default: 'developer' }) role!: Role;
  @Column(CREATED) createdAt!: Date;
  @Column({ ...TIME, name: 'removed_at', nullable: true }) removedAt!: Date | null;
}
