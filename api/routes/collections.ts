import { Type } from 'typebox';
import { COLLECTION_ITEMS_MAX, COLLECTIONS_MAX } from '../../domain/catalogue/collection-limits.js';
import {
  CollectionItemsSchema,
  CollectionSchema,
  CreateCollectionSchema,
  UpdateCollectionSchema,
} from '../../domain/contract/collection.js';
import {
  buildDeletedSchema,
  buildListSchema,
  PageOnly,
  PrefixedId,
} from '../../domain/contract/common.js';
import { defineContract } from '../contract.js';

const CollectionId = Type.Object({ id: PrefixedId('col', 'Collection ID') });

export const createCollection = defineContract({
  id: 'createCollection',
  method: 'POST',
  path: '/v1/collections',
  summary: 'Create a collection',
  description: `A collection is a named set of generations. An account can have ${COLLECTIONS_MAX} collections, with ${COLLECTION_ITEMS_MAX.toLocaleString('en-US')} generations each. A generation can be in several collections.`,
  tag: 'Collections',
  scope: 'generate',
  idempotency: 'required',
  status: 201,
  body: CreateCollectionSchema,
  response: CollectionSchema,
  errors: ['CONFLICT', 'LIMIT_REACHED'],
  example: { name: 'Spring campaign' },
});

export const listCollections = defineContract({
  id: 'listCollections',
  method: 'GET',
  path: '/v1/collections',
  summary: 'List collections, newest first',
  tag: 'Collections',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: PageOnly(`Default: all collections, at most ${COLLECTIONS_MAX}.`),
  response: buildListSchema('CollectionList', CollectionSchema, 'Newest first'),
  errors: [],
});

export const getCollection = defineContract({
  id: 'getCollection',
  method: 'GET',
  path: '/v1/collections/{id}',
  summary: 'Get a collection',
  description: 'List its generations with `GET /v1/generations?collection=`.',
  tag: 'Collections',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: CollectionId,
  response: CollectionSchema,
  errors: ['NOT_FOUND'],
});

export const updateCollection = defineContract({
  id: 'updateCollection',
  method: 'PATCH',
  path: '/v1/collections/{id}',
  summary: 'Rename a collection',
  tag: 'Collections',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: CollectionId,
  body: UpdateCollectionSchema,
  response: CollectionSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: { name: 'Summer campaign' },
});

export const deleteCollection = defineContract({
  id: 'deleteCollection',
  method: 'DELETE',
  path: '/v1/collections/{id}',
  summary: 'Delete a collection',
  description: 'Its generations are kept.',
  tag: 'Collections',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: CollectionId,
  response: buildDeletedSchema('DeletedCollection', 'collection', 'col'),
  errors: ['NOT_FOUND'],
});

export const addCollectionItems = defineContract({
  id: 'addCollectionItems',
  method: 'POST',
  path: '/v1/collections/{id}/items',
  summary: 'Add generations to a collection',
  description:
    'Adds all of them or, after an error, none. Generations that are already in the collection stay in it. A generation leaves its collections when it is deleted.',
  tag: 'Collections',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: CollectionId,
  body: CollectionItemsSchema,
  response: CollectionSchema,
  errors: ['NOT_FOUND', 'LIMIT_REACHED'],
  example: { generation_ids: ['gen_0123456789abcdef0123456789abcdef'] },
});

export const removeCollectionItems = defineContract({
  id: 'removeCollectionItems',
  method: 'POST',
  path: '/v1/collections/{id}/items/remove',
  summary: 'Remove generations from a collection',
  description: 'The generations are kept. IDs that are not in the collection are ignored.',
  tag: 'Collections',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: CollectionId,
  body: CollectionItemsSchema,
  response: CollectionSchema,
  errors: ['NOT_FOUND'],
  example: { generation_ids: ['gen_0123456789abcdef0123456789abcdef'] },
});
