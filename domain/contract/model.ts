import { Type, type Static } from 'typebox';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_MODEL_ID,
  IMAGE_REFERENCES_MAX,
  IMAGE_RESOLUTIONS,
} from '../catalogue/image-model.js';
import { imagePriceList } from '../catalogue/price.js';

/** Model and price catalogue (spec, Resources). */
export const ModelsSchema = Type.Object(
  {
    object: Type.Literal('list'),
    api_credit_multiplier: Type.Number(),
    image: Type.Object({
      id: Type.String(),
      aspect_ratios: Type.Array(Type.String()),
      resolutions: Type.Array(Type.String()),
      credits: Type.Record(Type.String(), Type.Integer()),
      max_reference_images: Type.Integer(),
    }),
    retention: Type.Object({ uploads_days: Type.Integer(), outputs: Type.String() }),
  },
  { $id: 'Models' },
);
export type ModelsBody = Static<typeof ModelsSchema>;

/** The catalogue at the configured multiplier. */
export function presentModels(multiplier: number): ModelsBody {
  return {
    object: 'list',
    api_credit_multiplier: multiplier,
    image: {
      id: IMAGE_MODEL_ID,
      aspect_ratios: [...IMAGE_ASPECT_RATIOS],
      resolutions: [...IMAGE_RESOLUTIONS],
      credits: imagePriceList(multiplier),
      max_reference_images: IMAGE_REFERENCES_MAX,
    },
    retention: { uploads_days: 7, outputs: 'kept until the generation is deleted' },
  };
}
