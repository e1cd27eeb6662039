import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Platform } from '../domain/catalogue/social-platforms.js';
import { CREATED, TIME } from './columns.js';

/** One-time link for connecting a platform account. Only hashes of its secrets are stored. */
@Entity('social_connect_link')
@Index('social_connect_link_age', ['expiresAt'])
@Index('social_connect_link_state', ['stateHash'], { unique: true })
export class SocialConnectLink {
  /** SHA-256 of the token in the link's URL, in hex. */
  @PrimaryColumn({
    type: 'text',
    name: 'token_hash',
    primaryKeyConstraintName: 'social_connect_link_pk',
  })
  tokenHash!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'character_id', type: 'text' }) characterId!: string;
  @Column({ type: 'text' }) platform!: Platform;
  @Column({ name: 'redirect_url', type: 'text' }) redirectUrl!: string;
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
  /**
   * SHA-256 of the authorization's state, in hex; null until the owner continues to the platform.
   */
  @Column({ name: 'state_hash', type: 'text', nullable: true }) stateHash!: string | null;
  /** SHA-256 of the cookie of the browser that continued, in hex. */
  @Column({ name: 'browser_hash', type: 'text', nullable: true }) browserHash!: string | null;
  /** PKCE verifier, sealed for the owner `tokenHash`. */
  @Column({ type: 'text', nullable: true }) verifier!: string | null;
  @Column({ ...TIME, name: 'used_at', nullable: true }) usedAt!: Date | null;
  /** The URL that the owner was redirected to; a repeated callback returns the same URL. */
  @Column({ name: 'sent_to', type: 'text', nullable: true }) sentTo!: string | null;
  @Column(CREATED) createdAt!: Date;
}
