import { Type, type Static } from 'typebox';
import { Name, Photos } from './character.js';
import { buildNullable, ObjectName, OwnSubjectId, UnixMs } from './common.js';
import type { MediaUrl } from './generation.js';

const NAME_MAX = 40;

/**
 * Maximum characters of a category. The specification sets no limit; this is enough for a few
 * words.
 */
const CATEGORY_MAX = 100;

/** Body of POST /v1/products. */
export const CreateProductSchema = Type.Object(
  {
    name: Name(NAME_MAX),
    images: Photos('1–3 photos of the item. Start with the clearest'),
    category: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: CATEGORY_MAX,
        description: 'Any category, for example skincare, apparel or beverage',
      }),
    ),
  },
  { $id: 'CreateProduct', description: 'A product to save', additionalProperties: false },
);
export type CreateProductBody = Static<typeof CreateProductSchema>;

/** Body of PATCH /v1/products/{id}. */
export const UpdateProductSchema = Type.Object(
  { name: Name(NAME_MAX) },
  { $id: 'UpdateProduct', description: 'Changes to a product', additionalProperties: false },
);
export type UpdateProductBody = Static<typeof UpdateProductSchema>;

const AnalysisSchema = Type.Object(
  {
    product_analysis: Type.Object(
      {
        type: Type.String({ description: 'Type of product, in a few words' }),
        detailed_description: Type.String({
          description: 'Description of the shape, label and colors',
        }),
      },
      { description: 'Description of the product' },
    ),
  },
  { $id: 'ProductAnalysis', description: 'Analysis of the photos' },
);
export type ProductAnalysis = Static<typeof AnalysisSchema>;

/** A product in a response. */
export const ProductSchema = Type.Object(
  {
    id: OwnSubjectId,
    object: ObjectName('product'),
    name: Type.String({ description: 'Display name' }),
    category: buildNullable(
      Type.String({ description: 'The category you sent. Null if there is none' }),
    ),
    images: Type.Array(Type.String({ format: 'uri' }), {
      description: 'URLs of the stored photos, in the order you sent them',
    }),
    analysis: buildNullable(AnalysisSchema, 'Null until the photos have been analyzed'),
    created_at: UnixMs('Creation time'),
    updated_at: UnixMs('Time of the last change'),
  },
  { $id: 'Product', description: 'A saved item with the same appearance in every generation' },
);
export type ProductBody = Static<typeof ProductSchema>;

/** The columns of a product that responses contain. */
export interface ProductView {
  readonly id: string;
  readonly name: string;
  readonly category: string | null;
  readonly photos: readonly string[];
  readonly analysis: ProductAnalysis | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

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
