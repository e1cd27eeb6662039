import { WorkflowNotFoundError } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { Temporal } from '../runtime/temporal.js';
import { UsageError } from './command-line.js';
import { replayAll } from './replay-code.js';
import { formatEventName, readDivergence } from './replay-divergence.js';
import { parseHistoryEvents, FETCH_MS } from './load-history.js';

/** Selects which of the server's runs to replay. */
export interface RecentRunFilter {
  /** Selects runs that were open at any time since then. */
  readonly since: Date;
  readonly limit: number;
  /** An additional condition, in the syntax of Temporal's list filter. */
  readonly query: string | null;
}

type History = Parameters<typeof historyToJSON>[0];

interface ReplayedRun {
  readonly workflowId: string;
  readonly history: History;
}

/** Counts for one replay. */
export interface Summary {
  readonly replayed: number;
  readonly diverged: number;
  readonly skipped: number;
  /** True if more runs matched than the limit allows. */
  readonly isCut: boolean;
}

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const FIRST_ANSWER_MS = 5_000;
/** A run that has not completed its first task has only its start event and that task's events. */
const BEGUN_EVENTS = 4;

/** Parses `90m`, `24h` or `7d`. @throws {UsageError} for any other text */
export function readAge(text: string): number {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit as keyof typeof UNITS_MS];
  if (!count || !unitMs) {
    throw new UsageError(
      `--since takes minutes, hours or days such as 90m, 24h or 7d, not ${text}`,
    );
  }
  return Number(count) * unitMs;
}

/**
 * Replays the server's recent runs against the checkout's code. Prints one line for each run that
 * diverges or was skipped.
 */
export async function replayRecent(
  { client }: Temporal,
  recent: RecentRunFilter,
  print: (line: string) => void,
): Promise<Summary> {
  const query = toQuery(recent);
  // Temporal is queried before the code is bundled, so that an unreachable server or an invalid
  // filter is reported early.
  await client.withDeadline(Date.now() + FIRST_ANSWER_MS, () => client.workflow.count(query));
  const counts = { replayed: 0, diverged: 0, skipped: 0, isCut: false };
  let current: ReplayedRun | null = null;
  const skip = (id: string, why: string): void => {
    counts.skipped += 1;
    print(`skipped   ${id}: ${why}`);
  };

  async function* fetchRuns(): AsyncGenerator<ReplayedRun> {
    const listed = client.workflow.list({ query })[Symbol.asyncIterator]();
    for (let checked = 0; ; checked += 1) {
      const next = await client.withDeadline(Date.now() + FETCH_MS, () => listed.next());
      if (next.done) return;
      if (checked === recent.limit) {
        counts.isCut = true;
        return;
      }
      const { workflowId, runId } = next.value;
      const history = await fetchRun(workflowId, runId);
      if (history === null) skip(workflowId, 'its history was deleted');
      else if ((history.events?.length ?? 0) < BEGUN_EVENTS) skip(workflowId, 'it has not started');
      else yield (current = { workflowId, history });
    }
  }

  const fetchRun = (workflowId: string, runId: string) =>
    client
      .withDeadline(Date.now() + FETCH_MS, () =>
        client.workflow.getHandle(workflowId, runId).fetchHistory(),
      )
      .catch((error: unknown) => {
        if (error instanceof WorkflowNotFoundError) return null;
        throw error;
      });

  for await (const { workflowId, problem } of replayAll(fetchRuns())) {
    counts.replayed += 1;
    if (problem === null || current === null) continue;
    counts.diverged += 1;
    print(`diverges  ${workflowId}: ${describe(problem, current)}`);
  }
  return counts;
}

/**
 * Selects open runs, because a deploy can break them, and recent runs, because they show the next
 * steps of open runs.
 */
function toQuery({ since, query }: RecentRunFilter): string {
  const moment = since.toISOString();
  const open = `(ExecutionStatus = "Running" OR CloseTime >= "${moment}")`;
  return query === null ? open : `${open} AND (${query})`;
}

function describe(problem: string, { workflowId, history }: ReplayedRun): string {
  const events = parseHistoryEvents(workflowId, historyToJSON(history));
  const { event, recorded, code, message } = readDivergence(problem, events);
  const where = event && `at event ${event.eventId} (${formatEventName(event)})`;
  const what = recorded === null ? message.split('\n')[0] : `history has ${recorded}, code ${code}`;
  return [where, what].filter(Boolean).join(', ');
}
