import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/** The origin of a session. */
export type SessionOrigin = 'link' | 'invite' | 'passkey' | 'oidc';

/** A browser session of a signed-in person. Only the SHA-256 of its cookie is stored. */
@Entity('session')
@Unique('session_token', ['tokenHash'])
@Index('session_account', ['accountId', 'createdAt'])
export class Session {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'session_pk' }) id!: string;
  @Column({ name: 'token_hash', type: 'bytea' }) tokenHash!: Buffer;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /** The member's id; null for the account holder, who is an owner. */
  @Column({ name: 'member_id', type: 'text', nullable: true }) memberId!: string | null;
  /** The key that counts the session's credits, caps and rates. */
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  @Column({ type: 'boolean', default: false }) operator!: boolean;
  @Column({ name: 'opened_by', type: 'text' }) openedBy!: SessionOrigin;
  /** The browser's user agent, shortened, so that people can recognize the browser. */
  @Column({ type: 'text' }) browser!: string;
  @Column(CREATED) createdAt!: Date;
  @Column({ ...TIME, name: 'last_seen_at', default: () => 'now()' }) lastSeenAt!: Date;
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
}
