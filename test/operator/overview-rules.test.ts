import { expect } from 'chai';
import { planPeriod } from '../../domain/operator/plan-period.js';
import { summariseOutcomes, type OutcomeCount } from '../../domain/operator/summarise-outcomes.js';

const NOW = Date.parse('2026-11-27T12:07:30Z');
const listTimes = (hours: 1 | 24 | 168) =>
  planPeriod(hours, NOW).steps.map((at) => new Date(at).toISOString().slice(0, 16));

describe('the period of the overview', () => {
  it('has 12 steps of five minutes, 24 hours or 7 UTC days, and ends with the step in progress', () => {
    const [minutes, hours, days] = [listTimes(1), listTimes(24), listTimes(168)];
    expect([minutes.length, hours.length, days.length]).to.deep.equal([12, 24, 7]);
    expect([minutes[0], minutes.at(-1)]).to.deep.equal(['2026-11-27T11:10', '2026-11-27T12:05']);
    expect([hours[0], hours.at(-1)]).to.deep.equal(['2026-11-26T13:00', '2026-11-27T12:00']);
    expect([days[0], days.at(-1)]).to.deep.equal(['2026-11-21T00:00', '2026-11-27T00:00']);
  });

  it('begins with its first step', () => {
    const { since, steps } = planPeriod(24, NOW);
    expect(since.getTime()).to.equal(steps[0]);
  });
});

describe('the summary of the overview', () => {
  const period = planPeriod(24, NOW);
  const row = (
    model: string,
    step: number,
    outcome: OutcomeCount['outcome'],
    count: number,
    credits = 0,
  ): OutcomeCount => ({ model, step, outcome, count, credits });
  const counts = [
    row('small', 0, 'completed', 6, 12),
    row('small', 0, 'service', 1),
    row('small', 23, 'request', 3),
    row('large', 23, 'completed', 1, 40),
    row('large', 23, 'cancelled', 20),
    row('large', 23, 'open', 2),
  ];
  const { requests, models, series, ...sums } = summariseOutcomes(
    counts,
    [{ model: 'small', p50: 1_200.4, p95: 3_000.6 }],
    period,
  );

  it('adds up to the accepted requests and the spent credits', () => {
    expect(requests).to.deep.equal({
      accepted: 33,
      completed: 7,
      failed_by_service: 1,
      failed_by_request: 3,
      cancelled: 20,
      open: 2,
    });
    expect(sums.credits_spent).to.equal(52);
  });

  it('counts only failures of the service in the failure rate, of completed and failed requests', () => {
    expect(sums.failure_rate).to.equal(1 / 11);
    expect(models.map(({ model, failure_rate: rate }) => [model, rate])).to.deep.equal([
      ['large', 0],
      ['small', 0.1],
    ]);
    expect(summariseOutcomes([row('new', 0, 'open', 5)], [], period).failure_rate).to.equal(null);
  });

  it('lists the model with the most requests first, with its durations in full milliseconds', () => {
    expect(models.map(({ model, p50_ms, p95_ms }) => [model, p50_ms, p95_ms])).to.deep.equal([
      ['large', null, null],
      ['small', 1_200, 3_001],
    ]);
  });

  it('has every step, also without requests', () => {
    expect(series).to.have.length(24);
    expect(series[0]).to.include({ completed: 6, failed_by_service: 1, failed_by_request: 0 });
    expect(series[1]).to.include({ completed: 0, failed_by_service: 0, failed_by_request: 0 });
    expect(series[23]).to.include({ completed: 1, failed_by_service: 0, failed_by_request: 3 });
  });
});
