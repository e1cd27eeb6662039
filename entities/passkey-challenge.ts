import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

/** A challenge for one passkey signature. Only its SHA-256 is stored. */
@Entity('passkey_challenge')
@Index('passkey_challenge_age', ['expiresAt'])
export class PasskeyChallenge {
  @PrimaryColumn({
    name: 'challenge_hash',
    type: 'bytea',
    primaryKeyConstraintName: 'passkey_challenge_pk',
  })
  challengeHash!: Buffer;
  /** The session that adds a passkey; null for a sign-in. */
  @Column({ name: 'session_id', type: 'text', nullable: true }) sessionId!: string | null;
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
}
