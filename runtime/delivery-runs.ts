import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { DeliveryRuns } from '../domain/webhooks/close-deliveries.js';
import { SIGNALS } from '../domain/catalogue/queues.js';
import type { Log } from './log.js';

const SIGNAL_DEADLINE_MS = 3_000;
/** Runs that are not cancelled in this time end by themselves at their next attempt. */
const CANCEL_DEADLINE_MS = 1_000;
const CANCEL_LANES = 20;

/** What requests ask of the runs of deliveries. */
export function createDeliveryRuns(client: Client, log: Log): DeliveryRuns {
  return {
    async cancel(ids) {
      const queue = [...ids];
      const end = Date.now() + CANCEL_DEADLINE_MS;
      const lane = async (): Promise<void> => {
        for (let id = queue.pop(); id && Date.now() < end; id = queue.pop()) {
          const handle = client.workflow.getHandle(id);
          await client
            .withDeadline(end, () => handle.cancel())
            .catch((error: unknown) => {
              if (error instanceof WorkflowNotFoundError) return;
              log.debug({ err: error, workflowId: id }, 'the run ends by itself later');
            });
        }
      };
      await Promise.all(Array.from({ length: CANCEL_LANES }, lane));
    },

    async retryNow(id) {
      const handle = client.workflow.getHandle(id);
      try {
        await client.withDeadline(Date.now() + SIGNAL_DEADLINE_MS, () =>
          handle.signal(SIGNALS.retryNow),
        );
        return 'sent';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return 'closed';
        log.warn({ err: error, workflowId: id }, 'the delivery was not hastened');
        return 'no_answer';
      }
    },

    async ended(id, deadlineMs) {
      await client
        .withDeadline(Date.now() + deadlineMs, () => client.workflow.getHandle(id).result())
        .catch((error: unknown) => log.debug({ err: error, workflowId: id }, 'not ended in time'));
    },
  };
}
