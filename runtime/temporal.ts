import {
  Client,
  Connection,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import {
  defineSearchAttributeKey,
  SearchAttributeType,
  type SearchAttributePair,
  type Workflow,
} from '@temporalio/common';
import type { StartWorkflow, WorkflowToStart } from '../domain/commands/start-workflow.js';
import {
  PRIORITY,
  QUEUES,
  UPDATES,
  type CancelOutcome,
  type CancelRequest,
} from '../workflows/names.js';
import type { Env } from './env.js';

/** How long an accepted request waits for its start; the relay does what is left (design §5). */
const START_DEADLINE_MS = 1_500;
/** How long a cancel waits for a worker's answer before it is 503. */
const CANCEL_DEADLINE_MS = 5_000;

/** `no_answer`: no worker took the update in time; `closed`: the run is over. */
export type CancelAnswer = CancelOutcome | 'no_answer' | 'closed';

export interface Temporal {
  readonly client: Client;
  readonly startWorkflow: StartWorkflow;
  /** Asks the run to cancel, starting it first where the relay has not yet. */
  cancel(start: WorkflowToStart, request: CancelRequest, updateId: string): Promise<CancelAnswer>;
  close(): Promise<void>;
}

function options(start: WorkflowToStart): WorkflowStartOptions {
  const attributes = Object.entries(start.attributes).map(
    ([name, value]) =>
      ({
        key: defineSearchAttributeKey(name, SearchAttributeType.KEYWORD),
        value,
      }) satisfies SearchAttributePair,
  );
  return {
    workflowId: start.workflowId,
    taskQueue: QUEUES.orchestrator,
    args: [...start.args],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    staticSummary: start.summary,
    typedSearchAttributes: attributes,
    priority: { priorityKey: PRIORITY.waiting, fairnessKey: start.accountId },
  };
}

/** The connection is lazy, so a process starts and answers while Temporal is down. */
export function createTemporal(env: Pick<Env, 'temporalAddress' | 'temporalNamespace'>): Temporal {
  const connection = Connection.lazy({ address: env.temporalAddress });
  const client = new Client({ connection, namespace: env.temporalNamespace });

  async function startWorkflow(start: WorkflowToStart): Promise<void> {
    try {
      await client.withDeadline(Date.now() + START_DEADLINE_MS, () =>
        client.workflow.start(start.workflowType, options(start)),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  async function cancel(start: WorkflowToStart, request: CancelRequest, updateId: string) {
    const operation = new WithStartWorkflowOperation(start.workflowType, {
      ...options(start),
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
    try {
      return await client.withDeadline(Date.now() + CANCEL_DEADLINE_MS, () =>
        client.workflow.executeUpdateWithStart<Workflow, CancelOutcome, [CancelRequest]>(
          UPDATES.cancel,
          {
            args: [request],
            updateId,
            startWorkflowOperation: operation,
          },
        ),
      );
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'closed';
      if (isNoAnswer(error)) return 'no_answer';
      throw error;
    }
  }

  return { client, startWorkflow, cancel, close: () => connection.close() };
}

/** gRPC codes of "nobody is there": CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE. */
const NO_ANSWER_CODES: readonly unknown[] = [1, 4, 14];

function isNoAnswer(error: unknown): boolean {
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return true;
  const { code, cause } = error as { code?: number; cause?: { code?: number } };
  return NO_ANSWER_CODES.includes(code) || NO_ANSWER_CODES.includes(cause?.code);
}
