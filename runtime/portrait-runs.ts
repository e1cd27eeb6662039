import { WorkflowFailedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { PortraitJob } from '../domain/catalogue/runs.js';
import type { PortraitRuns } from '../domain/ports/portraits.js';
import { isNoAnswer } from './grpc.js';

/**
 * Maximum wait of a request for its portrait, in milliseconds; afterwards, the API responds with
 * 503.
 */
const PORTRAIT_DEADLINE_MS = 10_000;

export function createPortraitRuns(client: Client): PortraitRuns {
  return {
    async waitForResult(workflowId) {
      try {
        return await client.withDeadline(
          Date.now() + PORTRAIT_DEADLINE_MS,
          () => client.workflow.getHandle(workflowId).result() as Promise<PortraitJob>,
        );
      } catch (error) {
        if (error instanceof WorkflowFailedError) return 'failed';
        // The relay has not started the run yet.
        if (error instanceof WorkflowNotFoundError || isNoAnswer(error)) return 'no_answer';
        throw error;
      }
    },
  };
}
