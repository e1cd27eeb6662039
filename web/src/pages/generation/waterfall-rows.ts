import type { Generation } from '../../api';
import { STAGE_WORDS, type GenerationStep } from '../../lib/steps';

/** A bar of the waterfall. */
export interface WaterfallRow {
  readonly key: string;
  readonly label: string;
  /** Attempt, provider and cost, as far as there is something to say. */
  readonly detail: string;
  readonly from: number;
  /** Null while it is under way. */
  readonly to: number | null;
  readonly tone: 'waiting' | 'ok' | 'failed' | 'running';
  /** The error code, of what failed. */
  readonly code: string | null;
}

/** What waited, and every attempt at every stage, in the order of their beginning. */
export function buildRows(
  generation: Generation,
  steps: readonly GenerationStep[],
): readonly WaterfallRow[] {
  const { created_at: accepted, completed_at: ended } = generation;
  const sorted = steps
    .filter(({ stage }) => stage !== 'queue')
    .toSorted((a, b) => a.started_at - b.started_at);
  const first = sorted[0]?.started_at;
  if (first === undefined && generation.status !== 'queued') return [wholeRun(generation)];
  const waiting: WaterfallRow = {
    key: 'waiting',
    label: STAGE_WORDS.queue,
    detail: '',
    from: accepted,
    to: first ?? ended,
    tone: 'waiting',
    code: null,
  };
  return [waiting, ...sorted.map(toRow)];
}

/** Of what was made before steps were kept: one bar, from the request to its end. */
const wholeRun = ({
  created_at: from,
  completed_at: to,
  status,
  error,
}: Generation): WaterfallRow => ({
  key: 'whole',
  label: 'From the request to its end',
  detail: '',
  from,
  to,
  tone: to === null ? 'running' : status === 'completed' ? 'ok' : 'failed',
  code: error?.code ?? null,
});

function toRow(step: GenerationStep, at: number): WaterfallRow {
  const { stage, attempt, provider, started_at: from, ended_at: to, outcome, cost_usd } = step;
  const details = [
    attempt > 1 && `attempt ${attempt}`,
    provider,
    cost_usd !== null && `$${cost_usd.toFixed(4)}`,
  ];
  const isFailed = outcome !== null && outcome !== 'ok';
  return {
    key: `${at} ${stage} ${attempt}`,
    label: STAGE_WORDS[stage],
    detail: details.filter(Boolean).join(' · '),
    from,
    to,
    tone: isFailed ? 'failed' : to === null ? 'running' : 'ok',
    code: isFailed ? outcome : null,
  };
}
