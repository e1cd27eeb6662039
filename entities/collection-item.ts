import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

/** A generation in a collection. It is removed with either of them. */
@Entity('collection_item')
@ForeignKey('collection', ['collectionId'], ['id'], {
  name: 'collection_item_collection_fk',
  onDelete: 'CASCADE',
})
@ForeignKey('generation', ['generationId'], ['id'], {
  name: 'collection_item_generation_fk',
  onDelete: 'CASCADE',
})
@Index('collection_item_page', ['collectionId', 'madeAt', 'generationId'])
@Index('collection_item_generation', ['generationId'])
export class CollectionItem {
  @PrimaryColumn({
    name: 'collection_id',
    type: 'text',
    primaryKeyConstraintName: 'collection_item_pk',
  })
  collectionId!: string;
  @PrimaryColumn({
    name: 'generation_id',
    type: 'text',
    primaryKeyConstraintName: 'collection_item_pk',
  })
  generationId!: string;
  /**
   * Creation time of the generation, which never changes: a page of a collection is one range of an
   * index, however large the collection is.
   */
  @Column({ ...TIME, name: 'made_at' }) madeAt!: Date;
  @Column({ ...TIME, name: 'added_at', default: () => 'now()' }) addedAt!: Date;
}
