import sharp from 'sharp';
import type { Contract } from '../../api/contract.js';
import type { VoiceBody } from '../../domain/contract/voice.js';
import { cancelGeneration } from '../../domain/generations/cancel-generation.js';
import type { ApiSuite, Customer } from '../api/suite.js';
import { connect } from '../social/connected.js';
import { CLONE } from '../support/clone-here.js';
import { squareUrl } from '../support/data-url.js';
import { waitForOlderTransactions } from '../support/older-transactions.js';
import { until } from '../support/until.js';
import { APP_SAMPLES, fill } from './app-samples.js';

/** How to call a route successfully. */
export interface Sample {
  /** Creates the resources in the path and, for a list, an entry. @returns the values of `{…}` */
  readonly prepare?: (suite: ApiSuite, customer: Customer) => Promise<Record<string, string>>;
  /** Replaces the route's own `example`. `{name}` is filled in as in the path. */
  readonly body?: unknown;
  /** Additional fields of the body that produce the route's `other` response. */
  readonly otherBody?: object;
  /** Headers that produce the route's `other` response. */
  readonly otherHeaders?: Record<string, string>;
  /** Runs while the request waits for the `other` response. */
  readonly meanwhile?: (suite: ApiSuite, customer: Customer) => Promise<void>;
  /** Query of a route that requires parameters. `{name}` is filled in as in the path. */
  readonly query?: string;
}

const queued = async (suite: ApiSuite, customer: Customer) => ({
  id: await suite.queued(customer),
});

const finished = async (suite: ApiSuite, customer: Customer) => {
  const id = await suite.queued(customer);
  const claim = { accountId: customer.accountId, key: `sample ${id}`, fingerprint: '' };
  await cancelGeneration(suite.api.deps, id, claim);
  return { id };
};

const completed = async (suite: ApiSuite, customer: Customer) => {
  const id = await suite.queued(customer);
  await suite.complete(id);
  return { id };
};

const collection = async (_: ApiSuite, { client }: Customer) => {
  const body = { name: 'Spring campaign' };
  return { id: (await client.call<{ id: string }>('POST', '/v1/collections', { body })).body.id };
};

/** Creates a collection with a completed generation. */
const collected = async (suite: ApiSuite, customer: Customer) => {
  const { id: generation_id } = await completed(suite, customer);
  const { id } = await collection(suite, customer);
  const body = { generation_ids: [generation_id] };
  await customer.client.call('POST', `/v1/collections/${id}/items`, { body });
  return { id, generation_id };
};

const ITEMS = { generation_ids: ['{generation_id}'] };

const served = async (suite: ApiSuite, customer: Customer) => {
  const [key = ''] = await suite.complete(await suite.queued(customer), Buffer.from('webp'));
  return { url: suite.api.deps.mediaUrl(key) };
};

const ready = async (_: ApiSuite, { client }: Customer) => {
  const body = { data: squareUrl(8) };
  return { id: (await client.call<{ id: string }>('POST', '/v1/uploads', { body })).body.id };
};

const photo = squareUrl(8);

const box = async (_: ApiSuite, { client }: Customer) => {
  const answer = await client.call<{ id: string }>('POST', '/v1/upload-boxes', { body: {} });
  return { id: answer.body.id };
};

const boxed = async (suite: ApiSuite, customer: Customer) => {
  const { id: box_id } = await box(suite, customer);
  await customer.client.call('POST', '/v1/uploads', { body: { data: photo, box_id } });
  return { box_id };
};

/** Creates an event. @returns a cursor just before the event */
const happened = async (suite: ApiSuite, customer: Customer) => {
  const { body } = await customer.client.get<{ next_cursor: string }>('/v1/events');
  await finished(suite, customer);
  await waitForOlderTransactions(suite.db);
  return { cursor: body.next_cursor };
};

/** Completes the account's only generation. A request is waiting for it. */
const completes =
  (extension: string) =>
  async (suite: ApiSuite, { accountId }: Customer) => {
    const find = 'SELECT id FROM generation WHERE account_id = $1';
    const id = await until('the generation exists', async () => {
      const rows: { id: string }[] = await suite.db.query(find, [accountId]);
      return rows[0]?.id ?? null;
    });
    await suite.complete(id, Buffer.from('file'), extension);
  };
