import type { Generation, GenerationStep } from '../../api/contract';
import { STAGE_WORDS } from './steps';

/** A bar of the waterfall. */
export interface WaterfallRow {
  readonly key: string;
  readonly label: string;
  /** Attempt, provider and cost, if known. */
  readonly detail: string;
  readonly from: number;
  /** Null while the step is running. */
  readonly to: number | null;
  readonly tone: 'waiting' | 'ok' | 'failed' | 'running';
  /** Error code of a failed step. */
  readonly code: string | null;
  /** The notified webhook. */
  readonly webhookId: string | null;
  /** The provider's job id, for operators only. */
  readonly upstreamId: string | null;
}

const NOBODY = { webhookId: null, upstreamId: null };

/** The time in the queue and every attempt at every stage, ordered by start. */
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

/** For generations from before steps were recorded: one bar for the whole time. */
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

/** End of the time scale. Webhook retries can take days, which would squeeze the other bars. */
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
  const told = rows.flatMap(({ webhookId, to }) => (webhookId === null ? [] : [to ?? now]));
  return Math.max(made, ...told.map((at) => Math.min(at, latest)));
}
