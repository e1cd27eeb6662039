import type { DataSource, EntityManager } from 'typeorm';
import type { FailedStep } from '../catalogue/runs.js';
import { queryOne } from '../../entities/rows.js';
import { toStorable } from '../../entities/storable.js';
import { ACTIVE } from './advance-generation.js';
import { changeState, type EndedStep } from './generation-steps.js';

/** Maximum length of a stored failure message. */
const TEXT_MAX = 500;
/** Suffix of the step id in the key of a message that only operators see. */
const HIDDEN = '/operators';

/**
 * Ends an attempt that failed upstream, and stores the upstream's message under the step's id in
 * its run. The message may repeat the prompt, and is deleted with the generation. Workflow
 * histories cannot be deleted, so they only contain the step's id.
 */
export async function recordFailureText(
  db: DataSource,
  id: string,
  { step, text, forOperators, ends }: FailedAttempt,
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

interface FailedAttempt {
  /** The step's id in its run. */
  readonly step: string;
  /** The upstream's message; may be empty. */
  readonly text: string;
  /** The upstream's message for operators only, or null. */
  readonly forOperators: string | null;
  readonly ends: EndedStep;
}

/** An upstream's messages about a failed step, for operators. */
interface FailureText {
  readonly step: string;
  readonly text: string | null;
  readonly for_operators: string | null;
}

/** Lists a generation's stored messages about failed steps, for operators. */
export function listFailureTexts(texts: Readonly<Record<string, string>>): FailureText[] {
  const steps = new Set(Object.keys(texts).map((key) => key.replace(HIDDEN, '')));
  return [...steps].map((step) => ({
    step,
    text: texts[step] ?? null,
    for_operators: texts[step + HIDDEN] ?? null,
  }));
}

/**
 * Reads the failure message for the timeline.
 * @returns the failed step's stored message, else `message` unchanged
 */
export async function readFailureText(
  tx: EntityManager,
  id: string,
  message: string,
  failed: FailedStep | undefined,
): Promise<string> {
  if (!failed) return message;
  const row = await queryOne<{ text: string | null }>(
    tx,
    'SELECT failure_texts ->> $2 AS text FROM generation WHERE id = $1',
    [id, failed.step],
  );
  return row?.text ? `${row.text} ${failed.next}` : message;
}
