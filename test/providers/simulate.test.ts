import { expect } from 'chai';
import { createLocalProvider } from '../../adapters/providers/local/provider.js';
import { simulateDelay } from '../../adapters/providers/local/simulate.js';
import { ProviderFailure } from '../../domain/ports/provider.js';
import type { ImageJob } from '../../domain/ports/provider-job.js';
import {
  DIRECTIVES,
  parseDirectives,
  hasAnalysisFailure,
} from '../../domain/catalogue/simulate.js';
import { jobOf, unwatched } from '../studio/pictures.js';
import { failureOf } from '../support/failure.js';

const provider = createLocalProvider();

const job = (prompt: string, attempt = 1, upstreamModel = 'studio'): ImageJob => ({
  ...jobOf(prompt, { ratio: '1:1' }),
  attempt,
  upstreamModel,
});

/** Returns the failure of one call as plain data, or null if the call delivered an image. */
async function outcome(request: ImageJob) {
  try {
    await provider.generate(request, unwatched());
    return null;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { kind, status, retryAfterMs } = error;
    return { kind, status, retryAfterMs };
  }
}

describe('simulate: directives', () => {
  const always = [
    ['simulate:provider_error', { kind: 'unavailable', status: 503, retryAfterMs: null }],
    ['simulate:timeout', { kind: 'timeout', status: null, retryAfterMs: null }],
    ['simulate:rate_limit', { kind: 'rate_limited', status: 429, retryAfterMs: 200 }],
    ['simulate:content_blocked', { kind: 'content_blocked', status: 422, retryAfterMs: null }],
  ] as const;
  for (const [directive, failure] of always) {
    it(`fail every attempt on every route for ${directive}`, async () => {
      expect(await outcome(job(`a fox ${directive} in snow`))).to.deep.equal(failure);
      expect(await outcome(job(directive.toUpperCase(), 7, 'standby'))).to.deep.equal(failure);
    });
  }

  for (const name of ['provider_error', 'rate_limit']) {
    it(`fail two attempts and then deliver for simulate:${name}=2`, async () => {
      const prompt = `fox simulate:${name}=2`;
      expect(await outcome(job(prompt, 1))).not.to.equal(null);
      expect(await outcome(job(prompt, 2))).not.to.equal(null);
      expect(await outcome(job(prompt, 3))).to.equal(null);
    });
  }

  it('fail the first route and use the next one for simulate:fallback', async () => {
    const refused = { kind: 'rejected', status: 400, retryAfterMs: null };
    expect(await outcome(job('fox simulate:fallback'))).to.deep.equal(refused);
    expect(await outcome(job('fox simulate:fallback', 2, 'standby'))).to.equal(null);
  });

  it('delay the result by at least the given time for simulate:slow, and report progress twice a second', async () => {
    const progress: number[] = [];
    // Compares with another timer of this process, because a busy process delays both.
    let ticks = 0;
    const twiceASecond = setInterval(() => (ticks += 1), 500);
    const startedMs = performance.now();
    await simulateDelay(2.4, {
      signal: new AbortController().signal,
      onProgress: (fraction) => progress.push(fraction),
    });
    clearInterval(twiceASecond);
    expect(performance.now() - startedMs).to.be.at.least(2_390);
    expect(progress).to.have.length.at.least(Math.max(2, ticks));
    expect(progress).to.deep.equal(progress.toSorted((one, other) => one - other));
  });

  it('end simulate:slow immediately with the abort reason', async () => {
    const controller = new AbortController();
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const drawing = provider.generate(job('fox simulate:slow=120'), {
      signal: controller.signal,
      onProgress() {
        // Progress is reported every 500 ms. The abort must end the call before the next report.
        timer ??= setInterval(() => (isLate = true), 400);
        controller.abort(new Error('cancelled by the caller'));
      },
    });
    const ended = await failureOf(drawing);
    clearInterval(timer);
    expect(ended).to.have.property('message', 'cancelled by the caller');
    expect(isLate, 'waited for the next progress').to.equal(false);
  });

  it('affect only the analysis for simulate:analysis_failure', async () => {
    expect(hasAnalysisFailure('a fox Simulate:Analysis_Failure')).to.equal(true);
    expect(hasAnalysisFailure('a fox')).to.equal(false);
    expect(await outcome(job('fox simulate:analysis_failure'))).to.equal(null);
  });

  it('are removed from the prompt', () => {
    expect(parseDirectives('a fox, simulate:slow=1.5, in snow simulate:timeout.').prompt).to.equal(
      'a fox, , in snow .',
    );
    expect(parseDirectives('two  spaces').prompt).to.equal('two  spaces');
  });

  it('are all parsed, in upper and lower case', () => {
    for (const { name, value, set } of DIRECTIVES) {
      const token = `Simulate:${name.toUpperCase()}${value?.required ? '=3' : ''}`;
      const { names, directives, problems } = parseDirectives(`a fox ${token}, running`);
      expect([names, problems], token).to.deep.equal([[name], []]);
      expect(directives).to.include(set(value?.required ? 3 : Number.POSITIVE_INFINITY));
    }
  });

  for (const text of [
    'dissimulate:timeout',
    'simulate: timeout',
    'we simulate:',
    'simulate:"rain"',
    'simulate:- rain',
  ]) {
    it(`do not include "${text}"`, () => {
      const { directives } = parseDirectives('');
      expect(parseDirectives(text)).to.deep.equal({
        prompt: text,
        names: [],
        problems: [],
        directives,
      });
    });
  }

  const WRONG: readonly [text: string, name: string, rule: RegExp | null][] = [
    ['simulate:timeouts', 'timeouts', null],
    ['simulate:unknown', 'unknown', null],
    ['simulate:timeout=3', 'timeout', /no value/],
    ['simulate:slow', 'slow', /seconds from 0 to 120/],
    ['simulate:slow=', 'slow', /seconds from 0 to 120/],
    ['simulate:slow=fast', 'slow', /seconds from 0 to 120/],
    ['simulate:slow=5s', 'slow', /seconds from 0 to 120/],
    ['simulate:slow=999', 'slow', /seconds from 0 to 120/],
    ['simulate:provider_error=-1', 'provider_error', /whole number of attempts from 0 to 100/],
    ['simulate:rate_limit=1.5', 'rate_limit', /whole number of attempts from 0 to 100/],
  ];
  for (const [text, name, rule] of WRONG) {
    it(`report the problem in "${text}" and have no effect`, () => {
      const { problems, names, directives, prompt } = parseDirectives(`a fox ${text} in snow`);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.include({ token: text, name });
      if (rule === null) expect(problems[0]?.rule).to.equal(null);
      else expect(problems[0]?.rule).to.match(rule);
      expect([names, directives]).to.deep.equal([[], parseDirectives('').directives]);
      expect(prompt).to.include(text);
    });
  }
});
