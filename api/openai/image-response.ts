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
    total_tokens: Tokens('Credits that were charged'),
  },
  { $id: 'ImageUsage', description: 'Cost of the images. One token is one credit' },
);

const Image = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'URL of the image in WebP, valid until the image is deleted',
      }),
    ),
    b64_json: Type.Optional(Type.String({ description: 'The image, encoded in base64' })),
  },
  { $id: 'Image', description: 'An image, as a URL or in base64' },
);

/** The response of both image endpoints. */
export const ImagesResponse = Type.Object(
  {
    created: Type.Integer({ description: 'Time the first image was completed, in Unix seconds' }),
    background: Type.String({ description: 'Always `opaque`' }),
    output_format: Type.String({ description: '`png`, `jpeg` or `webp`' }),
    quality: Type.String({ description: 'Always `high`' }),
    size: Type.String({ description: 'Width and height in pixels' }),
    data: Type.Array(Image, {
      description: 'The images. Failed images are left out and refunded.',
    }),
    usage: Usage,
  },
  { $id: 'ImagesResponse', description: 'The images that were created' },
);
