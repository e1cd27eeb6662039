import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/**
 * Records of the agents' sign-in: clients, open requests, grants, codes and tokens. The id of a
 * code or token is its secret, so only the id's SHA-256 is stored.
 */
@Entity('oauth_record')
@Index('oauth_record_grant', ['grantId', 'model', 'createdAt'], { where: 'grant_id IS NOT NULL' })
@Index('oauth_record_account', ['accountId'], { where: 'account_id IS NOT NULL' })
@Index('oauth_record_age', ['expiresAt'])
@Index('oauth_record_network', ['network', 'model'], {
  where: 'network IS NOT NULL AND account_id IS NULL',
})
export class OauthRecord {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'oauth_record_pk' }) model!: string;
  @PrimaryColumn({
    name: 'id_hash',
    type: 'bytea',
    primaryKeyConstraintName: 'oauth_record_pk',
  })
  idHash!: Buffer;
  /** The record as written by the OAuth library, without the id. */
  @Column({ type: 'jsonb' }) payload!: object;
  @Column({ name: 'grant_id', type: 'text', nullable: true }) grantId!: string | null;
  @Column({ name: 'account_id', type: 'text', nullable: true }) accountId!: string | null;
  /** Hash of the network that an anonymous request came from. */
  @Column({ type: 'bytea', nullable: true }) network!: Buffer | null;
  /** When a code or a refresh token was used. */
  @Column({ ...TIME, name: 'consumed_at', nullable: true }) consumedAt!: Date | null;
  @Column(CREATED) createdAt!: Date;
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
}
