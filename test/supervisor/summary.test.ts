import { expect } from 'chai';
import { buildSummary } from '../../supervisor/summary.js';

const STARTED = {
  apiUrl: 'http://localhost:8080',
  temporalUiUrl: null,
  socialDemoUrl: null,
  demo: { accountId: 'acc_1', apiKey: 'svc_live_1' },
  tookMs: 1_234,
  dataDir: '.data',
  signInUrl: 'http://localhost:8080/app/sign-in#secret',
};

describe("npm start's summary", () => {
  it('explains how to get more credits once the demo account has few', () => {
    const grant = 'npm run admin -- credits grant acc_1 --amount 1000';
    expect(buildSummary({ ...STARTED, credits: 99 }))
      .to.include('(99 credits)')
      .and.include(grant);
    expect(buildSummary({ ...STARTED, credits: 100 })).to.not.include('credits grant');
  });

  it("shows the dashboard's sign-in link, and how to get another one", () => {
    const text = buildSummary({ ...STARTED, credits: 100 });
    expect(text)
      .to.include(STARTED.signInUrl)
      .and.include('npm run admin -- sign-in-link --account acc_1 --operator');
  });

  it('omits the credits if the API does not return them', () => {
    expect(buildSummary({ ...STARTED, credits: null })).to.match(/Demo key +svc_live_1\n/);
  });
});
