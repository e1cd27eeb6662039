import { expect } from 'chai';
import { testServers } from '../support/hooks.js';
import { usePlatform } from '../support/use-platform.js';
import { order } from '../workflows/pipeline.js';
import { runCommand } from './run-command.js';

describe('admin generation show', () => {
  // Runs no media worker, so that the generation stays queued.
  const api = usePlatform({ workers: { media: false } });

  async function show(id: string): Promise<{ readonly upstream_said: unknown }> {
    const { databaseUrl, temporalAddress, temporalNamespace } = testServers();
    const { code, stdout } = await runCommand(
      'cli/admin/main.ts',
      ['generation', 'show', id, '--json'],
      {
        DATABASE_URL: databaseUrl,
        TEMPORAL_ADDRESS: temporalAddress,
        TEMPORAL_NAMESPACE: temporalNamespace,
      },
    );
    expect(code, stdout).to.equal(0);
    return JSON.parse(stdout);
  }

  it('prints the upstream response of each failed step, including internal details', async () => {
    const made = await order(api, 'a fox');
    expect((await show(made.id)).upstream_said).to.deep.equal([]);
    const texts = {
      'order-1': 'Node 1 (LoadImage): OSError.',
      'order-1/operators': "cannot identify image file '/srv/comfy/input/broken.png'",
      'order-2': 'The queue is full.',
    };
    await api.deps.db.query('UPDATE generation SET failure_texts = $2::jsonb WHERE id = $1', [
      made.id,
      JSON.stringify(texts),
    ]);
    expect((await show(made.id)).upstream_said).to.have.deep.members([
      {
        step: 'order-1',
        text: texts['order-1'],
        for_operators: texts['order-1/operators'],
      },
      { step: 'order-2', text: texts['order-2'], for_operators: null },
    ]);
    await made.client.call('POST', `/v1/generations/${made.id}/cancel`);
  });
});
