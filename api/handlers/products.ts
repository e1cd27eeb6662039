import { saveProduct } from '../../domain/subjects/save-subject.js';
import { removeSubject } from '../../domain/subjects/remove-subject.js';
import { findProduct, findProducts } from '../../domain/subjects/find-subject.js';
import { changeProduct } from '../../domain/subjects/change-subject.js';
import { presentPage } from '../../domain/contract/common.js';
import { presentProduct } from '../../domain/contract/product.js';
import { route } from '../route.js';
import * as contracts from '../routes/products.js';

export const createProduct = route(contracts.createProduct, {
  async handle({ body, caller, claim, deps }) {
    return saveProduct(deps, { caller, claim, body });
  },
});

export const listProducts = route(contracts.listProducts, {
  async handle({ query, caller, deps }) {
    const page = await findProducts(deps.db.manager, caller.accountId, query);
    return presentPage(page, (row) => presentProduct(row, deps.mediaUrl));
  },
});

export const getProduct = route(contracts.getProduct, {
  async handle({ params, caller, deps }) {
    const row = await findProduct(deps.db.manager, caller.accountId, params.id);
    return presentProduct(row, deps.mediaUrl);
  },
});

export const updateProduct = route(contracts.updateProduct, {
  async handle({ params, body, caller, claim, deps }) {
    const change = { accountId: caller.accountId, id: params.id, claim };
    return changeProduct(deps, change, body);
  },
});

export const deleteProduct = route(contracts.deleteProduct, {
  async handle({ params, caller, claim, deps }) {
    const which = { accountId: caller.accountId, id: params.id, claim };
    return removeSubject(deps, 'product', which);
  },
});
