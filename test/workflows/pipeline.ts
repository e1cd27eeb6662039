import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import { Generation } from '../../entities/generation.js';
import type { Deps } from '../../runtime/deps.js';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import { StorageUnavailable } from '../../domain/ports/object-store.js';
import { buildCustomer, type TestAccount } from '../support/accounts.js';
import type { ApiClient } from '../support/client.js';
import type { TestApi } from '../support/platform.js';
import { SHORT_CLIP } from '../support/short-clip.js';
import { until } from '../support/until.js';

export { SHORT_CLIP };

/** A generation that a test has created over HTTP, with its own account. */
export interface Order {
  readonly id: string;
  readonly prompt: string;
  readonly account: TestAccount;
  readonly client: ApiClient;
}

export const CREDITS = 1_000;
/** API price of a 1K image. */
export const PRICE = 2;

/** Adds a unique word to the prompt, so that a test can search for it. */
function makeUnique(prompt: string): string {
  return `${prompt} zebrafinch${randomUUID().slice(0, 8)}`;
}

/** Creates a square 1K image with a unique word in the prompt. */
export async function order(
  api: TestApi,
  prompt: string,
  headers: Record<string, string> = {},
): Promise<Order> {
  const account = await buildCustomer(api.deps.db, api.url, { credits: CREDITS });
  const { client } = account;
  const unique = makeUnique(prompt);
  const answer = await client.image({ prompt: unique, aspect_ratio: '1:1' }, { headers });
  expect(answer.status, answer.text).to.equal(202);
  return { id: answer.body.id, prompt: unique, account, client };
}

/** Creates a one-second clip with a generated first frame. */
export async function orderClip(
  api: TestApi,
  prompt: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Order & { price: number }> {
  const account = await buildCustomer(api.deps.db, api.url, { credits: CREDITS });
  const { client } = account;
  const unique = makeUnique(prompt);
  const answer = await client.video({ ...SHORT_CLIP, prompt: unique, ...body }, { headers });
  expect(answer.status, answer.text).to.equal(202);
  return { id: answer.body.id, prompt: unique, account, client, price: answer.body.credits };
}

/** Creates speech with a unique word in the text. */
export async function orderSpeech(
  api: TestApi,
  text: string,
  headers: Record<string, string> = {},
): Promise<Order> {
  const account = await buildCustomer(api.deps.db, api.url, { credits: CREDITS });
  const { client } = account;
  const unique = makeUnique(text);
  const request = { body: { text: unique }, headers };
  const answer = await client.call<SpeechBody>('POST', '/v1/speech', request);
  expect(answer.status, answer.text).to.equal(202);
  return { id: answer.body.id, prompt: unique, account, client };
}

/** Waits until the row has one of these statuses. */
export function reached(
  { db }: Pick<Deps, 'db'>,
  id: string,
  ...statuses: Generation['status'][]
): Promise<Generation> {
  return until(`${id} is ${statuses.join(' or ')}`, async () => {
    const row = await db.manager.findOneBy(Generation, { id });
    return row && statuses.includes(row.status) ? row : null;
  });
}

/** Waits until a generation has ended, and reads it with the API key of its account. */
export async function ended(api: TestApi, { id, client }: Order): Promise<GenerationBody> {
  await reached(api.deps, id, 'completed', 'failed', 'cancelled');
  return (await client.get(`/v1/generations/${id}`)).body;
}

/** Reduces the timeline to stage, resolution and upstream status. */
export function shape({ timeline }: Pick<GenerationBody, 'timeline'>): string[] {
  return timeline.map(({ stage, resolution, status }) => `${stage} ${resolution} ${status}`);
}

/** Reads the credits and events of a generation from the database. */
export async function accounting({ db }: Pick<Deps, 'db'>, { id, account }: Order) {
  const rows: Record<string, unknown>[] = await db.query(
    `SELECT (a.sub + a.pur)::int AS balance, (a.held_sub + a.held_pur)::int AS held,
       a.active_jobs AS slots, h.state AS hold,
       ARRAY(SELECT kind FROM ledger_tx WHERE ref_id = $2 ORDER BY kind) AS movements,
       ARRAY(SELECT id FROM event WHERE account_id = $1 ORDER BY id) AS events
     FROM account a JOIN hold h ON h.account_id = a.id AND h.ref_id = $2 WHERE a.id = $1`,
    [account.accountId, id],
  );
  return rows[0];
}

/** Describes a generation that was charged once: its slot is free, and it has one event. */
export const paid = (id: string, price = PRICE) => ({
  balance: CREDITS - price,
  held: 0,
  slots: 0,
  hold: 'settled',
  movements: ['hold', 'settle'],
  events: [`evt_gen_${id}_completed`],
});

/** Describes a generation that was refunded once: its slot is free, and it has one event. */
export const refunded = (id: string, status: 'failed' | 'cancelled') => ({
  balance: CREDITS,
  held: 0,
  slots: 0,
  hold: 'released',
  movements: ['hold', 'release'],
  events: [`evt_gen_${id}_${status}`],
});

/** Returns the real object store, but writes fail if `fails` returns true for their key. */
export function failingPuts(store: ObjectStore, fails: (key: string) => boolean): ObjectStore {
  return {
    ...store,
    async put(key, bytes, contentType) {
      if (fails(key)) throw new StorageUnavailable('put: the store failed');
      await store.put(key, bytes, contentType);
    },
  };
}
