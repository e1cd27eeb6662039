import type { CreateImage, CreateVideo, Generation } from '../endpoints.js';
import type { CompletedGeneration, Creations } from '../generations.js';
import type { MediaClient } from '../client.js';
import type { Answer } from '../input.js';
import type { WaitOptions } from '../wait.js';
import { download } from './download.js';
import { callAt } from './errors.js';
import type { ReadCall } from './options.js';

/** Fields whose values can be whole files. */
const MEDIA = /_(image|images|frame|audio|video)$/;

/**
 * Creates a generation of a call. Each generation has its own seed, because the same seed would
 * give the same result. Its key is derived from the call's key. The first generation has the call's
 * key itself, so that a repeated call can ask for more generations.
 */
export function create<Body extends CreateImage | CreateVideo>(
  { settings }: MediaClient,
  creations: Creations<Body>,
  body: Body,
  { idempotencyKey: key, sending }: ReadCall<Body>,
  index: number,
): Promise<Generation> {
  const own = body.seed === undefined ? body : { ...body, seed: body.seed + index };
  const idempotencyKey = index === 0 ? key : `${key}-${index + 1}`;
  const url = `${settings.baseUrl}/v1/${'model' in body ? 'videos' : 'images'}`;
  const request = Object.fromEntries(Object.entries(own).filter(([name]) => !MEDIA.test(name)));
  return callAt({ url, request }, () => creations.create(own, { ...sending, idempotencyKey }));
}

/** Waits for a generation. */
export const wait = (
  client: MediaClient,
  id: string,
  options: WaitOptions,
): Promise<CompletedGeneration> =>
  callAt(locate(client, id), () => client.generations.wait(id, options));

/** Downloads the file of a generation. */
export const readFile = (
  { settings }: MediaClient,
  id: string,
  url: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> => callAt({ url, generationId: id }, () => download(settings, url, signal));

/** Returns the URL of calls about a generation, and its id. */
export const locate = ({ settings }: MediaClient, id: string) => ({
  url: `${settings.baseUrl}/v1/generations/${id}`,
  generationId: id,
});

/** Reads the models, with their ratios and resolutions. */
export const readModels = (client: MediaClient): Promise<Answer<'GET /v1/models'>> =>
  callAt({ url: `${client.settings.baseUrl}/v1/models` }, () => client.request('GET /v1/models'));
