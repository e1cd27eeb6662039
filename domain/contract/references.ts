import { Type } from 'typebox';
import { MediaField } from './media.js';

const TAG = '^@[A-Za-z0-9_]{1,20}$';

/** `reference_images` of images and videos (spec): what the prompt calls by a tag. */
export const ReferenceImages = (maxItems: number) =>
  Type.Array(
    Type.Object(
      {
        tag: Type.Optional(
          Type.String({ pattern: TAG, description: 'Default `@ref1`, `@ref2`, …' }),
        ),
        image: MediaField('What the prompt calls by the tag.'),
      },
      { additionalProperties: false },
    ),
    { maxItems },
  );
