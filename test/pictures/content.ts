import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, Answer } from '../support/client.js';
import { until } from '../support/until.js';

/** Prompts for which the built-in renderer draws good pictures. */
const PROMPTS: readonly (readonly [prompt: string, ratio: string])[] = [
  ['a sailboat on a calm sea at sunset', '16:9'],
  ['a blue whale under a sky full of stars', '1:1'],
  ['a lighthouse in a storm at dusk', '9:16'],
  ['a hot air balloon over mountains at dawn', '4:3'],
  ['a cup of coffee on a marble table in the morning', '1:1'],
  ['an owl in a misty forest at night with fireflies', '3:4'],
  ['a windmill in a meadow of red tulips, summer', '16:9'],
  ['a deer by a lake in autumn, reflection', '1:1'],
];

/** Ids of the content that some pages show. */
export interface Content {
  /** A generation with several stages, attempts and a webhook. */
  readonly story: string;
  readonly character: string;
}

/** Fills an account so that its pages are not empty. */
export async function makeContent(client: ApiClient, webhookUrl: string): Promise<Content> {
  const post = async (path: string, body: object): Promise<string> =>
    idOf(await client.call('POST', path, { body }));
  await post('/v1/webhooks', { url: webhookUrl, description: 'The shop' });
  const character = await post('/v1/characters/preset', { name: 'Ava', base_id: 'ready_ava' });
  // Created first, so that it does not wait for other generations.
  const story = await post('/v1/images', {
    prompt: 'Ava in an autumn forest, golden light simulate:provider_error=2',
    character_id: character,
    aspect_ratio: '4:3',
    seed: 7,
  });
  await untilDelivered(client, story);
  const made: string[] = [];
  for (const [prompt, aspect_ratio] of PROMPTS) {
    made.push(await post('/v1/images', { prompt, aspect_ratio, seed: 7 }));
  }
  const clip = { model: 'seedance-2.5', duration: '4', resolution: '480p', aspect_ratio: '16:9' };
  made.push(await post('/v1/videos', { ...clip, prompt: 'a red fox in snow, slow zoom in' }));
  made.push(await post('/v1/images', { prompt: 'a castle simulate:content_blocked' }));
  for (const id of made) await ended(client, id);
  return { story, character };
}

function idOf(answer: Answer<{ id: string }>): string {
  if (answer.status >= 300) throw new Error(`refused with ${answer.status}: ${answer.text}`);
  return answer.body.id;
}

const MADE_WITHIN_MS = 180_000;
/** Milliseconds between polls, because the rate of a key is limited. */
const ASK_MS = 700;

/** Waits until a condition holds for the resource at a path. */
async function untilShown<T>(
  client: ApiClient,
  path: string,
  isWanted: (body: T) => boolean,
): Promise<void> {
  const ask = async () => {
    await sleep(ASK_MS);
    const { status, text, body } = await client.get<T>(path);
    if (status !== 200) throw new Error(`${path} is refused with ${status}: ${text}`);
    return isWanted(body);
  };
  await until(`${path} has the expected state`, ask, MADE_WITHIN_MS);
}

const ended = (client: ApiClient, id: string) =>
  untilShown<{ completed_at: number | null }>(
    client,
    `/v1/generations/${id}`,
    ({ completed_at: end }) => end !== null,
  );

/** Waits until the receiver of the webhook has responded, which is the last step. */
const untilDelivered = (client: ApiClient, id: string) =>
  untilShown<{ data: { stage: string; ended_at: number | null }[] }>(
    client,
    `/v1/generations/${id}/steps`,
    ({ data }) => data.some(({ stage, ended_at: end }) => stage === 'webhook' && end !== null),
  );
