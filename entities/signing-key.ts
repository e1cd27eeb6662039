import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { CREATED } from './columns.js';

/**
 * A key for Content Credentials, made by this service. The newest leaf signs. Roots are kept, so
 * that older files can be verified.
 */
@Entity('signing_key')
@Check('signing_key_kind', "kind IN ('root', 'leaf')")
export class SigningKey {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'signing_key_pk' }) id!: string;
  @Column({ type: 'text' }) kind!: 'root' | 'leaf';
  /** The root that certified a leaf; null for a root. */
  @Column({ name: 'root_id', type: 'text', nullable: true }) rootId!: string | null;
  /** The certificate in PEM. */
  @Column({ type: 'text' }) certificate!: string;
  /** The private key in PEM, sealed. */
  @Column({ name: 'private_key', type: 'text' }) privateKey!: string;
  @Column(CREATED) createdAt!: Date;
}
