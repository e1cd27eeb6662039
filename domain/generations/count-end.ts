import { SPEECH_MODEL_ID } from '../catalogue/speech-model.js';
import type { WorkBody } from '../contract/work.js';

/** Counts each ended generation once, after its last transition is committed. */
export interface EndCounter {
  inc(labels: EndLabels): void;
}

/** The labels; each value comes from a fixed set: our models, states and error codes. */
interface EndLabels {
  readonly type: string;
  readonly model: string;
  readonly outcome: string;
  /** The error code; empty if the generation completed. */
  readonly code: string;
}

/**
 * Counts an ended generation.
 * @param ended null if this call ended nothing: an earlier call has counted it
 */
export function countEnd(
  { metrics }: { readonly metrics: { readonly generations: EndCounter } },
  ended: WorkBody | null,
): void {
  if (ended === null) return;
  const { status, error } = ended;
  const { type, model } =
    ended.object === 'speech' ? { type: ended.object, model: SPEECH_MODEL_ID } : ended;
  metrics.generations.inc({ type, model, outcome: status, code: error?.code ?? '' });
}
