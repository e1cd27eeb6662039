import { Readable } from 'node:stream';
import type { ImageAspectRatio, ImageResolution } from '../../domain/catalogue/image-model.js';
import { computeImageSize } from '../../domain/catalogue/image-model.js';
import { parseServiceKey } from '../../domain/contract/media.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { toRefusal } from '../to-refusal.js';
import type { Completed } from './choose-completed.js';
import { encodeImage } from './encode-image.js';
import type { Answer, Held } from './endpoint.js';
import { presentOpenAiError } from './errors.js';
import type { OutputFormat } from './image-options.js';
import { showSize } from './sizes.js';
import { toSeconds } from './present-video.js';

const sizeOf = ({ request }: Completed): string => {
  const { aspect_ratio: ratio, resolution } = request;
  return showSize(computeImageSize(ratio as ImageAspectRatio, resolution as ImageResolution));
};

/**
 * Reports usage in tokens, as OpenAI's API requires: each charged credit counts as one output
 * token.
 */
function usageOf(images: readonly Completed[]) {
  const output = images.reduce((sum, one) => sum + one.credits - one.refunded_credits, 0);
  return {
    input_tokens: 0,
    input_tokens_details: { text_tokens: 0, image_tokens: 0 },
    output_tokens: output,
    total_tokens: output,
  };
}

/** Describes the first image, and so all of them, because they differ only in their seed. */
const describe = (first: Completed, format: OutputFormat) => ({
  background: 'opaque',
  output_format: format,
  quality: 'high',
  size: sizeOf(first),
});

/** Presents images by URL. */
export const presentUrls = (images: readonly [Completed, ...Completed[]]) => ({
  created: toSeconds(images[0].completed_at ?? Date.now()),
  ...describe(images[0], 'webp'),
  data: images.map(({ result }) => ({ url: result.url })),
  usage: usageOf(images),
});

/** Placeholder that occurs once in the JSON text, at the picture's position. */
const PICTURE = '\u{1F5BC}';

/** Sends an object with its pictures inserted, with one picture in memory at a time. */
async function* fill(
  body: object,
  images: readonly Completed[],
  format: OutputFormat,
  held: Held,
): AsyncGenerator<string> {
  const [head = '', ...parts] = JSON.stringify(body).split(PICTURE);
  yield head;
  for (const [at, { result }] of images.entries()) {
    const key = parseServiceKey(result.url, held.deps.mediaBase) ?? '';
    yield* encodeImage(key, format, held);
    yield parts[at] ?? '';
  }
}

/** Sends images inside the response. */
export const streamImages = (
  images: readonly [Completed, ...Completed[]],
  format: OutputFormat,
  held: Held,
): Answer => {
  const body = {
    created: toSeconds(images[0].completed_at ?? Date.now()),
    ...describe(images[0], format),
    data: images.map(() => ({ b64_json: PICTURE })),
    usage: usageOf(images),
  };
  return { stream: Readable.from(fill(body, images, format, held)), type: 'application/json' };
};

/** The data for a stream of events. */
export interface Events {
  /** Event name prefix, such as `image_generation`. */
  readonly name: string;
  readonly format: OutputFormat;
  readonly images: Promise<readonly Completed[]>;
}

/** Interval of keep-alive comments. Proxies close a connection that is silent for a minute. */
const KEEP_ALIVE_MS = 15_000;

/** Sends the images as events, one per image, after comments that keep the connection open. */
export function streamEvents(events: Events, held: Held): Answer {
  // A disconnected client cannot read an error.
  events.images.catch(() => undefined);
  return { stream: Readable.from(yieldEvents(events, held)), type: 'text/event-stream' };
}

async function* yieldEvents({ name, format, images }: Events, held: Held): AsyncGenerator<string> {
  while (!(await isSettled(images, KEEP_ALIVE_MS))) yield ': not finished yet\n\n';
  const ended = await images.catch((error: unknown) => toRefusal(error));
  if (ended instanceof Refusal) {
    const { body } = presentOpenAiError(ended);
    yield `event: error\ndata: ${JSON.stringify({ type: 'error', ...body })}\n\n`;
    return;
  }
  for (const image of ended) {
    const type = `${name}.completed`;
    const body = {
      type,
      b64_json: PICTURE,
      created_at: toSeconds(image.completed_at ?? Date.now()),
      ...describe(image, format),
      usage: usageOf([image]),
    };
    yield `event: ${type}\ndata: `;
    yield* fill(body, [image], format, held);
    yield '\n\n';
  }
}

/** Returns whether a promise settles within a time limit. */
async function isSettled(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
