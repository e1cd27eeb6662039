import { WorkflowFailedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import pMap from 'p-map';
import type { DeliveryRuns } from '../domain/webhooks/close-deliveries.js';
import { SIGNALS } from '../domain/catalogue/queues.js';
import type { Log } from './log.js';

const SIGNAL_DEADLINE_MS = 3_000;
/** A run that is not cancelled within this time ends at its next attempt anyway. */
const CANCEL_DEADLINE_MS = 1_000;
const CONCURRENT_CANCELS = 20;

/** Creates the operations that API requests perform on delivery runs. */
export function createDeliveryRuns(client: Client, log: Log): DeliveryRuns {
  return {
    async cancel(ids) {
      const end = Date.now() + CANCEL_DEADLINE_MS;
      const cancel = async (id: string): Promise<void> => {
        if (Date.now() >= end) return;
        await client
          .withDeadline(end, () => client.workflow.getHandle(id).cancel())
          .catch((error: unknown) => {
            if (error instanceof WorkflowNotFoundError) return;
            log.debug(
              { err: error, workflowId: id },
              'delivery run not cancelled: it ends by itself at its next attempt',
            );
          });
      };
      await pMap(ids, cancel, { concurrency: CONCURRENT_CANCELS });
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
        log.warn(
          { err: error, workflowId: id },
          'delivery not retried early: it keeps its schedule',
        );
        return 'no_answer';
      }
    },

    async waitForEnd(id, deadlineMs) {
      await client
        .withDeadline(Date.now() + deadlineMs, () => client.workflow.getHandle(id).result())
        .catch((error: unknown) => {
          if (error instanceof WorkflowFailedError) return;
          log.debug({ err: error, workflowId: id }, 'delivery did not end in time');
        });
    },
  };
}
