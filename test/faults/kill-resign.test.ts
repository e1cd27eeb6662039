import { expect } from 'chai';
import { RESIGN_ID, RESIGN_MEMO, type ResignProgress } from '../../domain/catalogue/resigning.js';
import { listRoots, rotateSigningKey } from '../../domain/provenance/signing-keys.js';
import { Generation } from '../../entities/generation.js';
import { runCommand } from '../cli/run-command.js';
import { PlatformProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { copyOutput } from '../provenance/copy-output.js';
import { buildCustomer, orderImage, type Customer } from './audit.js';
import { startPlatform, type Platform } from './platform.js';

const FILES = 60;
const SIGNED_BEFORE_KILL = 15;
const ALL_MS = 300_000;

describe('a run that signs the library again', function () {
  this.timeout(ALL_MS);
  let platform: Platform;
  let media: PlatformProcess;
  let customer: Customer;
  let keys: string[] = [];

  before(async () => {
    platform = await startPlatform(['api', 'orchestrator']);
    media = await PlatformProcess.start('media', platform.servers.env());
    customer = await buildCustomer(platform.deps, platform.url);
    const { id } = await orderImage(customer, 'a fox');
    await until('the picture is completed', () =>
      platform.deps.db.manager.existsBy(Generation, { id, status: 'completed' }),
    );
    keys = await copyOutput(platform.deps, id, FILES - 1);
  });
  after(async () => {
    await media?.stop();
    await platform?.stop();
  });

  const admin = async (...words: string[]): Promise<Record<string, unknown>> => {
    const given = ['provenance', 'resign', ...words, '--json'];
    const { code, stdout } = await runCommand('cli/admin/main.ts', given, platform.servers.env());
    return { code, ...JSON.parse(stdout) };
  };
  const handle = () => platform.deps.temporal.client.workflow.getHandle(RESIGN_ID);
  const readProgress = async () => {
    const { memo = {} } = await handle().describe();
    return memo[RESIGN_MEMO] as ResignProgress | undefined;
  };

  async function countSigned(): Promise<number> {
    const [row]: { count: number }[] = await platform.deps.db.query(
      `SELECT count(*)::int FROM content_credential WHERE signed_by =
       (SELECT signed_by FROM content_credential ORDER BY created_at DESC LIMIT 1)`,
    );
    return row?.count ?? 0;
  }

  async function readChains(): Promise<string[]> {
    const roots = await listRoots(platform.deps);
    const found: string[] = [];
    for (const key of keys) {
      const bytes = await platform.deps.store.get(key, 10_000_000);
      if (!bytes) throw new Error(`${key} is missing`);
      const { credentials } = await platform.deps.credentialReader.examine(bytes, roots);
      const { state, chain } = credentials;
      found.push(`${state} ${chain.length} ${chain[0]?.trusted}`);
    }
    return found;
  }

  it('continues after kill -9 of the media worker, and signs no file twice', async () => {
    await rotateSigningKey(platform.deps);
    expect(await admin('--dry-run')).to.include({ code: 0, total: FILES, to_sign: FILES });
    expect(await admin()).to.include({ code: 0, to_sign: FILES });
    expect(await admin(), 'a second run').to.include({ code: 1 });
    const isUnderWay = async () => {
      const signed = await countSigned();
      return signed >= SIGNED_BEFORE_KILL && signed < FILES;
    };
    await until('some files are signed', isUnderWay);
    await media.kill();
    expect(await countSigned()).to.be.below(FILES);
    media = await PlatformProcess.start('media', platform.servers.env());
    expect(await handle().result()).to.include({
      state: 'completed',
      total: FILES,
      signed: FILES,
      skipped: 0,
      failed: 0,
    });
    expect(new Set(await readChains())).to.deep.equal(new Set(['valid 2 true']));
  });

  it('pauses after a page, and continues', async () => {
    await rotateSigningKey(platform.deps);
    await admin();
    expect(await admin('--pause')).to.include({ code: 0 });
    await until('the run is paused', async () => (await readProgress())?.state === 'paused');
    const paused = await admin('--status');
    expect(paused).to.include({ code: 0, run: 'RUNNING', state: 'paused', total: FILES });
    expect(paused['done']).to.be.below(FILES);
    await admin('--continue');
    expect(await handle().result()).to.include({ state: 'completed', signed: FILES });
    expect(new Set(await readChains())).to.deep.equal(new Set(['valid 3 true']));
    expect(await admin('--status')).to.include({ run: 'COMPLETED', state: 'completed' });
  });

  it('can be cancelled while it is paused', async () => {
    await rotateSigningKey(platform.deps);
    await admin();
    await admin('--pause');
    await until('the run is paused', async () => (await readProgress())?.state === 'paused');
    await admin('--cancel');
    await handle()
      .result()
      .catch(() => undefined);
    expect(await admin('--status')).to.include({ run: 'CANCELLED', state: 'cancelled' });
  });
});