const otherHeaders = { Prefer: 'wait=60' };

const toSay = async (_: ApiSuite, { client }: Customer) => {
  const request = { body: { text: 'Good morning.' } };
  return { id: (await client.call<{ id: string }>('POST', '/v1/speech', request)).body.id };
};

const saidAloud = async (suite: ApiSuite, customer: Customer) => {
  const { id } = await toSay(suite, customer);
  await suite.speak(id);
  return { id };
};

/** Completes the account's only speech. A request is waiting for it. */
const spoken = async (suite: ApiSuite, { accountId }: Customer) => {
  const find = 'SELECT id FROM generation WHERE account_id = $1';
  const id = await until('the speech exists', async () => {
    const rows: { id: string }[] = await suite.db.query(find, [accountId]);
    return rows[0]?.id ?? null;
  });
  await suite.speak(id);
};

const character = async (_: ApiSuite, { client }: Customer) => {
  const body = { name: 'Ava', gender: 'female', images: [photo] };
  return { id: (await client.call<{ id: string }>('POST', '/v1/characters', { body })).body.id };
};

const clone = async (_: ApiSuite, { client }: Customer) => {
  const { body } = await client.call<VoiceBody>('POST', '/v1/voices', { body: CLONE });
  return { voice_key: body.voice_key };
};

/** Connects a social account to a character. */
const connected = async (suite: ApiSuite, customer: Customer) => {
  const { characterId, platform } = await connect(suite.api.deps, customer);
  return { character_id: characterId, platform };
};

const product = async (_: ApiSuite, { client }: Customer) => {
  const body = { name: 'Rose serum', images: [photo] };
  return { id: (await client.call<{ id: string }>('POST', '/v1/products', { body })).body.id };
};

/** Nothing listens at this URL, so a delivery fails immediately. Tests exempt it from the guard. */
export const DEAF = 'http://127.0.0.1:9';

const webhook = async (_: ApiSuite, { client }: Customer) => {
  const body = { url: `${DEAF}/hooks` };
  return { id: (await client.call<{ id: string }>('POST', '/v1/webhooks', { body })).body.id };
};

const delivered = async (suite: ApiSuite, customer: Customer) => {
  const { id } = await webhook(suite, customer);
  await customer.client.call('POST', `/v1/webhooks/${id}/test`);
  const path = `/v1/webhooks/${id}/deliveries`;
  const { body } = await customer.client.get<{ data: { id: string }[] }>(path);
  return { id, delivery_id: body.data[0]?.id ?? '' };
};

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString();

/** Creates a character with a social account, and a finished picture. */
const postable = async (suite: ApiSuite, customer: Customer) => {
  const { id: characterId } = await character(suite, customer);
  await connect(suite.api.deps, customer, { characterId });
  const generationId = await suite.queued(customer);
  const [key = ''] = await suite.complete(generationId);
  const background = { r: 200, g: 90, b: 40 };
  const create = { width: 768, height: 1_376, channels: 3, background } as const;
  await suite.api.deps.store.put(key, await sharp({ create }).webp().toBuffer(), 'image/webp');
  return { character_id: characterId, generation_id: generationId };
};

const POST = {
  character_id: '{character_id}',
  platforms: ['threads'],
  generation_ids: ['{generation_id}'],
  caption: 'A red fox in snow',
  scheduled_at: IN_A_MONTH,
};

/** Schedules a post. The tests that use these samples do not start workflows. */
const posted = async (suite: ApiSuite, customer: Customer) => {
  const body = fill(POST, await postable(suite, customer));
  const path = '/v1/social/posts';
  return { id: (await customer.client.call<{ id: string }>('POST', path, { body })).body.id };
};

const CONNECT = {
  character_id: '{id}',
  platform: 'instagram',
  redirect_url: 'https://app.example.com/connected',
};

