import type { EntityManager } from 'typeorm';
import { Event } from '../../entities/event.js';
import { IdempotencyKey } from '../../entities/idempotency-key.js';
import { rowsOf } from '../../entities/rows.js';
import { TOLD, toEventId } from '../webhooks/emit-event.js';

/**
 * Stored answers that show a generation: those of its creation and its cancellation. The expression
 * is that of the index `idempotency_key_generation`; the id is the first field of every answer.
 */
const ANSWERS = `
SELECT key, body FROM idempotency_key
WHERE account_id = $1 AND body LIKE '{"id":"gen\\_%'
  AND substring(body from '^\\{"id":"(gen_[0-9a-f]{32})"') = $2 FOR UPDATE`;

const EVENTS = `
SELECT id, body FROM event WHERE account_id = $1 AND id = ANY($2) FOR UPDATE`;

interface WithPrompt {
  request?: { prompt?: string | null };
}

/**
 * Takes the prompt of a generation that is deleted out of what is stored elsewhere. A replay then
 * answers as before, with `prompt` null, and a delivery that is sent again tells the same without
 * the prompt.
 */
export async function forgetPrompt(
  tx: EntityManager,
  accountId: string,
  id: string,
): Promise<void> {
  const answers = await rowsOf<{ key: string; body: string }>(tx, ANSWERS, [accountId, id]);
  for (const { key, body } of answers) {
    const generation = JSON.parse(body) as WithPrompt;
    if (!generation.request) continue;
    generation.request.prompt = null;
    await tx.update(IdempotencyKey, { accountId, key }, { body: JSON.stringify(generation) });
  }
  const ids = TOLD.map((state) => toEventId(id, state));
  const events = await rowsOf<{ id: string; body: string }>(tx, EVENTS, [accountId, ids]);
  for (const event of events) {
    const told = JSON.parse(event.body) as { data: WithPrompt };
    if (told.data.request) told.data.request.prompt = null;
    await tx.update(Event, { id: event.id }, { body: JSON.stringify(told) });
  }
}
