import { Type } from 'typebox';
import { TAG } from './common.js';
import { MediaField } from './media-field.js';

const ReferenceImage = Type.Object(
  {
    tag: Type.Optional(
      Type.String({
        pattern: TAG,
        description:
          'What the prompt calls the picture by, such as `@jacket`. Default `@ref1`, `@ref2`, … by place.',
      }),
    ),
    image: MediaField('What the prompt calls by the tag.'),
  },
  {
    $id: 'ReferenceImage',
    description: 'A picture that the prompt names by a tag',
    additionalProperties: false,
  },
);

/** `reference_images` of images and videos: what the prompt calls by a tag. */
export const ReferenceImages = (maxItems: number) =>
  Type.Array(ReferenceImage, {
    maxItems,
    description: `Pictures that the prompt names by their tags, ${maxItems} at most`,
  });
