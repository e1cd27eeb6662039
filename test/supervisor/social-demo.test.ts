import { expect } from 'chai';
import { buildSummary } from '../../supervisor/summary.js';
import { isSocialDemoWanted } from '../../supervisor/social-demo.js';

const chooses = (source: NodeJS.ProcessEnv, problems: string[] = []) =>
  isSocialDemoWanted(source, problems);

describe("npm start's social demo", () => {
  it('runs if no app is configured and the address is local', () => {
    expect(chooses({})).to.equal(true);
    expect(chooses({ SOCIAL_X_CLIENT_ID: ' ' })).to.equal(true);
    expect(chooses({ PUBLIC_URL: 'http://localhost:8080' })).to.equal(true);
    expect(chooses({ SOCIAL_TIKTOK_CLIENT_ID: 'id' })).to.equal(false);
    expect(chooses({ PUBLIC_URL: 'https://api.example.com' })).to.equal(false);
    expect(chooses({ PUBLIC_URL: 'https://localhost.example.com' })).to.equal(false);
  });

  it('follows the SOCIAL_DEMO setting', () => {
    expect(chooses({ SOCIAL_DEMO: '0' })).to.equal(false);
    const far = { SOCIAL_DEMO: '1', PUBLIC_URL: 'https://api.example.com' };
    expect(chooses({ ...far, SOCIAL_TIKTOK_CLIENT_ID: 'id' })).to.equal(true);
    const problems: string[] = [];
    chooses({ SOCIAL_DEMO: 'yes' }, problems);
    expect(problems).to.deep.equal(['SOCIAL_DEMO must be 0 or 1, not "yes"']);
  });

  it('is described as a demo in the summary', () => {
    const started = {
      apiUrl: 'http://localhost:8080',
      temporalUiUrl: null,
      socialDemoUrl: 'http://127.0.0.1:8090',
      demo: { accountId: 'acc_1', apiKey: 'svc_live_1' },
      credits: 1,
      tookMs: 1,
      signInUrl: '',
      dataDir: '.data',
    };
    expect(buildSummary(started)).to.match(/Social demo +\S*8090\S* \(not the real platforms\)/);
    expect(buildSummary({ ...started, socialDemoUrl: null })).to.not.include('Social demo');
  });
});
