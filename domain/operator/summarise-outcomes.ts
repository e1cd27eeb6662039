import type { AdminOverviewBody } from '../contract/admin-overview.js';
import type { Period } from './plan-period.js';

type Outcome = 'completed' | 'service' | 'request' | 'cancelled' | 'open';

/** The number of requests for one model in one step with the same outcome. */
export interface OutcomeCount {
  readonly model: string;
  /** Index of the step. */
  readonly step: number;
  readonly outcome: Outcome;
  readonly count: number;
  /** Credits spent. */
  readonly credits: number;
}

/** Durations of one model's completed requests in milliseconds. */
export interface ModelDuration {
  readonly model: string;
  readonly p50: number;
  readonly p95: number;
}

type Summary = Pick<
  AdminOverviewBody,
  'requests' | 'failure_rate' | 'credits_spent' | 'models' | 'series'
>;

/** Sums counts for the whole period, for each model and for each step. */
export function summariseOutcomes(
  counts: readonly OutcomeCount[],
  durations: readonly ModelDuration[],
  { steps }: Period,
): Summary {
  const byStep = Map.groupBy(counts, ({ step }) => step);
  const requests = sumOutcomes(counts);
  return {
    requests,
    failure_rate: rateFailures(requests),
    credits_spent: counts.reduce((sum, { credits }) => sum + credits, 0),
    models: summariseModels(counts, durations),
    series: steps.map((at, step) => {
      const { completed, ...sums } = sumOutcomes(byStep.get(step) ?? []);
      const { failed_by_service, failed_by_request } = sums;
      return { at, completed, failed_by_service, failed_by_request };
    }),
  };
}

function summariseModels(
  counts: readonly OutcomeCount[],
  durations: readonly ModelDuration[],
): Summary['models'] {
  const times = new Map(durations.map((row) => [row.model, row]));
  const models = [...Map.groupBy(counts, ({ model }) => model)].map(([model, rows]) => {
    const { accepted, completed, failed_by_service, failed_by_request } = sumOutcomes(rows);
    const sums = { accepted, completed, failed_by_service, failed_by_request };
    const time = times.get(model);
    return {
      model,
      ...sums,
      failure_rate: rateFailures(sums),
      p50_ms: time ? Math.round(time.p50) : null,
      p95_ms: time ? Math.round(time.p95) : null,
    };
  });
  return models.toSorted((a, b) => b.accepted - a.accepted || a.model.localeCompare(b.model));
}

function sumOutcomes(counts: readonly OutcomeCount[]): Summary['requests'] {
  const sum = (wanted?: Outcome) =>
    counts.reduce(
      (total, { outcome, count }) => total + (!wanted || outcome === wanted ? count : 0),
      0,
    );
  return {
    accepted: sum(),
    completed: sum('completed'),
    failed_by_service: sum('service'),
    failed_by_request: sum('request'),
    cancelled: sum('cancelled'),
    open: sum('open'),
  };
}

interface Ended {
  readonly completed: number;
  readonly failed_by_service: number;
  readonly failed_by_request: number;
}

/** Returns the share of ended requests that the service failed; null if none has ended. */
function rateFailures({ completed, failed_by_service: ours, failed_by_request }: Ended) {
  const ended = completed + ours + failed_by_request;
  return ended === 0 ? null : ours / ended;
}
