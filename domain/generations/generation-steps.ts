import type { DataSource, EntityManager } from 'typeorm';
import type { GenerationStatus, Stage } from '../catalogue/stages.js';
import { oneOf } from '../../entities/rows.js';

/**
 * Steps are written by the statements that a step makes anyway, each in the same breath as the row
 * of its generation: so neither ever says what the other does not.
 */

/** A try that begins. */
export interface BegunStep {
  readonly stage: Stage;
  /** Without it: the one that is open, else the next. */
  readonly attempt?: number;
  /** Whom it asks; without it nobody outside. */
  readonly provider?: string;
}

/** Tries that end. */
export interface EndedStep {
  /** Without it: those of all stages. */
  readonly stage?: Stage;
  /** Without it: whichever is open. */
  readonly attempt?: number;
  /** `ok`, or the code of the failure. */
  readonly outcome: string;
}

/**
 * Begins a try of what `changed` has changed. One that is repeated goes on with the row of the first
 * time, unless that succeeded. Values: stage, attempt and provider, from the given place on.
 */
const begin = (at: number): string => `begun AS (
  INSERT INTO generation_step AS s (generation_id, stage, attempt, provider, started_at)
  SELECT id, $${at}::text, coalesce($${at + 1}::integer, 1 + (
    SELECT count(*)::integer FROM generation_step before
    WHERE before.generation_id = changed.id AND before.stage = $${at}
      AND before.ended_at IS NOT NULL
  )), $${at + 2}::text, now() FROM changed
  ON CONFLICT (generation_id, stage, attempt) DO UPDATE SET ended_at = NULL, outcome = NULL
    WHERE s.outcome <> 'ok'
)`;

/** Ends the open tries of what `changed` has changed. Values: stage, attempt and outcome. */
const end = (at: number): string => `ended AS (
  UPDATE generation_step s SET ended_at = now(), outcome = $${at + 2}
  FROM changed WHERE s.generation_id = changed.id AND s.ended_at IS NULL
    AND s.stage = coalesce($${at}, s.stage) AND s.attempt = coalesce($${at + 1}, s.attempt)
)`;

/**
 * Runs an UPDATE of a generation, and begins a try if it has changed the row.
 * @param update ends with RETURNING and at least `id`
 * @returns what it returned; null when it has changed nothing
 */
export function changeAndBegin<T extends object>(
  db: DataSource | EntityManager,
  update: string,
  values: readonly unknown[],
  { stage, attempt, provider }: BegunStep,
): Promise<T | null> {
  const sql = `WITH changed AS (${update}), ${begin(values.length + 1)} SELECT * FROM changed`;
  return oneOf<T>(db, sql, [...values, stage, attempt ?? null, provider ?? null]);
}

/** The same for tries that end. @returns whether it has changed the row */
export async function changeAndEnd(
  db: DataSource | EntityManager,
  update: string,
  values: readonly unknown[],
  { stage, attempt, outcome }: EndedStep,
): Promise<boolean> {
  const sql = `WITH changed AS (${update}), ${end(values.length + 1)} SELECT id FROM changed`;
  const row = await oneOf(db, sql, [...values, stage ?? null, attempt ?? null, outcome]);
  return row !== null;
}

/** One compare-and-set of the row, which ends tries. @returns whether this call changed it */
export function changeState(
  db: DataSource | EntityManager,
  id: string,
  from: readonly GenerationStatus[],
  { set, values = [], ends }: StateChange,
): Promise<boolean> {
  const update = `UPDATE generation SET ${set} WHERE id = $1 AND status = ANY($2) RETURNING id`;
  return changeAndEnd(db, update, [id, from, ...values], ends);
}

interface StateChange {
  readonly set: string;
  /** From `$3` on. */
  readonly values?: readonly unknown[];
  readonly ends: EndedStep;
}
