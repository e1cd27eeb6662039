import { refuseInvalid } from '../../domain/contract/refusal.js';
import { accept, type MediaRequest } from './accept.js';
import { chooseCompleted } from './choose-completed.js';
import { endpoint, type AnyVisit, type Held, type DeferredAnswer } from './endpoint.js';
import { ImageOptions, type ImageOptionsBody, type OutputFormat } from './image-options.js';
import { ImagesResponse } from './image-response.js';
import { isInlineByDefault, expectImageModel } from './models.js';
import { presentUrls, streamEvents, streamImages } from './present-images.js';
import { fitImageSize, parseSize } from './sizes.js';
import { enterWait, waitForEnds } from './wait-for-ends.js';

export const createImages = endpoint({
  id: 'createImage',
  method: 'POST',
  path: '/images/generations',
  summary: 'Create images',
  description:
    'Waits until the images are complete. Each image is a generation, and the `X-Generation-Id` header contains their IDs. The generations continue if the client disconnects.',
  tag: 'Images',
  scopes: ['generate', 'read'],
  body: ImageOptions,
  forms: ['json'],
  response: ImagesResponse,
  contentTypes: ['text/event-stream'],
  errors: ['CONTENT_BLOCKED', 'INSUFFICIENT_CREDITS', 'NOT_FOUND', 'CONFLICT'],
  example: { prompt: 'a red fox in snow', size: '1024x1024' },
  handle: async (visit) => {
    const { prompt, size } = visit.body;
    const shape = fitImageSize(parseSize(size) ?? undefined);
    const raw = { prompt, ...shape };
    return makeImages(visit, { options: visit.body, raw }, 'image_generation');
  },
});

/** A parsed request for images. */
interface ImagesRequest extends MediaRequest {
  readonly options: Omit<ImageOptionsBody, 'prompt'>;
}

/**
 * Requests images.
 * @param event name of the stream's events, if the client requested a stream
 * @returns a function that waits for the images and creates the response
 */
export async function makeImages(
  visit: AnyVisit,
  { options, ...request }: ImagesRequest,
  event: string,
): Promise<DeferredAnswer> {
  const { ctx, deps, caller, edge, gone, ignored } = visit;
  const copies = options.n ?? 1;
  expectImageModel(options.model);
  expectSlots(copies, caller.limits.concurrent_jobs);
  const format = options.output_format ?? 'png';
  const isStream = options.stream === true;
  const isInline = isStream || isInlineWanted(options);
  if (!isInline && options.output_format && format !== 'webp') ignored.add('output_format');
  enterWait(visit);
  const ids = await accept('image', visit, request, copies);
  const presentation = { format, isInline, event: isStream ? event : null };
  return deferAnswer(ids, { ctx, deps, caller, edge, gone }, presentation);
}

/** Presentation of the images in the response. */
interface Presentation {
  readonly format: OutputFormat;
  readonly isInline: boolean;
  /** Event name; null if the client did not request a stream. */
  readonly event: string | null;
}

const deferAnswer =
  (ids: readonly string[], held: Held, { format, isInline, event }: Presentation): DeferredAnswer =>
  async () => {
    const ended = waitForEnds(ids, held).then(chooseCompleted);
    if (event !== null) return streamEvents({ name: event, format, images: ended }, held);
    const images = await ended;
    return isInline ? streamImages(images, format, held) : { json: presentUrls(images) };
  };

const isInlineWanted = ({ response_format: format, model }: ImagesRequest['options']): boolean =>
  format ? format === 'b64_json' : isInlineByDefault(model);

/**
 * Refuses more copies than the account may run concurrently. The status is 400, because clients
 * would repeat a 429 although the request can never succeed.
 */
function expectSlots(copies: number, slots: number): void {
  if (copies <= slots) return;
  const message = `is ${copies}, and the account may run ${slots} generations concurrently`;
  throw refuseInvalid([{ path: 'body.n', message }]);
}
