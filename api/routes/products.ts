import { saveProduct } from '../../domain/subjects/save-subject.js';
import { removeSubject } from '../../domain/subjects/remove-subject.js';
import { findProduct, findProducts } from '../../domain/subjects/find-subject.js';
import { changeProduct } from '../../domain/subjects/change-subject.js';
import {
  deletedSubject,
  listOf,
  PageOnly,
  presentPage,
  SubjectParams,
} from '../../domain/contract/common.js';
import {
  CreateProductSchema,
  presentProduct,
  ProductSchema,
  UpdateProductSchema,
} from '../../domain/contract/product.js';
import { route } from '../route.js';

export const createProduct = route({
  id: 'createProduct',
  method: 'POST',
  path: '/v1/products',
  summary: 'Save a product',
  description:
    'Free. Generations that name it reproduce its shape, label and colours. The photos are copied, upright and without EXIF and GPS; `analysis` is filled a moment later.',
  tag: 'Products',
  scope: 'generate',
  idempotency: 'required',
  status: 201,
  body: CreateProductSchema,
  media: true,
  response: ProductSchema,
  errors: ['CONTENT_BLOCKED', 'LIMIT_REACHED', 'NOT_FOUND'],
  tool: {
    name: 'create_product',
    title: 'Save a product',
    description:
      'Saves an item of 1 to 3 photos, which generations then reproduce faithfully. Free, within the limit of the plan. Photos that a person has go through `open_upload_box` first.',
  },
  example: {
    name: 'Rose serum',
    images: ['upl_0123456789abcdef0123456789abcdef'],
    category: 'skincare',
  },
  async handle({ body, caller, claim, deps }) {
    return saveProduct(deps, { caller, claim, body });
  },
});

export const listProducts = route({
  id: 'listProducts',
  method: 'GET',
  path: '/v1/products',
  summary: 'List the products, newest first',
  tag: 'Products',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: PageOnly('Without it: every product, 200 at most.'),
  response: listOf('ProductList', ProductSchema, 'Newest first'),
  errors: [],
  tool: {
    name: 'list_products',
    title: 'List products',
    description:
      'The saved products, newest first. Free. Their ids are `product_id` of `generate_image` and `generate_video`.',
  },
  async handle({ query, caller, deps }) {
    const page = await findProducts(deps.db.manager, caller.accountId, query);
    return presentPage(page, (row) => presentProduct(row, deps.mediaUrl));
  },
});

export const getProduct = route({
  id: 'getProduct',
  method: 'GET',
  path: '/v1/products/{id}',
  summary: 'Get a product',
  tag: 'Products',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: SubjectParams,
  response: ProductSchema,
  errors: ['NOT_FOUND'],
  async handle({ params, caller, deps }) {
    const row = await findProduct(deps.db.manager, caller.accountId, params.id);
    return presentProduct(row, deps.mediaUrl);
  },
});

export const updateProduct = route({
  id: 'updateProduct',
  method: 'PATCH',
  path: '/v1/products/{id}',
  summary: 'Rename a product',
  tag: 'Products',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: SubjectParams,
  body: UpdateProductSchema,
  response: ProductSchema,
  errors: ['CONTENT_BLOCKED', 'NOT_FOUND'],
  example: { name: 'Rose serum, 50 ml' },
  async handle({ params, body, caller, claim, deps }) {
    const change = { accountId: caller.accountId, id: params.id, claim };
    return changeProduct(deps, change, body);
  },
});

export const deleteProduct = route({
  id: 'deleteProduct',
  method: 'DELETE',
  path: '/v1/products/{id}',
  summary: 'Delete a product with its photos',
  description: 'Past generations are kept. The place under the limit of the plan is free at once.',
  tag: 'Products',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: SubjectParams,
  response: deletedSubject('DeletedProduct', 'product'),
  errors: ['NOT_FOUND'],
  async handle({ params, caller, claim, deps }) {
    const which = { accountId: caller.accountId, id: params.id, claim };
    return removeSubject(deps, 'product', which);
  },
});
