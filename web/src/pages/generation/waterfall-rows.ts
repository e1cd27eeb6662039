import type { Generation, GenerationStep } from '../../api/contract';
import { STAGE_WORDS } from './steps';

/** One bar in the waterfall chart. */
export interface WaterfallRow {
  readonly key: string;
  readonly label: string;
  /** Attempt, provider and cost, if known. */
  readonly detail: string;
  readonly from: number;
  /** End time; null while the step is running. */
  readonly to: number | null;
  readonly tone: 'waiting' | 'ok' | 'failed' | 'running';
  /** Error code, if the step failed. */
  readonly code: string | null;
  /** The webhook that was notified, if any. */
  readonly webhookId: string | null;
  /** The provider's job id, which only operators see. */
  readonly upstreamId: string | null;
}

const NOBODY = { webhookId: null, upstreamId: null };

/** Builds rows for the time in the queue and every attempt at every stage, ordered by start. */
export function buildRows(
  generation: Generation,
  steps: readonly GenerationStep[],
): readonly WaterfallRow[] {
  const { created_at: accepted, completed_at: ended } = generation;
  const done = steps.filter(({ stage }) => stage !== 'queue');
  const first = done.find(({ stage }) => stage !== 'webhook')?.started_at;
  const wasCancelled = generation.status === 'cancelled';
  if (first === undefined && generation.status !== 'queued' && !wasCancelled) {
    return [buildWholeRunRow(generation), ...done.map(toRow)];
  }
  const waiting: WaterfallRow = {
    ...NOBODY,
    key: 'waiting',
    label: STAGE_WORDS.queue,
    detail: '',
    from: accepted,
    to: first ?? ended,
    tone: 'waiting',
    code: null,
  };
  return [waiting, ...done.map(toRow)];
}

/**
 * Builds one bar for the whole time, for generations that are older than the recording of steps.
 */
const buildWholeRunRow = ({
  created_at: from,
  completed_at: to,
  status,
  error,
}: Generation): WaterfallRow => ({
  ...NOBODY,
  key: 'whole',
  label: 'Total',
  detail: '',
  from,
  to,
  tone: to === null ? 'running' : status === 'completed' ? 'ok' : 'failed',
  code: error?.code ?? null,
});

function toRow(step: GenerationStep, at: number, all: readonly GenerationStep[]): WaterfallRow {
  const { stage, attempt, provider, started_at: from, ended_at: to, outcome, cost_usd } = step;
  // The API counts attempts across stages; the chart counts them within each stage.
  const nth =
    stage === 'webhook'
      ? attempt
      : all.slice(0, at + 1).filter((other) => other.stage === stage).length;
  const details = [
    nth > 1 && `attempt ${nth}`,
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
    webhookId: step.webhook_id,
    upstreamId: step.upstream_id,
  };
}

/**
 * Finds the end of the time scale. Webhook retries can take days, which would squeeze the other
 * bars.
 */
export function findEnd(
  { created_at: start, completed_at: completed }: Generation,
  rows: readonly WaterfallRow[],
  now: number,
): number {
  const made = Math.max(
    completed ?? now,
    start + 1,
    ...rows.filter(({ webhookId }) => webhookId === null).map(({ to }) => to ?? now),
  );
  const latest = made + Math.max(made - start, 2_000);
  const deliveryEnds = rows.flatMap(({ webhookId, to }) => (webhookId === null ? [] : [to ?? now]));
  return Math.max(made, ...deliveryEnds.map((at) => Math.min(at, latest)));
}
