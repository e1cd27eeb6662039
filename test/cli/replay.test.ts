import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect } from 'chai';
import { buildAccount } from '../support/accounts.js';
import { ApiClient } from '../support/client.js';
import { startApi, testEnv, type TestApi } from '../support/platform.js';
import { until } from '../support/until.js';
import { startWorkers, type TestWorkers } from '../support/workers.js';
import { runCommand } from './run-command.js';

interface Shown {
  generation: { status: string; credits: number };
  hold: { state: string };
  ledger: { kind: string }[];
  outbox: object | null;
  workflow: { status: string };
}

interface RecordedActivity {
  activityTaskScheduledEventAttributes?: { activityType: { name: string } };
}

describe('commands with a running platform', () => {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  let api: TestApi;
  let workers: TestWorkers;
  let generationId: string;

  const replay = (name: string) =>
    runCommand('cli/replay.ts', [name], {
      TEMPORAL_ADDRESS: testEnv()['TEMPORAL_ADDRESS'] ?? '',
      TEMPORAL_NAMESPACE: testEnv()['TEMPORAL_NAMESPACE'] ?? '',
    });

  before(async () => {
    api = await startApi();
    workers = await startWorkers(api.deps);
    const { apiKey } = await buildAccount(api.deps.db, { credits: 10 });
    const client = new ApiClient(api.url, apiKey);
    const created = await client.image({ prompt: 'a red fox in snow', aspect_ratio: '1:1' });
    generationId = created.body.id;
    await until(`the end of ${generationId}`, async () => {
      const { body } = await client.get(`/v1/generations/${generationId}`);
      return body.completed_at !== null;
    });
  });

  after(async () => {
    await workers?.stop();
    await api?.stop();
    rmSync(folder, { recursive: true });
  });

  it("show a generation's row, credits, ledger and workflow (generation show)", async () => {
    const words = ['generation', 'show', generationId, '--json'];
    const env = testEnv();
    const live = await runCommand('cli/admin/main.ts', words, env);
    const shown = JSON.parse(live.stdout) as Shown;
    expect(shown.generation).to.deep.include({
      status: 'completed',
      credits: 2,
      simulated: true,
      makers: {
        image: {
          provider: 'local',
          attempt: 1,
        },
      },
    });
    expect(shown.hold.state).to.equal('settled');
    expect(shown.ledger.map(({ kind }) => kind)).to.deep.equal(['hold', 'settle']);
    expect(shown.outbox).to.equal(null);
    expect(shown.workflow.status).to.equal('COMPLETED');
    const away = { ...env, TEMPORAL_ADDRESS: '127.0.0.1:1' };
    const alone = await runCommand('cli/admin/main.ts', words, away);
    expect(alone.code).to.equal(0);
    expect((JSON.parse(alone.stdout) as Shown).workflow.status).to.include('no answer');
  });

  it('accept a run of the current code, by id and from a file (replay)', async () => {
    const byId = await replay(generationId);
    expect(byId.stdout, byId.stderr).to.match(/: \d+ events\nreplayed: no divergence/);
    expect(byId.code).to.equal(0);
    const file = await record((text) => text);
    expect((await replay(file)).stdout).to.include('replayed: no divergence');
  });

  it('name the event at which different code diverges, and exit with 1 (replay)', async () => {
    const file = await record((text) => {
      const history = JSON.parse(text) as { events: RecordedActivity[] };
      const first = history.events.find((event) => event.activityTaskScheduledEventAttributes);
      if (first?.activityTaskScheduledEventAttributes) {
        first.activityTaskScheduledEventAttributes.activityType.name = 'paint';
      }
      return JSON.stringify(history);
    });
    const { code, stderr } = await replay(file);
    expect(code).to.equal(1);
    expect(stderr).to.include('diverges at event 5 (ActivityTaskScheduled)');
    expect(stderr).to.include('history has  paint').and.include('code does    generateImage');
  });

  it('report an unknown id or file, and exit with 1 (replay)', async () => {
    const [id, file] = await Promise.all([replay('gen_nothing'), replay('nothing.json')]);
    expect([id.code, file.code]).to.deep.equal([1, 1]);
    expect(id.stderr).to.include('There is no file and no workflow called gen_nothing');
    expect(file.stderr).to.include('There is no file nothing.json');
  });

  async function record(change: (text: string) => string): Promise<string> {
    const history = await api.deps.temporal.client.workflow.getHandle(generationId).fetchHistory();
    const file = join(folder, `${randomUUID()}.json`);
    writeFileSync(file, change(historyToJSON(history)));
    return file;
  }
});
