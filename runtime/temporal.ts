import {
  Client,
  Connection,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import type { StartWorkflow, WorkflowToStart } from '../domain/durable/start-workflow.js';
import { NoAnswer } from '../domain/ports/runs.js';
import { UPDATES } from '../domain/catalogue/queues.js';
import type {
  CancelOutcome,
  CancelRequest,
  FinaliseOutcome,
  MoveRequest,
  PostChange,
} from '../domain/catalogue/runs.js';
import { isNoAnswer } from './grpc.js';
import {
  buildConnectionOptions,
  buildConverterOptions,
  type TemporalSettings,
} from './temporal-connection.js';
import { startOptions } from './start-options.js';
import { traceStarts } from './trace-starts.js';

/**
 * Milliseconds that an accepted request waits for its workflow start; after that, the relay starts
 * it.
 */
const START_DEADLINE_MS = 1_500;
/** Milliseconds that a cancel request waits for a worker; after that, the API responds with 503. */
const CANCEL_DEADLINE_MS = 5_000;
/**
 * Milliseconds that a request waits for the check of an upload, which copies, reads and probes up
 * to 200 MB.
 */
const FINALISE_DEADLINE_MS = 20_000;

/**
 * `no_answer` means that no worker processed the update in time; `closed` means that the run has
 * ended.
 */
export type CancelAnswer = CancelOutcome | 'no_answer' | 'closed';

/** An update for a post's run. */
export type PostUpdate =
  | { readonly name: 'cancel'; readonly request: CancelRequest }
  | { readonly name: 'move'; readonly request: MoveRequest };
export type PostAnswer = PostChange | 'no_answer' | 'closed';

export interface Temporal {
  readonly client: Client;
  readonly startWorkflow: StartWorkflow;
  /** Cancels a run; starts it first if the relay has not started it yet. */
  cancel(start: WorkflowToStart, request: CancelRequest, updateId: string): Promise<CancelAnswer>;
  /** Cancels or reschedules a post; starts its run first if the relay has not started it yet. */
  changePost(start: WorkflowToStart, change: PostUpdate, updateId: string): Promise<PostAnswer>;
  /**
   * Asks an upload's run to check its file now. Concurrent callers with the same version of the
   * file share one check and its outcome.
   * @param deadlineMs maximum wait for the outcome
   */
  finalise(
    start: WorkflowToStart,
    version: string,
    deadlineMs?: number,
  ): Promise<FinaliseOutcome | 'no_answer' | 'closed'>;
  close(): Promise<void>;
}

/** Connects lazily, so that a process can start and serve while Temporal is down. */
function createClient(env: TemporalSettings): Client {
  return new Client({
    connection: Connection.lazy(buildConnectionOptions(env)),
    namespace: env.temporalNamespace,
    ...buildConverterOptions(env),
    interceptors: { workflow: [traceStarts] },
  });
}

/** Settings of the connection, and the base URL of the dashboard, which runs link to. */
type Settings = TemporalSettings & { readonly publicUrl: string };

/** Creates all calls to Temporal, each with a separate deadline. */
export function createTemporal(env: Settings): Temporal {
  const client = createClient(env);
  const { publicUrl } = env;

  async function startWorkflow(start: WorkflowToStart): Promise<void> {
    try {
      await client.withDeadline(Date.now() + START_DEADLINE_MS, () =>
        client.workflow.start(start.workflowType, startOptions(start, publicUrl)),
      );
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      if (!isNoAnswer(error)) throw error;
      throw new NoAnswer(error instanceof Error ? error.message : '', { cause: error });
    }
  }

  /**
   * Sends an update and waits for its outcome; starts the run if the relay has not started it yet.
   */
  async function update<Outcome>(
    start: WorkflowToStart,
    name: string,
    { args, updateId, deadlineMs }: { args: unknown[]; updateId: string; deadlineMs: number },
  ): Promise<Outcome | 'no_answer' | 'closed'> {
    const startWorkflowOperation = new WithStartWorkflowOperation(start.workflowType, {
      ...startOptions(start, publicUrl),
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
    try {
      return await client.withDeadline(Date.now() + deadlineMs, () =>
        client.workflow.executeUpdateWithStart<Workflow, Outcome, unknown[]>(name, {
          args,
          updateId,
          startWorkflowOperation,
        }),
      );
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'closed';
      if (isLate(error)) return 'no_answer';
      throw error;
    }
  }

  function cancel(start: WorkflowToStart, request: CancelRequest, updateId: string) {
    const call = { args: [request], updateId, deadlineMs: CANCEL_DEADLINE_MS };
    return update<CancelOutcome>(start, UPDATES.cancel, call).catch(toClosed);
  }

  function changePost(start: WorkflowToStart, { name, request }: PostUpdate, updateId: string) {
    const call = { args: [request], updateId, deadlineMs: CANCEL_DEADLINE_MS };
    return update<PostChange>(start, UPDATES[name], call).catch(toClosed);
  }

  const finalise = createFinalise(update);

  const close = () => client.connection.close();
  return { client, startWorkflow, cancel, changePost, finalise, close };
}

/** Sends an update, as defined in `createTemporal`. */
type Update = <Outcome>(
  start: WorkflowToStart,
  name: string,
  call: { args: unknown[]; updateId: string; deadlineMs: number },
) => Promise<Outcome | 'no_answer' | 'closed'>;

/**
 * Creates a function that sends one `finalise` update for all concurrent callers with the same
 * version.
 */
function createFinalise(update: Update): Temporal['finalise'] {
  const open = new Map<string, ReturnType<Temporal['finalise']>>();
  return (start, version, deadlineMs = FINALISE_DEADLINE_MS) => {
    const question = `${start.workflowId} ${version}`;
    const asked = open.get(question);
    if (asked) return asked;
    const call = { args: [], updateId: version, deadlineMs };
    const answer = update<FinaliseOutcome>(start, UPDATES.finalise, call)
      .catch(toClosed)
      .finally(() => open.delete(question));
    open.set(question, answer);
    return answer;
  };
}

/** Reports a run as closed if it ended before it responded, or if its check failed permanently. */
function toClosed(error: unknown): 'closed' {
  const isOver =
    error instanceof WorkflowUpdateFailedError || error instanceof WorkflowNotFoundError;
  if (isOver) return 'closed';
  throw error;
}

const isLate = (error: unknown): boolean =>
  error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isNoAnswer(error);
