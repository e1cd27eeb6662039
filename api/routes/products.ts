import { deletedSubject, listOf, PageOnly, SubjectParams } from '../../domain/contract/common.js';
import {
  CreateProductSchema,
  ProductSchema,
  UpdateProductSchema,
} from '../../domain/contract/product.js';
import { contract } from '../contract.js';

export const createProduct = contract({
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
});

export const listProducts = contract({
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
});

export const getProduct = contract({
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
});

export const updateProduct = contract({
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
});

export const deleteProduct = contract({
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
});
