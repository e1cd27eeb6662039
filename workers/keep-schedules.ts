import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type ScheduleClient,
  type ScheduleDescription,
} from '@temporalio/client';
import { QUEUES } from '../domain/catalogue/queues.js';
import type { Log } from '../runtime/log.js';

/**
 * Recurring work. Only one run is open at a time, and rounds missed for longer than `CATCH_UP_MS`
 * are skipped.
 */
export interface ScheduleRow {
  readonly id: string;
  readonly workflowType: string;
  readonly everyMinutes: number;
}

const MINUTE_MS = 60_000;
const CATCH_UP_MS = MINUTE_MS;
const CALL_MS = 5_000;
/** Maximum number of foreign schedules to inspect in a shared namespace. */
const LISTED_MAX = 200;
/** Set in the memo of every run that our schedules start, to distinguish our runs from others. */
const MARK = { madeBy: 'media-generation-platform' };

/**
 * Synchronises Temporal's schedules with the rows: creates missing schedules, updates changed ones,
 * and deletes those whose row was removed. Keeps an operator's pause and its note, and never
 * changes schedules that others created. A failure is only logged, and the next start tries again:
 * no API response depends on upkeep.
 */
export async function keepSchedules(
  schedules: ScheduleClient,
  rows: readonly ScheduleRow[],
  log: Pick<Log, 'info' | 'warn'>,
  callMs = CALL_MS,
): Promise<void> {
  const runWithinDeadline = <Result>(call: () => Promise<Result>) =>
    schedules.withDeadline(Date.now() + callMs, call);
  for (const row of rows)
    await attempt(log, row.id, () => runWithinDeadline(() => keep(schedules, row)));
  const known = new Set(rows.map(({ id }) => id));
  const others = await runWithinDeadline(() => listOthers(schedules, known)).catch(
    (error: unknown) => {
      log.warn({ err: error }, 'could not list schedules: obsolete ones stay until the next start');
      return [];
    },
  );
  for (const id of others)
    await attempt(log, id, () => runWithinDeadline(() => removeOurs(schedules, id)));
}

/** Creates schedules that are missing for some rows; does not change existing ones. */
export async function makeMissingSchedules(
  schedules: ScheduleClient,
  rows: readonly ScheduleRow[],
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  for (const row of rows) {
    await attempt(log, row.id, async () => {
      const made = await schedules.withDeadline(Date.now() + CALL_MS, () => make(schedules, row));
      return made ? 'created a missing schedule again' : null;
    });
  }
}

/** @param work returns a description of what it did, or null */
async function attempt(
  log: Pick<Log, 'info' | 'warn'>,
  scheduleId: string,
  work: () => Promise<string | null>,
): Promise<void> {
  try {
    const done = await work();
    if (done !== null) log.info({ scheduleId }, done);
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return;
    log.warn(
      { err: error, scheduleId },
      'could not update the schedule: the next start tries again',
    );
  }
}

/** Builds the schedule settings that come from a row; a schedule's state belongs to operators. */
function buildScheduleSettings({ workflowType, everyMinutes }: ScheduleRow) {
  return {
    spec: { intervals: [{ every: everyMinutes * MINUTE_MS }] },
    action: {
      type: 'startWorkflow' as const,
      workflowType,
      taskQueue: QUEUES.orchestrator,
      args: [],
      memo: MARK,
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP_MS },
  };
}

/** @returns a description of the change, or null if nothing changed */
async function keep(schedules: ScheduleClient, row: ScheduleRow): Promise<string | null> {
  if (await make(schedules, row)) return 'created a schedule';
  const handle = schedules.getHandle(row.id);
  const found = await handle.describe();
  // Older schedules that lack the memo are recognised by id and type.
  if (!isOurs(found) && found.action.workflowType !== row.workflowType) {
    throw new Error('another application has created a schedule with this id');
  }
  if (isAsWanted(found, row)) return null;
  await handle.update(({ state }) => ({ ...buildScheduleSettings(row), state }));
  return 'updated a schedule';
}

/** @returns false if a schedule with this id exists */
async function make(schedules: ScheduleClient, row: ScheduleRow): Promise<boolean> {
  try {
    await schedules.create({ scheduleId: row.id, ...buildScheduleSettings(row) });
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

const isOurs = ({ action }: ScheduleDescription): boolean =>
  action.memo?.['madeBy'] === MARK.madeBy;

function isAsWanted(found: ScheduleDescription, row: ScheduleRow): boolean {
  const { spec, action, policies } = found;
  const wanted = buildScheduleSettings(row);
  const has = {
    every: spec.intervals?.map(({ every, offset }) => [every, offset].filter(Boolean)),
    more: [spec.calendars?.length ?? 0, spec.skip?.length ?? 0, spec.jitter ?? 0],
    action: [isOurs(found), action.workflowType, action.taskQueue, action.args?.length ?? 0],
    policies: [policies.overlap, policies.catchupWindow, policies.pauseOnFailure],
  };
  const should = {
    every: wanted.spec.intervals.map(({ every }) => [every]),
    more: [0, 0, 0],
    action: [true, row.workflowType, wanted.action.taskQueue, 0],
    policies: [wanted.policies.overlap, wanted.policies.catchupWindow, false],
  };
  return JSON.stringify(has) === JSON.stringify(should);
}

async function listOthers(
  schedules: ScheduleClient,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = [];
  for await (const { scheduleId } of schedules.list()) {
    if (!known.has(scheduleId)) found.push(scheduleId);
    if (found.length === LISTED_MAX) break;
  }
  return found;
}

async function removeOurs(schedules: ScheduleClient, id: string): Promise<string | null> {
  const handle = schedules.getHandle(id);
  if (!isOurs(await handle.describe())) return null;
  await handle.delete();
  return 'deleted a schedule whose row was removed';
}
