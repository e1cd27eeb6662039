import type { ApiClient, Answer } from '../support/client.js';
import { until } from '../support/until.js';

/** What the built-in renderer draws well. */
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

/** The pictures of it that others ask for by name. */
export interface Content {
  /** A generation with several stages, tries and a webhook. */
  readonly story: string;
  readonly character: string;
}

/** Fills an account so that its pages look like those of somebody who works with them. */
export async function makeContent(client: ApiClient, webhookUrl: string): Promise<Content> {
  const post = async (path: string, body: object): Promise<string> =>
    idOf(await client.call('POST', path, { body }));
  await post('/v1/webhooks', { url: webhookUrl, description: 'The shop' });
  const character = await post('/v1/characters/preset', { name: 'Ava', base_id: 'ready_ava' });
  const made: string[] = [];
  for (const [prompt, aspect_ratio] of PROMPTS) {
    made.push(await post('/v1/images', { prompt, aspect_ratio, seed: 7 }));
  }
  const clip = { model: 'seedance-2.5', duration: '4', resolution: '480p', aspect_ratio: '16:9' };
  made.push(await post('/v1/videos', { ...clip, prompt: 'a red fox in snow, slow zoom in' }));
  made.push(await post('/v1/images', { prompt: 'a castle simulate:content_blocked' }));
  const story = await post('/v1/images', {
    prompt: 'Ava in an autumn forest, golden light simulate:provider_error=2',
    character_id: character,
    aspect_ratio: '4:3',
    seed: 7,
  });
  for (const id of [...made, story]) await ended(client, id);
  await told(client, story);
  return { story, character };
}

function idOf(answer: Answer<{ id: string }>): string {
  if (answer.status >= 300) throw new Error(`refused with ${answer.status}: ${answer.text}`);
  return answer.body.id;
}

const MADE_WITHIN_MS = 180_000;

const ended = (client: ApiClient, id: string) =>
  until(
    `the end of ${id}`,
    async () => (await client.get(`/v1/generations/${id}`)).body.completed_at !== null,
    MADE_WITHIN_MS,
  );

/** Waits until its webhook has answered, which is the last step. */
const told = (client: ApiClient, id: string) =>
  until(`the webhook of ${id}`, async () => {
    const path = `/v1/generations/${id}/steps`;
    const { body } = await client.get<{ data: { stage: string; ended_at: number | null }[] }>(path);
    return body.data.some(({ stage, ended_at: end }) => stage === 'webhook' && end !== null);
  });
