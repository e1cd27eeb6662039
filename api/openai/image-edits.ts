import { Type } from 'typebox';
import { IMAGE_REFERENCES_MAX } from '../../domain/catalogue/image-model.js';
import { refuseInvalid } from '../../domain/contract/refusal.js';
import { endpoint } from './endpoint.js';
import { ATTACHED, attachFiles, filesOf } from './files.js';
import { imageOptions } from './image-options.js';
import { ImagesResponse } from './image-response.js';
import { makeImages } from './images.js';
import { fitImageSize, parseSize } from './sizes.js';

export const editImages = endpoint({
  id: 'editImage',
  method: 'POST',
  path: '/images/edits',
  summary: 'Edit images',
  description:
    'Edits the first `image` as `prompt` describes. Up to 6 more images are used as references. Waits for the result, like `POST /images/generations`. A `mask` is rejected.',
  tag: 'Images',
  scopes: ['generate', 'read'],
  body: Type.Object(imageOptions, {
    $id: 'EditImageRequest',
    description: 'An image to edit. Options that are not listed are accepted but ignored.',
  }),
  forms: ['multipart'],
  files: { image: 1 + IMAGE_REFERENCES_MAX },
  response: ImagesResponse,
  contentTypes: ['text/event-stream'],
  errors: ['CONTENT_BLOCKED', 'INSUFFICIENT_CREDITS', 'NOT_FOUND', 'CONFLICT'],
  handle: async (visit) => {
    if (visit.ignored.has('mask')) throw refuseMask();
    const { prompt, size } = visit.body;
    const [scene, ...references] = filesOf(visit, 'image');
    if (!scene) throw refuseInvalid([{ path: 'body.image', message: 'is required, as a file' }]);
    const pixels = parseSize(size);
    const raw = {
      prompt,
      edit: true,
      scene_image: ATTACHED,
      ...(references.length > 0 && {
        reference_images: references.map(() => ({ image: ATTACHED })),
      }),
      ...(pixels && fitImageSize(pixels)),
    };
    const attached = attachFiles([
      ['body.scene_image', scene],
      ...references.map((file, at) => [`body.reference_images.${at}.image`, file] as const),
    ]);
    return makeImages(visit, { options: visit.body, raw, attached }, 'image_edit');
  },
});

function refuseMask() {
  const message = 'is not supported: no model here takes one. Say in `prompt` what is to change';
  return refuseInvalid([{ path: 'body.mask', message }]);
}
