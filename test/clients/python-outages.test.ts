import { expect } from 'chai';
import { MODES, usePythonClient } from './python-rig.js';
import { hangUp, json, page, refusal, useScriptedServer, type Respond } from './scripted-server.js';

interface Outcome {
  readonly result: string;
  /** Seconds of all pauses, which the test skips. */
  readonly seconds: number;
  readonly longest: number;
}

const ENDED = json({ id: 'gen_1', status: 'completed', result: {} });
/** The longest pause between two attempts. */
const PAUSE_S_MAX = 8;
const TIMEOUT_S = 180;
/**
 * Number of attempts in about two minutes: the pauses double up to their maximum, and half of each
 * is random.
 */
const ATTEMPTS = 20;
const times = (count: number, respond: Respond) => Array.from({ length: count }, () => respond);

const outages = {
  'a broken connection': hangUp,
  'the 502 of a proxy': page(502, '<h1>Sorry</h1>'),
  'the 503 of the service': refusal('UNAVAILABLE', 503),
  'the 504 of a proxy': page(504, ''),
  'Retry-After: 0': page(503, '', 'text/html', { 'Retry-After': '0' }),
};

describe('the Python client, by default', () => {
  const client = usePythonClient();
  const { requests, serve } = useScriptedServer();

  for (const mode of MODES) {
    const run = (platform: { url: string; apiKey: string }, method: string, options = {}) =>
      client.play<Outcome>('outage', mode, platform, method, JSON.stringify(options));

    for (const [name, respond] of Object.entries(outages)) {
      it(`continues a call and a wait through an outage with ${name} (${mode})`, async () => {
        for (const method of ['create', 'wait']) {
          const platform = await serve(...times(ATTEMPTS, respond), ENDED);
          const did = await run(platform, method);
          expect(did.result).to.equal('gen_1');
          expect(did.seconds).to.be.within(50, TIMEOUT_S);
          expect(did.longest).to.be.at.most(PAUSE_S_MAX);
        }
        expect(requests).to.have.length(2 * (ATTEMPTS + 1));
      });
    }

    it(`ends calls, waits and subscriptions after the call's time limit (${mode})`, async () => {
      for (const method of ['create', 'wait', 'subscribe']) {
        const did = await run(await serve(hangUp), method);
        expect(did.result).to.equal('ConnectionFailedError');
        expect(did.seconds).to.be.within(TIMEOUT_S - PAUSE_S_MAX, TIMEOUT_S + PAUSE_S_MAX);
      }
    });

    const retried = {
      500: refusal('INTERNAL_ERROR', 500),
      429: refusal('RATE_LIMITED', 429, { 'Retry-After': '1' }),
      409: refusal('CONFLICT', 409, { 'Retry-After': '1', 'x-should-retry': 'true' }),
    };
    for (const [status, respond] of Object.entries(retried)) {
      it(`repeats a ${status} five times, also after an outage (${mode})`, async () => {
        await run(await serve(...times(8, hangUp), respond), 'create');
        expect(requests).to.have.length(8 + 6);
      });
    }

    it(`does not repeat a 409, or a 5xx marked as final (${mode})`, async () => {
      const final = { 'x-should-retry': 'false' };
      const answers = [refusal('CONFLICT', 409), refusal('INTERNAL_ERROR', 500, final)];
      for (const respond of answers) await run(await serve(respond), 'create');
      expect(requests).to.have.length(answers.length);
    });

    it(`continues after more than a thousand tries (${mode})`, async () => {
      const platform = await serve(...times(1_100, hangUp), ENDED);
      const did = await run(platform, 'create', { timeout: 10_000 });
      expect(did.result).to.equal('gen_1');
    });

    it(`respects the caller's limit of retries during an outage (${mode})`, async () => {
      await run(await serve(hangUp), 'create', { max_retries: 1 });
      expect(requests).to.have.length(2);
    });

    it(`raises an error immediately if Retry-After exceeds the time left (${mode})`, async () => {
      const away = page(503, '', 'text/html', { 'Retry-After': '200' });
      const did = await run(await serve(away), 'create');
      expect(did).to.deep.equal({ result: 'UnexpectedResponseError', seconds: 0, longest: 0 });
    });
  }
}).timeout(60_000);
