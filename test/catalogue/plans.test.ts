import { expect } from 'chai';
import { computeLimits, LIMIT_NAMES, PLAN_NAMES, PLANS } from '../../domain/catalogue/plans.js';

const GB = 1_000_000_000;

describe('plans', () => {
  it('have the four specified names, cheapest first', () => {
    expect(PLAN_NAMES).to.deep.equal(['free', 'creator', 'influencer', 'agency']);
  });

  // Rows and columns of the tables "Plan limits" and "Daily upload allowance" in the specification.
  for (const [limit, ...row] of [
    ['images_per_minute', 1, 2, 5, 10],
    ['requests_per_minute', 30, 60, 120, 240],
    ['concurrent_jobs', 2, 4, 10, 20],
    ['api_keys', 1, 2, 5, 20],
    ['webhooks', 1, 2, 5, 20],
    ['included_social_accounts', 0, 2, 5, 15],
    ['characters', 1, 3, 10, 30],
    ['products', 1, 5, 20, 50],
    ['upload_files_per_day', 50, 300, 1_000, 5_000],
    ['upload_bytes_per_day', 1 * GB, 10 * GB, 50 * GB, 250 * GB],
  ] as const) {
    it(`have these ${limit} limits: ${row.join(', ')}`, () => {
      expect(PLAN_NAMES.map((plan) => PLANS[plan][limit])).to.deep.equal(row);
    });
  }

  it('have only these limits', () => {
    expect(LIMIT_NAMES).to.have.length(10);
    for (const plan of PLAN_NAMES) expect(PLANS[plan]).to.have.all.keys(LIMIT_NAMES);
  });

  it('have higher limits at a higher price', () => {
    for (const [index, plan] of PLAN_NAMES.entries()) {
      const next = PLAN_NAMES[index + 1];
      if (!next) continue;
      for (const limit of LIMIT_NAMES)
        expect(PLANS[next][limit]).to.be.at.least(PLANS[plan][limit]);
    }
  });

  it('keep their other limits if one limit of an account is raised', () => {
    const raised = computeLimits('free', { concurrent_jobs: 9 });
    expect(raised).to.deep.equal({ ...PLANS.free, concurrent_jobs: 9 });
    expect(computeLimits('free', {})).to.deep.equal(PLANS.free);
    expect(PLANS.free.concurrent_jobs).to.equal(2);
  });
});
