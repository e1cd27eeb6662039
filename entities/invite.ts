import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Role } from '../domain/catalogue/roles.js';
import { CREATED, TIME } from './columns.js';

/** An open invitation. Accepting it creates a member and deletes the row. */
@Entity('invite')
@Unique('invite_secret', ['secretHash'])
@Check('invite_role', "role IN ('owner', 'developer', 'viewer')")
@Index('invite_account', ['accountId', 'createdAt'])
@Index('invite_email', ['email'], { where: 'email IS NOT NULL' })
export class Invite {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'invite_pk' }) id!: string;
  @Column({ name: 'secret_hash', type: 'bytea' }) secretHash!: Buffer;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) name!: string;
  /** The e-mail address in lower case, which single sign-on uses to find the invite. */
  @Column({ type: 'text', nullable: true }) email!: string | null;
  @Column({ type: 'text' }) role!: Role;
  /** The member who sent the invitation; null for the account itself. */
  @Column({ name: 'invited_by', type: 'text', nullable: true }) invitedBy!: string | null;
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
  @Column(CREATED) createdAt!: Date;
}
