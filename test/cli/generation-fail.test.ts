import { expect } from 'chai';
import { enqueueStarts } from '../../domain/durable/start-workflow.js';
import { buildGenerationWorkflow } from '../../domain/generations/generation-workflow.js';
import { Generation } from '../../entities/generation.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { testServers } from '../support/hooks.js';
import { usePlatform } from '../support/use-platform.js';
import { accounting, order, PRICE, refunded, type Order } from '../workflows/pipeline.js';
import { runCommand, type Refused } from './run-command.js';

describe('admin generation fail', () => {
  // Runs no media worker, so that generations stay queued and their runs stay open.
  const api = usePlatform({ workers: { media: false } });

  async function fail<T = Refused>(id: string, extra: Record<string, string> = {}) {
    const env = {
      DATABASE_URL: testServers().databaseUrl,
      TEMPORAL_ADDRESS: testServers().temporalAddress,
      TEMPORAL_NAMESPACE: testServers().temporalNamespace,
      ...extra,
    };
    const words = ['generation', 'fail', id, '--json'];
    const { code, stdout } = await runCommand('cli/admin/main.ts', words, env);
    return { code, json: JSON.parse(stdout) as T };
  }
  const handle = (id: string) => api.deps.temporal.client.workflow.getHandle(id);
  const cancel = ({ client, id }: Order) => client.call('POST', `/v1/generations/${id}/cancel`);

  it('fails and refunds a generation once if its workflow run was terminated', async () => {
    const made = await order(api, 'a fox');
    await handle(made.id).terminate();
    const { code, json } = await fail<object>(made.id);
    expect(json).to.deep.equal({ id: made.id, status: 'failed', refunded_credits: PRICE });
    expect(code).to.equal(0);
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
    const row = await api.deps.db.manager.findOneByOrFail(Generation, { id: made.id });
    expect(row.error?.message).to.include('operator');
    expect(row.timeline.at(-1)).to.deep.include({ stage: 'queue', resolution: 'stopped' });
    const again = await fail(made.id);
    expect([again.code, again.json.error.code]).to.deep.equal([1, 'CONFLICT']);
    expect(again.json.error.message).to.include('it is failed');
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });

  it('refuses while the workflow run is open, and explains what to do', async () => {
    const made = await order(api, 'a fox');
    const { code, json } = await fail(made.id);
    expect([code, json.error.code]).to.deep.equal([1, 'CONFLICT']);
    expect(json.error.message).to.include('RUNNING').and.include('Cancel it in the Temporal UI');
    expect((await cancel(made)).status).to.equal(200);
  });

  it('refuses if Temporal does not respond or the namespace does not exist, and reports which', async () => {
    const made = await order(api, 'a fox');
    const port = await findFreePort(0);
    const wrongs: Record<string, string>[] = [
      { TEMPORAL_ADDRESS: `127.0.0.1:${port}` },
      { TEMPORAL_NAMESPACE: 'no-such-namespace' },
    ];
    for (const wrong of wrongs) {
      const { code, json } = await fail(made.id, wrong);
      expect([code, json.error.code]).to.deep.equal([1, 'UNAVAILABLE']);
      expect(json.error.message).to.include('Temporal does not answer');
    }
    expect((await cancel(made)).status).to.equal(200);
  });

  it('refuses an unknown generation, or a generation that the relay has not started yet', async () => {
    const made = await order(api, 'a fox');
    await handle(made.id).terminate();
    const row = await api.deps.db.manager.findOneByOrFail(Generation, { id: made.id });
    const start = buildGenerationWorkflow(row, row.accountId, { analyses: [], routes: [] });
    await enqueueStarts(api.deps.db.manager, [start]);
    const waiting = await fail(made.id);
    expect([waiting.code, waiting.json.error.code]).to.deep.equal([1, 'CONFLICT']);
    expect(waiting.json.error.message).to.include(`/v1/generations/${made.id}/cancel`);
    await api.deps.db.query('DELETE FROM workflow_start WHERE workflow_id = $1', [made.id]);
    expect((await fail(made.id)).code).to.equal(0);
    const unknown = await fail('gen_none');
    expect([unknown.code, unknown.json.error.code]).to.deep.equal([1, 'NOT_FOUND']);
  });
});
