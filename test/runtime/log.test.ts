import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import { expect } from 'chai';
import { QueryFailedError } from 'typeorm';
import { errors } from 'undici';
import { Refusal } from '../../domain/contract/refusal.js';
import { describeError } from '../../runtime/log-error.js';
import { KeptLog } from '../support/log-lines.js';

const PROMPT = 'marker-prompt a fox who must not be told';
const KEY = 'svc_live_markerkey0123456789';
const URL_TEXT =
  'https://user:marker-pass@store.example/marker-path/a.webp?X-Amz-Signature=marker-sig';
const MARKERS = ['marker', 'must not be told'];

/** Creates the error of the PostgreSQL driver for a row that violates a constraint. */
function databaseError(): QueryFailedError {
  const driverError = Object.assign(new Error(`new row "${PROMPT}" violates "generation_refund"`), {
    code: '23514',
    severity: 'ERROR',
    detail: `Failing row contains (${PROMPT}, ${KEY}).`,
    where: `PL/pgSQL function with ${PROMPT}`,
    internalQuery: `SELECT '${PROMPT}'`,
    table: 'generation',
    constraint: 'generation_refund',
    routine: 'ExecConstraints',
  });
  return new QueryFailedError('INSERT INTO generation VALUES ($1)', [PROMPT, KEY], driverError);
}

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

/**
 * Every kind of error of our code and its dependencies. Each contains something that the log must
 * hide.
 */
const ERRORS: Record<string, () => unknown> = {
  'from the database': databaseError,
  'from the database, as a cause': () => new Refusal('INTERNAL_ERROR', { cause: databaseError() }),
  'from Temporal, with details and a cause': () =>
    ApplicationFailure.create({
      message: `upstream said "${PROMPT}" to ${URL_TEXT}`,
      type: 'REJECTED',
      details: [PROMPT, { body: KEY }],
      cause: databaseError(),
    }),
  'from undici, with a URL': () =>
    new errors.ConnectTimeoutError(`Connect Timeout Error (${URL_TEXT}, timeout: 10)`),
  'from undici, with a body': () =>
    new errors.ResponseError('Response status', 500, { headers: {}, body: PROMPT }),
  'from a JSON parser': () => thrown(() => JSON.parse(`${PROMPT} {`)),
  'from a URL parser': () => thrown(() => new URL(`${PROMPT} ${KEY}`)),
  'about a missing property': () =>
    thrown(() => (undefined as unknown as Record<string, string>)[PROMPT]),
  'that combines several errors (AggregateError)': () =>
    new AggregateError([databaseError(), new Error(URL_TEXT)], 'all'),
  'with its message in its stack': () => new Error(`two lines\n    at "${PROMPT}" (x:1)`),
  'with a failing getter': () =>
    Object.defineProperty(new Error('odd'), 'code', {
      get: () => {
        throw new Error(PROMPT);
      },
    }),
  'that is a string': () => `failed for '${PROMPT}' with Bearer ${KEY}`,
  'that is an object': () => ({ message: `failed for "${PROMPT}"`, parameters: [KEY] }),
  'that is its own cause': () => {
    const error = new Error('round');
    return Object.assign(error, { cause: error });
  },
  'that names a data URL': () =>
    new Error(`cannot read data:image/png;base64,marker${'A'.repeat(9)}`),
  'that is huge': () => new Error(`${'x '.repeat(1_000_000)}${PROMPT}`),
};

describe('the log', () => {
  for (const [what, make] of Object.entries(ERRORS)) {
    it(`describes an error ${what} without its contents`, () => {
      const kept = new KeptLog();
      const error = make();
      kept.log.error({ err: error }, 'it failed');
      kept.log.error({ error }, 'it failed');
      kept.log.warn({ nested: { deep: error } }, 'it failed');
      if (error instanceof Error) kept.log.error(error);
      expect(kept.linesWith(MARKERS)).to.deep.equal([]);
      for (const text of kept.texts) expect(text.length).to.be.below(20_000);
      expect(kept.lines[0]?.['err']).to.include.keys('type', 'message');
    });
  }

  it('describes a database error with enough detail to find its cause', () => {
    const error = describeError(databaseError());
    expect(error).to.deep.include({
      type: 'QueryFailedError',
      message: 'new row',
      code: '23514',
      severity: 'ERROR',
      table: 'generation',
      constraint: 'generation_refund',
      routine: 'ExecConstraints',
    });
    expect(error.stack?.join('\n')).to.include('log.test.ts');
  });

  it('describes our own error with its cause', () => {
    const error = new Refusal('UNAVAILABLE', { cause: new Error('account acc_1 does not exist') });
    expect(describeError(error).cause?.message).to.equal('account acc_1 does not exist');
  });

  it('omits fields whose names suggest secrets or contents, at every level', () => {
    const kept = new KeptLog();
    const hidden = { authorization: 'marker', api_key: 'marker', body: 'marker', prompt: 'marker' };
    kept.log.info({ ...hidden, inner: { ...hidden, SECRETS_KEY: 'marker', kept: 1 } }, 'facts');
    kept.log.info({ text: `Bearer ${KEY}`, at: URL_TEXT, bytes: Buffer.from('marker') }, 'facts');
    expect(kept.linesWith(MARKERS)).to.deep.equal([]);
    expect(kept.lines[0]?.['inner']).to.deep.equal({ kept: 1 });
    expect(kept.lines[1]).to.include({ text: 'Bearer <key>', at: 'https://store.example' });
  });

  it('keeps ids, and the origins that operators have allowed', () => {
    const kept = new KeptLog();
    const generationId = `gen_${'0f'.repeat(16)}`;
    kept.log.info({ generationId, entries: ['http://minio:9000', '10.0.0.0/8'] }, 'facts');
    expect(kept.lines[0]).to.deep.include({
      generationId,
      entries: ['http://minio:9000', '10.0.0.0/8'],
    });
  });

  it('omits the secret part of an object key, because it gives access to the object', () => {
    const kept = new KeptLog();
    const secret = '0f1e2d3c'.repeat(4);
    kept.log.error({ err: new Error(`no object outputs/gen_1/${secret}.webp`) }, 'it failed');
    expect(kept.linesWith([secret])).to.deep.equal([]);
  });
});

describe('an uncaught error', () => {
  const root = resolve(import.meta.dirname, '..', '..');
  const script = (end: string) => `
    import { createLog } from '${join(root, 'runtime/log.ts')}';
    import { endOnUncaught } from '${join(root, 'runtime/log.ts')}';
    endOnUncaught(createLog('test', 'info'));
    const error = Object.assign(new Error('lost'), { parameters: ['marker'], detail: 'marker' });
    ${end}`;

  for (const [what, end] of [
    ['thrown', 'setImmediate(() => { throw error; });'],
    ['in a promise', 'Promise.reject(error);'],
  ] as const) {
    it(`ends the process with one log line: ${what}`, async () => {
      const args = ['--import', 'tsx', '--input-type=module', '-e', script(end)];
      const ended = await new Promise<{ code: unknown; stdout: string; stderr: string }>((done) =>
        execFile(process.execPath, args, { cwd: root }, (error, stdout, stderr) =>
          done({ code: error?.code, stdout, stderr }),
        ),
      );
      expect(ended.code, ended.stderr).to.equal(1);
      expect(ended.stdout + ended.stderr).not.to.include('marker');
      expect(JSON.parse(ended.stdout)).to.deep.include({ level: 60 });
    });
  }
});
