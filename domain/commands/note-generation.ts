import type { DataSource } from 'typeorm';
import type { Stage, TimelineEntry } from '../catalogue/stages.js';
import { ACTIVE, change } from './advance-generation.js';

/** What steps of a running generation note on its row; once it has ended nothing is noted. */

/** Adds a line to the timeline of a running generation; a repeated call finds its line there. */
export async function recordTimeline(
  db: DataSource,
  id: string,
  entry: TimelineEntry,
): Promise<void> {
  await change(
    db.manager,
    id,
    ACTIVE,
    'timeline = CASE WHEN timeline @> $3::jsonb THEN timeline ELSE timeline || $3::jsonb END',
    [JSON.stringify([entry])],
  );
}

/** Keeps what an analysis saw, for the prompt. */
export async function recordAnalysis(
  db: DataSource,
  id: string,
  stage: Stage,
  text: string,
): Promise<void> {
  const found = JSON.stringify({ [stage]: text });
  await change(db.manager, id, ACTIVE, 'analysis = analysis || $3::jsonb', [found]);
}

/** Keeps the prompts that a text model wrote. */
export async function recordWritten(
  db: DataSource,
  id: string,
  written: { readonly image?: string; readonly video?: string },
): Promise<void> {
  await change(db.manager, id, ACTIVE, 'written = written || $3::jsonb', [JSON.stringify(written)]);
}
