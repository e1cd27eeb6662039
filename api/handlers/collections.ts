import {
  createCollection as create,
  removeCollection,
  renameCollection,
} from '../../domain/collections/change-collection.js';
import { addItems, removeItems } from '../../domain/collections/change-items.js';
import { findCollections, readCollection } from '../../domain/collections/find-collections.js';
import { presentPage } from '../../domain/contract/common.js';
import { route } from '../route.js';
import * as contracts from '../routes/collections.js';

export const createCollection = route(contracts.createCollection, {
  handle: ({ body, claim, deps }) => create(deps, claim, body),
});

export const listCollections = route(contracts.listCollections, {
  async handle({ query, caller, deps }) {
    const page = await findCollections(deps.db.manager, caller.accountId, query, deps.mediaUrl);
    return presentPage(page, (body) => body);
  },
});

export const getCollection = route(contracts.getCollection, {
  handle: ({ params, caller, deps }) =>
    readCollection(deps.db.manager, { id: params.id, accountId: caller.accountId }, deps.mediaUrl),
});

export const updateCollection = route(contracts.updateCollection, {
  handle: ({ params, body, claim, deps }) => renameCollection(deps, claim, params.id, body),
});

export const deleteCollection = route(contracts.deleteCollection, {
  handle: ({ params, claim, deps }) => removeCollection(deps, claim, params.id),
});

export const addCollectionItems = route(contracts.addCollectionItems, {
  handle: ({ params, body, claim, deps }) => addItems(deps, claim, params.id, body),
});

export const removeCollectionItems = route(contracts.removeCollectionItems, {
  handle: ({ params, body, claim, deps }) => removeItems(deps, claim, params.id, body),
});
