import type { DataSource, EntityManager } from 'typeorm';
import type { FailedStep } from '../catalogue/runs.js';
import { oneOf } from '../../entities/rows.js';
import { toStorable } from '../../entities/storable.js';
import { ACTIVE } from './advance-generation.js';
import { changeState, type EndedStep } from './generation-steps.js';

/** The longest text that is kept of a failure. */
const TEXT_MAX = 500;
/** Suffix of the step id in the key of a text that only operators get. */
const HIDDEN = '/operators';

/**
 * Ends a try that an upstream has failed, and keeps what it said, by the id of the step in its run. It may repeat
 * the prompt, and is deleted with the generation. Histories cannot be, so they only name the step.
 */
export async function recordFailureText(
  db: DataSource,
  id: string,
  { step, text, forOperators, ends }: FailedTry,
): Promise<void> {
  const kept = {
    ...(text !== '' && { [step]: toStorable(text, TEXT_MAX) }),
    ...(forOperators !== null && { [step + HIDDEN]: toStorable(forOperators, TEXT_MAX) }),
  };
  await changeState(db, id, ACTIVE, {
    set: 'failure_texts = failure_texts || $3::jsonb',
    values: [JSON.stringify(kept)],
    ends,
  });
}

interface FailedTry {
  /** Its id in the run. */
  readonly step: string;
  /** What the upstream said; may be empty. */
  readonly text: string;
  /** A text of the upstream for operators only; null for none. */
  readonly forOperators: string | null;
  readonly ends: EndedStep;
}

/** The texts of an upstream about a failed step, for operators. */
interface FailureText {
  readonly step: string;
  readonly text: string | null;
  readonly for_operators: string | null;
}

/** Lists the stored texts about failed steps of a generation, for operators. Pure. */
export function listFailureTexts(texts: Readonly<Record<string, string>>): FailureText[] {
  const steps = new Set(Object.keys(texts).map((key) => key.replace(HIDDEN, '')));
  return [...steps].map((step) => ({
    step,
    text: texts[step] ?? null,
    for_operators: texts[step + HIDDEN] ?? null,
  }));
}

/** @returns the words for the timeline: what was kept of the failed step, else `message` as it is */
export async function readFailureText(
  tx: EntityManager,
  id: string,
  message: string,
  failed: FailedStep | undefined,
): Promise<string> {
  if (!failed) return message;
  const row = await oneOf<{ text: string | null }>(
    tx,
    'SELECT failure_texts ->> $2 AS text FROM generation WHERE id = $1',
    [id, failed.step],
  );
  return row?.text ? `${row.text} ${failed.next}` : message;
}
