import type { EntityManager } from 'typeorm';
import { Event } from '../../entities/event.js';
import { IdempotencyKey } from '../../entities/idempotency-key.js';
import { queryRows } from '../../entities/rows.js';
import { nameWork } from '../contract/work.js';
import type { Metadata } from '../contract/metadata.js';
import { EVENT_STATES, toEventId } from '../webhooks/emit-event.js';

/** Builds the condition: the response contains the id as its first field, as in the indexes. */
const buildShows = (prefix: 'gen' | 'spc'): string => `
account_id = $1 AND body LIKE '{"id":"${prefix}\\_%' AND substr(body, 8, 36) = $2`;

/**
 * SQL condition on a row of `idempotency_key`: a response of account $1 that shows generation $2,
 * from its creation, a change or its cancellation. Its index is `idempotency_key_generation`.
 */
export const SHOWS_GENERATION = buildShows('gen');

/** The same condition for speech, with the index `idempotency_key_speech`. */
const SHOWS_SPEECH = buildShows('spc');

const buildAnswers = (shows: string): string =>
  `SELECT key, body FROM idempotency_key WHERE ${shows} FOR UPDATE`;

const EVENTS = `
SELECT id, body FROM event WHERE account_id = $1 AND id = ANY($2) FOR UPDATE`;

/** A generation, or speech, whose text is not in a request. */
interface PromptHolder {
  text?: string | null;
  title?: string | null;
  metadata?: Metadata;
  request?: { prompt?: string | null; script?: string | null };
}

/**
 * Removes the prompt, title and metadata of a deleted generation, or the text and metadata of deleted
 * speech, from all other stored data. A replay then returns the same response with `prompt` or `text`
 * null, and a redelivery sends the same event without them.
 */
export async function forgetPrompt(
  tx: EntityManager,
  accountId: string,
  id: string,
): Promise<void> {
  const read = buildAnswers(nameWork(id) === 'speech' ? SHOWS_SPEECH : SHOWS_GENERATION);
  const answers = await queryRows<{ key: string; body: string }>(tx, read, [accountId, id]);
  for (const { key, body } of answers) {
    const generation = JSON.parse(body) as PromptHolder;
    if (!generation.request && generation.text === undefined) continue;
    forget(generation);
    await tx.update(IdempotencyKey, { accountId, key }, { body: JSON.stringify(generation) });
  }
  const ids = EVENT_STATES.map((state) => toEventId(id, state));
  const events = await queryRows<{ id: string; body: string }>(tx, EVENTS, [accountId, ids]);
  for (const event of events) {
    const stored = JSON.parse(event.body) as { data: PromptHolder };
    forget(stored.data);
    await tx.update(Event, { id: event.id }, { body: JSON.stringify(stored) });
  }
}

function forget(generation: PromptHolder): void {
  if (generation.request) {
    generation.request.prompt = null;
    if (generation.request.script) generation.request.script = null;
  }
  if (generation.text !== undefined) generation.text = null;
  if (generation.title) generation.title = null;
  if (generation.metadata) generation.metadata = {};
}