/** One row for every route of `api/table.ts`, by its id; a new route needs a new row. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  createImage: { otherHeaders, meanwhile: completes('webp') },
  createVideo: { otherHeaders, meanwhile: completes('mp4') },
  createQuote: {},
  getGeneration: { prepare: completed },
  listGenerations: { prepare: completed },
  listGenerationSteps: { prepare: completed },
  getProvenance: { prepare: completed },
  streamGeneration: { prepare: completed },
  downloadGenerations: { prepare: completed, query: 'ids={id}' },
  updateGeneration: { prepare: completed },
  cancelGeneration: { prepare: queued },
  deleteGeneration: { prepare: finished },
  putCallback: { prepare: queued, body: { webhook_url: `${DEAF}/done` } },
  createCollection: {},
  listCollections: { prepare: collected },
  getCollection: { prepare: collected },
  updateCollection: { prepare: collection },
  deleteCollection: { prepare: collection },
  addCollectionItems: { prepare: collected, body: ITEMS },
  removeCollectionItems: { prepare: collected, body: ITEMS },
  createSpeech: { otherHeaders, meanwhile: spoken },
  listSpeech: { prepare: saidAloud },
  getSpeech: { prepare: saidAloud },
  listSpeechSteps: { prepare: saidAloud },
  cancelSpeech: { prepare: toSay },
  deleteSpeech: { prepare: saidAloud },
  createCharacter: { body: { name: 'Ava', gender: 'female', images: [photo] } },
  listPresets: {},
  createPresetCharacter: {},
  listCharacters: { prepare: character },
  getCharacter: { prepare: character },
  updateCharacter: { prepare: character },
  deleteCharacter: { prepare: character },
  createProduct: { body: { name: 'Rose serum', images: [photo] } },
  listProducts: { prepare: product },
  getProduct: { prepare: product },
  updateProduct: { prepare: product },
  deleteProduct: { prepare: product },
  createVoice: { body: CLONE },
  listVoices: { prepare: clone },
  getVoice: { prepare: clone },
  deleteVoice: { prepare: clone },
  createUpload: {},
  verify: { prepare: served, body: { url: '{url}' } },
  getUpload: { prepare: ready },
  listBoxUploads: { prepare: boxed, query: 'box_id={box_id}' },
  openUploadBox: {},
  listUploadBoxes: { prepare: box },
  getUploadBox: { prepare: box },
  deleteUploadBox: { prepare: box },
  createSocialPost: { prepare: postable, body: POST, otherBody: { dry_run: true } },
  listSocialPosts: { prepare: posted },
  getSocialPost: { prepare: posted },
  cancelSocialPost: { prepare: posted },
  updateSocialPost: { prepare: posted },
  connectSocialAccount: { prepare: character, body: CONNECT },
  listSocialAccounts: { prepare: connected },
  disconnectSocialAccount: { prepare: connected },
  createWebhook: { body: { url: `${DEAF}/hooks` } },
  listWebhooks: { prepare: webhook },
  getWebhook: { prepare: webhook },
  updateWebhook: { prepare: webhook },
  deleteWebhook: { prepare: webhook },
  rotateWebhookSecret: { prepare: webhook },
  testWebhook: { prepare: webhook },
  listWebhookDeliveries: { prepare: delivered },
  getWebhookDelivery: { prepare: delivered },
  resendWebhookDelivery: { prepare: delivered },
  recoverWebhook: { prepare: webhook },
  listCallbackDeliveries: {},
  getCallbackSecret: {},
  rotateCallbackSecret: {},
  listEvents: { prepare: happened, query: 'cursor={cursor}' },
  getAccount: {},
  getUsage: { prepare: completed },
  exportUsage: { prepare: completed },
  listModels: {},
  ...APP_SAMPLES,
};

/** Builds the request body of a sample; undefined for a route without a body. */
export function bodyOf(route: Contract, params: Record<string, string> = {}): unknown {
  const body = SAMPLES[route.id]?.body ?? route.example;
  if (body === undefined) return undefined;
  return fill(body, params);
}

/** Fills in the parameters of a path. By default they are unknown ids. */
export function pathOf(route: Contract, params: Record<string, string> = {}): string {
  const { query } = SAMPLES[route.id] ?? {};
  const path = query === undefined ? route.path : `${route.path}?${query}`;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'none');
}
