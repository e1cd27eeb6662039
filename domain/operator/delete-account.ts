import type { DataSource } from 'typeorm';
import type { ObjectStore } from '../ports/object-store.js';
import { closeAccount } from '../accounts/close-account.js';
import { endCollection } from '../collections/change-collection.js';
import { decrementCount } from '../accounts/plan-limits.js';
import { ACTIVE, failGeneration, type AdvanceDeps } from '../generations/advance-generation.js';
import { endPost } from './end-post.js';
import { endWebhook } from '../webhooks/change-webhook.js';
import { processInBatches } from './in-batches.js';
import { CONTENTS, removeContents } from './remove-contents.js';
import { removeRecords } from './remove-records.js';

export interface DeleteAccountDeps extends Pick<AdvanceDeps, 'db' | 'log' | 'metrics'> {
  readonly store: ObjectStore;
}

/** Numbers of rows removed by one call. */
export interface RemovedCounts {
  readonly keys: number;
  readonly webhooks: number;
  readonly posts: number;
  readonly generations: number;
  readonly characters: number;
  readonly products: number;
  readonly voices: number;
  readonly uploads: number;
  /**
   * Number of other records: connected accounts, links to connect, paid fees, events, deliveries,
   * stored responses, workflow starts, daily counts, attempts per address, upload boxes, refusals,
   * sessions, passkeys, invites, agents, audit log.
   */
  readonly records: number;
}

/**
 * Deletes an account: revokes its rights, ends all its work, then deletes its stored data. Only data
 * that the ledger needs is kept: the account without its name, its revoked keys, holds and entries.
 * Objects are deleted before the rows that reference them, and every step does only what is left,
 * so the next call finishes an interrupted deletion.
 * @throws {Refusal} NOT_FOUND
 */
export async function deleteAccount(deps: DeleteAccountDeps, id: string): Promise<RemovedCounts> {
  const keys = await closeAccount(deps.db, id);
  const webhooks = await endWebhooks(deps.db, id);
  await endCollections(deps.db, id);
  await endGenerations(deps, id);
  await endPosts(deps, id);
  // Records first: responses and events contain prompts, and nothing needs them any more.
  const records = await removeRecords(deps.db, id);
  return {
    keys,
    webhooks,
    posts: await removeContents(deps, id, CONTENTS.posts),
    generations: await removeContents(deps, id, CONTENTS.generations),
    characters: await removeContents(deps, id, CONTENTS.characters),
    products: await removeContents(deps, id, CONTENTS.products),
    voices: await removeContents(deps, id, CONTENTS.voices),
    uploads: await removeContents(deps, id, CONTENTS.uploads),
    records,
  };
}

/** Webhooks and callbacks end first, so that no events about the deletion are delivered. */
async function endWebhooks(db: DataSource, accountId: string): Promise<number> {
  let ended = 0;
  const next = 'SELECT id FROM webhook_endpoint WHERE account_id = $1 LIMIT $2';
  await processInBatches(db, next, accountId, async (rows) => {
    for (const { id } of rows) {
      await db.transaction(async (tx) => {
        if (!(await endWebhook(tx, { id, accountId }))) return;
        await decrementCount(tx, accountId, 'webhooks');
        ended += 1;
      });
    }
  });
  const callbacks = 'SELECT id FROM webhook_callback WHERE account_id = $1 LIMIT $2';
  await processInBatches(db, callbacks, accountId, async (rows) => {
    const ids = rows.map(({ id }) => id);
    await db.query('DELETE FROM webhook_callback WHERE id = ANY($1)', [ids]);
  });
  return ended;
}

/** Deletes the collections before their generations, one per transaction, because each may be large. */
async function endCollections(db: DataSource, accountId: string): Promise<void> {
  const next = 'SELECT id FROM collection WHERE account_id = $1 LIMIT $2';
  await processInBatches(db, next, accountId, async (rows) => {
    for (const { id } of rows) await db.transaction((tx) => endCollection(tx, { id, accountId }));
  });
}

/**
 * Fails and refunds queued and processing generations. A worker that is processing such a
 * generation finds it ended, like any other ended generation.
 */
async function endGenerations(deps: DeleteAccountDeps, accountId: string): Promise<void> {
  const error = { code: 'CANCELLED', message: 'The account was deleted.' } as const;
  const entry = {
    stage: 'queue',
    resolution: 'stopped',
    status: null,
    message: error.message,
  } as const;
  const ending = {
    ...deps,
    startWorkflow: STARTS_NOTHING,
    mediaUrl: (key: string) => key,
    libraryUrl: (id: string) => id,
    generationUrl: (id: string) => id,
    pass: () => undefined,
  };
  const next = `SELECT id FROM generation WHERE account_id = $1
    AND status IN (${ACTIVE.map((status) => `'${status}'`).join(', ')}) LIMIT $2`;
  await processInBatches(deps.db, next, accountId, async (rows) => {
    for (const { id } of rows) await failGeneration(ending, id, error, entry);
  });
}

/** Starts no workflows: without endpoints there are no deliveries. */
const STARTS_NOTHING = () => Promise.resolve();

/** Refunds unpublished posts. A run that is publishing such a post finds it ended. */
async function endPosts(deps: DeleteAccountDeps, accountId: string): Promise<void> {
  const ending = { ...deps, startWorkflow: STARTS_NOTHING, pass: () => undefined };
  const next = `SELECT id FROM social_post WHERE account_id = $1 AND status = 'scheduled' LIMIT $2`;
  await processInBatches(deps.db, next, accountId, async (rows) => {
    for (const { id } of rows) await endPost(ending, id, 'ACCOUNT_DISCONNECTED');
  });
}
