import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect } from 'chai';
import { buildAccount } from '../support/accounts.js';
import { startApi, testEnv, type TestApi } from '../support/platform.js';
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
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  let api: TestApi;
  let workers: TestWorkers;
  let generationId: string;

  const connect = (connection: object) =>
    writeFileSync(join(folder, 'connection.json'), JSON.stringify(connection));
  const demo = (...words: string[]) => runCommand('cli/demo.ts', words, { DATA_DIR: folder });
  const replay = (name: string) =>
    runCommand('cli/replay.ts', [name], {
      TEMPORAL_ADDRESS: testEnv()['TEMPORAL_ADDRESS'] ?? '',
      TEMPORAL_NAMESPACE: testEnv()['TEMPORAL_NAMESPACE'] ?? '',
    });

  before(async () => {
    // Builds the URL of an image later, because the port is known only once the API listens.
    const mediaUrl = (key: string) => `${api.url}/media/${key}`;
    api = await startApi({}, (deps) => ({ ...deps, mediaUrl }));
    workers = await startWorkers(api.deps);
  });

  after(async () => {
    await workers?.stop();
    await api?.stop();
    rmSync(folder, { recursive: true });
  });

  it('save a WebP and print the links and the charge (demo)', async () => {
    const { apiKey } = await buildAccount(api.deps.db, { credits: 10 });
    const ui = 'http://ui.invalid';
    connect({ api_url: api.url, api_key: apiKey, temporal_ui_url: ui });
    const file = join(folder, 'fox.webp');
    const { code, stdout, stderr } = await demo(
      'a red fox in snow',
      '--ratio',
      '1:1',
      '--out',
      file,
    );
    generationId = /gen_[0-9a-f]{32}/.exec(stdout)?.[0] ?? '';
    expect(code, stderr).to.equal(0);
    expect(stdout).to.include(`${api.url}/v1/generations/${generationId}`);
    expect(stdout).to.include(`${ui}/namespaces/default/workflows/${generationId}`);
    expect(stdout).to.include('2 credits charged, 8 left');
    expect(readFileSync(file).subarray(8, 12).toString()).to.equal('WEBP');
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

  it('print one sentence and exit with 1 if the account has no credits (demo)', async () => {
    const { apiKey } = await buildAccount(api.deps.db, { credits: 0 });
    connect({ api_url: api.url, api_key: apiKey, temporal_ui_url: null });
    const { code, stderr } = await demo('a red fox in snow');
    expect(code).to.equal(1);
    expect(stderr).to.include('402 INSUFFICIENT_CREDITS').and.not.include('    at ');
  });

  it('print how to start a platform and exit with 1 if a platform is not running (demo)', async () => {
    connect({ api_url: 'http://127.0.0.1:1', api_key: 'svc_live_x', temporal_ui_url: null });
    const { code, stderr } = await demo('a red fox in snow');
    expect(code).to.equal(1);
    expect(stderr).to.include('npm start').and.not.include('    at ');
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
