import type { GenerationBody } from '../contract/generation.js';

/** Counts generations that have ended, each once: after the commit of its last transition. */
export interface EndCounter {
  inc(labels: EndLabels): void;
}

/** Each comes from a fixed set: of our models, states and error codes. */
interface EndLabels {
  readonly type: string;
  readonly model: string;
  readonly outcome: string;
  /** Empty when it has completed. */
  readonly code: string;
}

/** @param ended null when this call has ended nothing: then an earlier one has counted */
export function countEnd(
  { metrics }: { readonly metrics: { readonly generations: EndCounter } },
  ended: GenerationBody | null,
): void {
  if (ended === null) return;
  const { type, model, status, error } = ended;
  metrics.generations.inc({ type, model, outcome: status, code: error?.code ?? '' });
}
