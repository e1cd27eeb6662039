import {
  buildDeletedSubjectSchema,
  buildListSchema,
  PageOnly,
  SubjectParams,
} from '../../domain/contract/common.js';
import {
  CreateProductSchema,
  ProductSchema,
  UpdateProductSchema,
} from '../../domain/contract/product.js';
import { defineContract } from '../contract.js';

export const createProduct = defineContract({
  id: 'createProduct',
  method: 'POST',
  path: '/v1/products',
  summary: 'Save a product',
  description:
    'Free. Generations that use its `product_id` reproduce its shape, label and colors. We store copies of the photos, rotated upright, with EXIF and GPS data removed. `analysis` is null at first and is filled in shortly afterwards.',
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
      'Saves an item from 1 to 3 photos, so that generations can reproduce it faithfully. Free, within the limit of the plan. If a person has the photos, collect them with `open_upload_box` first.',
  },
  example: {
    name: 'Rose serum',
    images: ['upl_0123456789abcdef0123456789abcdef'],
    category: 'skincare',
  },
});

export const listProducts = defineContract({
  id: 'listProducts',
  method: 'GET',
  path: '/v1/products',
  summary: 'List products, newest first',
  tag: 'Products',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: PageOnly('Default: all products, at most 200.'),
  response: buildListSchema('ProductList', ProductSchema, 'Newest first'),
  errors: [],
  tool: {
    name: 'list_products',
    title: 'List products',
    description:
      'Lists the saved products, newest first. Free. Pass an id as `product_id` to `generate_image` or `generate_video`.',
  },
});

export const getProduct = defineContract({
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

export const updateProduct = defineContract({
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

export const deleteProduct = defineContract({
  id: 'deleteProduct',
  method: 'DELETE',
  path: '/v1/products/{id}',
  summary: 'Delete a product and its photos',
  description:
    "Existing generations are kept. The product no longer counts toward the plan's limit.",
  tag: 'Products',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: SubjectParams,
  response: buildDeletedSubjectSchema('DeletedProduct', 'product'),
  errors: ['NOT_FOUND'],
});
