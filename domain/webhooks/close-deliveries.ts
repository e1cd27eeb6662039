import type { EntityManager } from 'typeorm';
import { executeAndCount, queryRows } from '../../entities/rows.js';

/** SQL: a delivery that has not ended. */
export const OPEN_DELIVERY = "status IN ('pending', 'delivering')";

/** Operations on delivery runs, called from outside the workflow. */
export interface DeliveryRuns {
  /** Ends obsolete runs, as many as possible in one second; never rejects. */
  cancel(ids: readonly string[]): Promise<void>;
  /** Ends a run's wait. `closed` means that the run has ended. */
  retryNow(id: string): Promise<'sent' | 'closed' | 'no_answer'>;
  /** Waits until a run ends, but no longer than `deadlineMs`; never rejects. */
  waitForEnd(id: string, deadlineMs: number): Promise<void>;
}

/**
 * Closes an endpoint's open deliveries, including those whose run has not started.
 * @returns their ids, so that the caller can end their runs after its commit
 */
export async function closeDeliveries(
  tx: EntityManager,
  endpointId: string,
  status: 'cancelled' | 'skipped',
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    tx,
    `UPDATE webhook_delivery SET status = $2, next_attempt_at = NULL
     WHERE endpoint_id = $1 AND ${OPEN_DELIVERY} RETURNING id`,
    [endpointId, status],
  );
  const ids = rows.map(({ id }) => id);
  await tx.query('DELETE FROM workflow_start WHERE workflow_id = ANY($1)', [ids]);
  return ids;
}

/**
 * Closes an open delivery whose run an operator has ended. A request in flight still counts as
 * delivered if its response is a success.
 * @returns false if the delivery was already closed
 */
export async function stopDelivery(tx: EntityManager, id: string): Promise<boolean> {
  const count = await executeAndCount(
    tx,
    `UPDATE webhook_delivery SET status = 'cancelled', next_attempt_at = NULL
     WHERE id = $1 AND ${OPEN_DELIVERY}`,
    [id],
  );
  return count === 1;
}
