import { Type } from 'typebox';
import { TAG } from './patterns.js';
import { MediaField } from './media-field.js';

const ReferenceImage = Type.Object(
  {
    tag: Type.Optional(
      Type.String({
        pattern: TAG,
        description:
          'Name to use in the prompt, such as `@jacket`. Defaults to `@ref1`, `@ref2`, …, by position.',
      }),
    ),
    image: MediaField('The image that the tag refers to.'),
  },
  {
    $id: 'ReferenceImage',
    description: 'An image that the prompt refers to by a tag',
    additionalProperties: false,
  },
);

/** Builds `reference_images` for images and videos: images that the prompt refers to by tags. */
export const ReferenceImages = (maxItems: number) =>
  Type.Array(ReferenceImage, {
    maxItems,
    description: `Images that the prompt refers to by their tags, at most ${maxItems}`,
  });
