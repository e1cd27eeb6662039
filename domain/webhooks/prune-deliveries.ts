import type { DataSource } from 'typeorm';
import { RETENTION_DAYS } from '../catalogue/webhook-times.js';
import { removeInBatches } from '../durable/remove-in-batches.js';
import { executeAndCount } from '../../entities/rows.js';

const BATCH = 1_000;
/** Batches per call; the next call continues. */
const BATCHES_MAX = 100;

const OLD = `now() - interval '${RETENTION_DAYS} days'`;

/**
 * Attempts are deleted with their delivery. An open delivery is deleted only after it has ended.
 */
const DELIVERIES = `
DELETE FROM webhook_delivery WHERE id IN (
  SELECT id FROM webhook_delivery
  WHERE created_at < ${OLD} AND status NOT IN ('pending', 'delivering') LIMIT ${BATCH})`;

/** An event is kept for as long as one of its deliveries, such as a later resend. */
const EVENTS = `
DELETE FROM event WHERE id IN (
  SELECT v.id FROM event v WHERE v.created_at < ${OLD}
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.event_id = v.id) LIMIT ${BATCH})`;

/** A callback is kept while its generation or post is open, and for as long as its deliveries. */
const CALLBACKS = `
DELETE FROM webhook_callback WHERE ref_id IN (
  SELECT c.ref_id FROM webhook_callback c WHERE c.created_at < ${OLD}
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.endpoint_id = c.id)
    AND NOT EXISTS (SELECT 1 FROM generation g
      WHERE g.id = c.ref_id AND g.status IN ('queued', 'processing'))
    AND NOT EXISTS (SELECT 1 FROM social_post p WHERE p.id = c.ref_id AND p.status = 'scheduled')
  LIMIT ${BATCH})`;

/** Removes deliveries, events and callbacks older than 30 days, one batch per statement. */
export async function pruneWebhooks(
  db: DataSource,
): Promise<{ deliveries: number; events: number }> {
  const deliveries = await removeInBatches(() => executeAndCount(db, DELIVERIES), BATCHES_MAX);
  const events = await removeInBatches(() => executeAndCount(db, EVENTS), BATCHES_MAX);
  await removeInBatches(() => executeAndCount(db, CALLBACKS), BATCHES_MAX);
  return { deliveries, events };
}
