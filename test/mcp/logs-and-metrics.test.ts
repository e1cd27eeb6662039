import { expect } from 'chai';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { apiSuite } from '../api/suite.js';
import { KeptLog, type LogLine } from '../support/log-lines.js';
import { startApi, type TestApi } from '../support/platform.js';
import { until } from '../support/until.js';
import { connectAgent, ERAS, refuse, succeed } from './mcp-rig.js';

describe('logs and metrics of tool calls', () => {
  const suite = apiSuite();
  const kept = new KeptLog();
  let api: TestApi;
  before(async () => {
    api = await startApi({}, (deps) => ({ ...deps, log: kept.log }));
  });
  after(() => api?.stop());

  it('contain one log line, one measurement and one record of the refusal, like for an HTTP request', async () => {
    const { accountId, keyId, apiKey } = await suite.customer();
    const agent = await connectAgent(api.url, apiKey);
    kept.texts.length = 0;
    await succeed(agent, 'generate_image', { prompt: 'a marker fox', idempotency_key: 'marker' });
    const { error } = await refuse(agent, 'generate_image', {
      prompt: 'a marker, forbidden fruit',
    });
    expect(error.code).to.equal('CONTENT_BLOCKED');
    const of = (name: string) =>
      kept.lines.filter(({ msg, operation }) => msg === 'request' && operation === name);
    const by = { accountId, keyId, operation: 'createImage', method: 'MCP' };
    const [made, refused] = of('createImage');
    expect(made).to.deep.include({ ...by, status: 202, code: null });
    expect(refused).to.deep.include({ ...by, status: 422, code: 'CONTENT_BLOCKED' });
    expect(refused?.['requestId']).to.equal(error.request_id);
    expect(of('mcp').map(({ status, method }) => [status, method])).to.deep.equal([
      [200, 'POST'],
      [200, 'POST'],
    ]);
    expect(kept.linesWith(['marker', apiKey])).to.deep.equal([]);
    const metrics = await api.deps.metrics.registry.metrics();
    expect(metrics).to.match(
      /http_request_duration_seconds_count\{(?=.*method="MCP")(?=.*route="createImage")(?=.*status="422")/,
    );
    await until('the refusal is recorded', async () => {
      const rows = await suite.db.query('SELECT 1 FROM refused_request WHERE id = $1', [
        error.request_id,
      ]);
      return rows.length === 1;
    });
    await agent.close();
  });

  for (const era of ERAS) {
    it(`do not contain an error when a waiting client disconnects (${era})`, async () => {
      const { apiKey } = await suite.customer();
      const agent = await connectAgent(api.url, apiKey, { era });
      kept.texts.length = 0;
      const given = { prompt: 'a red fox', wait_seconds: 50 };
      const answer = succeed(agent, 'generate_image', given).catch(() => null);
      await until('the call waits', () => Promise.resolve(api.edge.waits.waiting === 1));
      await agent.close();
      await answer;
      const isCreate = ({ operation }: LogLine) => operation === 'createImage';
      await until('the call is logged', () => Promise.resolve(kept.lines.some(isCreate)));
      expect(kept.lines.filter(({ level }) => level > 30)).to.deep.equal([]);
    });
  }

  it('do not expose the details of an internal error to the client', async () => {
    const broken = await startApi({}, (deps) => ({
      ...deps,
      log: kept.log,
      newId: (prefix) => {
        if (prefix === 'gen') throw new Error('the marker of a secret host');
        return deps.newId(prefix);
      },
    }));
    try {
      const { apiKey } = await suite.customer();
      const agent = await connectAgent(broken.url, apiKey);
      const answer: ErrorBody = await refuse(agent, 'generate_image', { prompt: 'a red fox' });
      expect(answer.error.code).to.equal('INTERNAL_ERROR');
      expect(JSON.stringify(answer)).not.to.include('marker');
      await agent.close();
    } finally {
      await broken.stop();
    }
  });
});
