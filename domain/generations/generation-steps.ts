import type { DataSource, EntityManager } from 'typeorm';
import type { GenerationStatus, Stage } from '../catalogue/stages.js';
import { queryOne } from '../../entities/rows.js';

/**
 * Steps are written in the same statement as their generation's row, so the two never contradict
 * each other.
 */

export interface BegunStep {
  readonly stage: Stage;
  /** The attempt's number; defaults to the open attempt, else to the next one. */
  readonly attempt?: number;
  /** The upstream that is called; omitted without an upstream. */
  readonly provider?: string;
}

export interface EndedStep {
  /** The stage to end; defaults to all stages. */
  readonly stage?: Stage;
  /** The attempt to end; defaults to any open attempt. */
  readonly attempt?: number;
  /** `ok`, or the failure code. */
  readonly outcome: string;
}

/**
 * Begins an attempt for the row in `changed`. A repeated attempt reuses the existing row, unless
 * that attempt succeeded. The query parameters from `$at` are stage, attempt and provider.
 */
const begin = (at: number): string => `begun AS (
  INSERT INTO generation_step AS s (generation_id, stage, attempt, provider, started_at)
  SELECT id, $${at}::text, coalesce($${at + 1}::integer, 1 + (
    SELECT count(*)::integer FROM generation_step before
    WHERE before.generation_id = changed.id AND before.stage = $${at}
      AND before.ended_at IS NOT NULL
  )), $${at + 2}::text, now() FROM changed
  ON CONFLICT (generation_id, stage, attempt) DO UPDATE
    SET ended_at = NULL, outcome = NULL, position = NULL, fraction = NULL
    WHERE s.outcome <> 'ok'
)`;

/** Ends the open attempts of the row in `changed`. Values: stage, attempt and outcome. */
const end = (at: number): string => `ended AS (
  UPDATE generation_step s SET ended_at = now(), outcome = $${at + 2}
  FROM changed WHERE s.generation_id = changed.id AND s.ended_at IS NULL
    AND s.stage = coalesce($${at}, s.stage) AND s.attempt = coalesce($${at + 1}, s.attempt)
)`;

/**
 * Runs an UPDATE of a generation, and begins an attempt if the row changed.
 * @param update ends with RETURNING and at least `id`
 * @returns the row from RETURNING; null if nothing changed
 */
export function changeAndBegin<T extends object>(
  db: DataSource | EntityManager,
  update: string,
  values: readonly unknown[],
  { stage, attempt, provider }: BegunStep,
): Promise<T | null> {
  const sql = `WITH changed AS (${update}), ${begin(values.length + 1)} SELECT * FROM changed`;
  return queryOne<T>(db, sql, [...values, stage, attempt ?? null, provider ?? null]);
}

/**
 * Runs an UPDATE of a generation, and ends attempts if the row changed.
 * @returns whether it changed
 */
export async function changeAndEnd(
  db: DataSource | EntityManager,
  update: string,
  values: readonly unknown[],
  { stage, attempt, outcome }: EndedStep,
): Promise<boolean> {
  const sql = `WITH changed AS (${update}), ${end(values.length + 1)} SELECT id FROM changed`;
  const row = await queryOne(db, sql, [...values, stage ?? null, attempt ?? null, outcome]);
  return row !== null;
}

/**
 * Compares and sets the row's status, and ends attempts.
 * @returns whether this call changed the status
 */
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
  /** Values for the parameters from `$3` on. */
  readonly values?: readonly unknown[];
  readonly ends: EndedStep;
}
