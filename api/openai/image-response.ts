import { Type } from 'typebox';

const Tokens = (description: string) => Type.Integer({ minimum: 0, description });

const Usage = Type.Object(
  {
    input_tokens: Tokens('Always 0'),
    input_tokens_details: Type.Object(
      { text_tokens: Tokens('Always 0'), image_tokens: Tokens('Always 0') },
      { description: 'Always 0' },
    ),
    output_tokens: Tokens('Credits that were charged'),
    total_tokens: Tokens('The same'),
  },
  { $id: 'ImageUsage', description: 'Cost of the images: one token is one credit' },
);

const Image = Type.Object(
  {
    url: Type.Optional(
      Type.String({ format: 'uri', description: 'The image as WebP, until it is deleted' }),
    ),
    b64_json: Type.Optional(Type.String({ description: 'The image as base64' })),
  },
  { $id: 'Image', description: 'One image: its address, or the image itself' },
);

/** The response of both image endpoints. */
export const ImagesResponse = Type.Object(
  {
    created: Type.Integer({ description: 'When the first one was completed, in Unix seconds' }),
    background: Type.String({ description: 'Always `opaque`' }),
    output_format: Type.String({ description: '`png`, `jpeg` or `webp`' }),
    quality: Type.String({ description: 'Always `high`' }),
    size: Type.String({ description: 'Width and height in pixels' }),
    data: Type.Array(Image, {
      description: 'The images. One that failed is missing, and refunded.',
    }),
    usage: Usage,
  },
  { $id: 'ImagesResponse', description: 'Images that were made' },
);
