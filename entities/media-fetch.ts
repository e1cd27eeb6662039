import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CREATED } from './columns.js';

/**
 * When a rendition was first fetched. A platform that fetched it has received the post, even if its
 * response was lost.
 */
@Entity('media_fetch')
export class MediaFetch {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'media_fetch_pk' }) key!: string;
  @Column({ name: 'post_id', type: 'text' }) postId!: string;
  @Column(CREATED) createdAt!: Date;
}
