import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CREATED } from './columns.js';

/**
 * The first time that a rendition was fetched. A platform that fetched it has accepted the post,
 * also when its answer was lost.
 */
@Entity('media_fetch')
export class MediaFetch {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'media_fetch_pk' }) key!: string;
  @Column({ name: 'post_id', type: 'text' }) postId!: string;
  @Column(CREATED) createdAt!: Date;
}
