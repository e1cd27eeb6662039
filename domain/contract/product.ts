import { Type, type Static } from 'typebox';
import { Name, Photos } from './character.js';
import { nullable, UnixMs } from './common.js';
import type { MediaUrl } from './generation.js';

const NAME_MAX = 40;

/** The specification sets no limit; this is plenty for a word or two. */
const CATEGORY_MAX = 100;

/** Body of POST /v1/products (spec). */
export const CreateProductSchema = Type.Object(
  {
    name: Name(NAME_MAX),
    images: Photos('1 to 3 photos of the item, the clearest first'),
    category: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: CATEGORY_MAX,
        description: 'Free-form, for example skincare, apparel or beverage',
      }),
    ),
  },
  { $id: 'CreateProduct', additionalProperties: false },
);
export type CreateProductBody = Static<typeof CreateProductSchema>;

/** Body of PATCH /v1/products/{id} (spec). */
export const UpdateProductSchema = Type.Object(
  { name: Name(NAME_MAX) },
  { $id: 'UpdateProduct', additionalProperties: false },
);

const AnalysisSchema = Type.Object({
  product_analysis: Type.Object({
    type: Type.String({ description: 'What it is, in a word or two' }),
    detailed_description: Type.String(),
  }),
});
export type ProductAnalysis = Static<typeof AnalysisSchema>;

/** Product (spec, Resources). */
export const ProductSchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z2-7]{20}$' }),
    object: Type.Literal('product'),
    name: Type.String(),
    category: nullable(Type.String()),
    images: Type.Array(Type.String({ format: 'uri' })),
    analysis: nullable(AnalysisSchema),
    created_at: UnixMs,
    updated_at: UnixMs,
  },
  { $id: 'Product' },
);
export type ProductBody = Static<typeof ProductSchema>;

/** The columns of a product that the outside sees. */
export interface ProductView {
  readonly id: string;
  readonly name: string;
  readonly category: string | null;
  readonly photos: readonly string[];
  readonly analysis: ProductAnalysis | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Presents a product. */
export function presentProduct(row: ProductView, mediaUrl: MediaUrl): ProductBody {
  return {
    id: row.id,
    object: 'product',
    name: row.name,
    category: row.category,
    images: row.photos.map(mediaUrl),
    analysis: row.analysis,
    created_at: row.createdAt.getTime(),
    updated_at: row.updatedAt.getTime(),
  };
}
