import { Type, type Static } from 'typebox';
import {
  COLLECTION_ITEMS_MAX,
  ITEMS_PER_REQUEST,
  PREVIEWS_MAX,
} from '../catalogue/collection-limits.js';
import { ObjectName, PrefixedId, UnixMs } from './common.js';
import type { MediaUrl } from './generation.js';
import { PRINTABLE } from './printable.js';

const NAME_MAX = 80;

const Name = Type.String({
  minLength: 1,
  maxLength: NAME_MAX,
  pattern: PRINTABLE,
  description:
    'A name in one line. Two collections of an account cannot have the same name, ignoring case',
});

/** Body of POST /v1/collections. */
export const CreateCollectionSchema = Type.Object(
  { name: Name },
  { $id: 'CreateCollection', description: 'A collection to create', additionalProperties: false },
);
export type CreateCollectionBody = Static<typeof CreateCollectionSchema>;

/** Body of PATCH /v1/collections/{id}. */
export const UpdateCollectionSchema = Type.Object(
  { name: Name },
  { $id: 'UpdateCollection', description: 'Changes to a collection', additionalProperties: false },
);
export type UpdateCollectionBody = Static<typeof UpdateCollectionSchema>;

/** Body of a request that adds generations to a collection or removes them. */
export const CollectionItemsSchema = Type.Object(
  {
    generation_ids: Type.Array(PrefixedId('gen', 'Generation ID'), {
      minItems: 1,
      maxItems: ITEMS_PER_REQUEST,
      description: `IDs of 1 to ${ITEMS_PER_REQUEST} generations. Repeated IDs count once`,
    }),
  },
  {
    $id: 'CollectionItems',
    description: 'Generations to add to a collection or to remove from it',
    additionalProperties: false,
  },
);
export type CollectionItemsBody = Static<typeof CollectionItemsSchema>;

/** A collection in a response. */
export const CollectionSchema = Type.Object(
  {
    id: PrefixedId('col', 'Collection ID'),
    object: ObjectName('collection'),
    name: Type.String({ description: 'Name' }),
    items: Type.Integer({
      minimum: 0,
      maximum: COLLECTION_ITEMS_MAX,
      description: 'Number of generations in the collection',
    }),
    thumbnail_urls: Type.Array(Type.String({ format: 'uri' }), {
      maxItems: PREVIEWS_MAX,
      description: `URLs of previews of its newest generations, at most ${PREVIEWS_MAX}`,
    }),
    created_at: UnixMs('Creation time'),
  },
  {
    $id: 'Collection',
    description:
      'A named set of generations. List its generations with `GET /v1/generations?collection=`',
  },
);
export type CollectionBody = Static<typeof CollectionSchema>;

/** The columns of a collection that responses contain. */
export interface CollectionView {
  readonly id: string;
  readonly name: string;
  readonly items: number;
  readonly createdAt: Date;
}

/**
 * Presents a collection.
 * @param previews keys of the previews of its newest generations
 */
export function presentCollection(
  row: CollectionView,
  previews: readonly string[],
  mediaUrl: MediaUrl,
): CollectionBody {
  return {
    id: row.id,
    object: 'collection',
    name: row.name,
    items: row.items,
    thumbnail_urls: previews.map(mediaUrl),
    created_at: row.createdAt.getTime(),
  };
}
