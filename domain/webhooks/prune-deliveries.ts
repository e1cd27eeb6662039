import type { DataSource } from 'typeorm';
import { RETENTION_DAYS } from '../catalogue/webhook-lifetimes.js';
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

/** Removes deliveries and events older than 30 days, one batch per statement. */
export async function pruneWebhooks(
  db: DataSource,
): Promise<{ deliveries: number; events: number }> {
  return {
    deliveries: await removeInBatches(() => executeAndCount(db, DELIVERIES), BATCHES_MAX),
    events: await removeInBatches(() => executeAndCount(db, EVENTS), BATCHES_MAX),
  };
}
