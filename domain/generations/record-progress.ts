import type { DataSource } from 'typeorm';
import type { MadePart, Maker } from '../catalogue/makers.js';
import type { Stage, TimelineEntry } from '../catalogue/stages.js';
import type { FailedStep } from '../catalogue/runs.js';
import type { OutputFacts } from '../contract/generation-input.js';
import { executeAndCount } from '../../entities/rows.js';
import { ACTIVE } from './advance-generation.js';
import { readFailureText } from './failure-texts.js';
import { changeAndEnd, changeState } from './generation-steps.js';

/**
 * Steps of a running generation record their progress in its row. After the generation has ended,
 * nothing is recorded.
 */

/**
 * Adds a line to a running generation's timeline; a repeated call adds nothing.
 * @param failed the step that the line describes; its stored message replaces the text of `entry`
 */
export async function recordTimeline(
  db: DataSource,
  id: string,
  entry: TimelineEntry,
  failed?: FailedStep,
): Promise<void> {
  const message = await readFailureText(db.manager, id, entry.message, failed);
  await changeState(db, id, ACTIVE, {
    set: 'timeline = CASE WHEN timeline @> $3::jsonb THEN timeline ELSE timeline || $3::jsonb END',
    values: [JSON.stringify([{ ...entry, message }])],
    // An attempt whose failure was not recorded, for example because its worker was lost.
    ends: { stage: entry.stage, outcome: 'UNKNOWN' },
  });
}

/** Stores an analysis result, for the prompt. */
export async function recordAnalysis(
  db: DataSource,
  id: string,
  stage: Stage,
  text: string,
): Promise<void> {
  await changeState(db, id, ACTIVE, {
    set: 'analysis = analysis || $3::jsonb',
    values: [JSON.stringify({ [stage]: text })],
    ends: { stage, outcome: 'ok' },
  });
}

/** Stores the prompts that a text model wrote. */
export async function recordWritten(
  db: DataSource,
  id: string,
  written: { readonly image?: string; readonly video?: string },
): Promise<void> {
  await changeState(db, id, ACTIVE, {
    set: 'written = written || $3::jsonb',
    values: [JSON.stringify(written)],
    ends: { stage: 'text_model', outcome: 'ok' },
  });
}

/** A provider's result, and its notes for the caller. */
export interface ProviderDelivery extends Maker {
  readonly part: MadePart;
  readonly notes: readonly string[];
}

/**
 * Builds SQL for the lines that the timeline does not have yet. Value `at` is the JSON array of
 * lines, the next value is their time. Lines are compared without their time, which differs in a
 * repeated call.
 */
const buildNewLinesSql = (at: number): string => `coalesce((
  SELECT jsonb_agg(line || jsonb_build_object('at', $${at + 1}::bigint))
  FROM jsonb_array_elements($${at}::jsonb) line WHERE NOT timeline @> jsonb_build_array(line)
), '[]')`;

const toLines = (part: MadePart, notes: readonly string[]): string =>
  JSON.stringify(
    notes.map((message) => ({
      stage: STAGE_OF[part],
      resolution: 'fallback',
      status: null,
      message,
    })),
  );

/**
 * Adds a line to a running generation's timeline for each note about its result. A repeated call
 * adds nothing.
 */
export async function recordNotes(
  db: DataSource,
  id: string,
  part: MadePart,
  notes: readonly string[],
): Promise<void> {
  if (notes.length === 0) return;
  await executeAndCount(
    db,
    `UPDATE generation SET timeline = timeline || ${buildNewLinesSql(2)}
     WHERE id = $1 AND status = 'processing'`,
    [id, toLines(part, notes), Date.now()],
  );
}

/** Records the measurements of a running generation's output, before the output is stored. */
export async function recordFacts(db: DataSource, id: string, facts: OutputFacts): Promise<void> {
  await executeAndCount(
    db,
    `UPDATE generation SET output_facts = $2 WHERE id = $1 AND status = 'processing'`,
    [id, JSON.stringify(facts)],
  );
}

/** The stage that makes each part. */
export const STAGE_OF = {
  image: 'image_generation',
  video: 'video_generation',
  speech: 'speech_generation',
  lip_sync: 'lip_sync',
} as const satisfies Record<MadePart, Stage>;

/**
 * Records which provider created a running generation's picture or clip, and adds a timeline line
 * for each note. Changes nothing if it is repeated, or called for an attempt that a later one has
 * replaced.
 */
export async function recordMade(
  db: DataSource,
  id: string,
  { part, attempt, provider, notes }: ProviderDelivery,
): Promise<void> {
  await changeAndEnd(
    db,
    `UPDATE generation SET makers = makers || $3::jsonb, timeline = timeline || ${buildNewLinesSql(4)}
     WHERE id = $1 AND status = 'processing'
       AND coalesce((makers -> $2 ->> 'attempt')::integer, 0) <= $6
     RETURNING id`,
    [
      id,
      part,
      JSON.stringify({ [part]: { provider, attempt } }),
      toLines(part, notes),
      Date.now(),
      attempt,
    ],
    { stage: STAGE_OF[part], attempt, outcome: 'ok' },
  );
}
