import { performance } from 'node:perf_hooks';
import { RESIGN_ID, RESIGN_MEMO, type ResignProgress } from '../domain/catalogue/resigning.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import { listRoots, rotateSigningKey } from '../domain/provenance/signing-keys.js';
import { Generation } from '../entities/generation.js';
import { buildCustomer, orderImage } from '../test/faults/audit.js';
import { startPlatform } from '../test/faults/platform.js';
import { copyOutput } from '../test/provenance/copy-output.js';
import { PlatformProcess } from '../test/support/process.js';
import { until } from '../test/support/until.js';

/*
 * Signs 1,000 files again, kills the media process with `kill -9` in the middle, and checks that no
 * file was signed twice. Run it with `npm run bench:resign -- 1000`.
 */

const files = Number(process.argv[2] ?? 1_000);
const platform = await startPlatform(['api', 'orchestrator']);
const { deps, servers } = platform;
let media = await PlatformProcess.start('media', servers.env());
const customer = await buildCustomer(deps, platform.url);
const { id } = await orderImage(customer, 'a fox');
const { manager } = deps.db;
await until('the picture is done', () => manager.existsBy(Generation, { id, status: 'completed' }));
const keys = await copyOutput(deps, id, files - 1);
await rotateSigningKey(deps);

const started = performance.now();
const handle = await deps.temporal.client.workflow.start('resignLibrary', {
  workflowId: RESIGN_ID,
  taskQueue: QUEUES.orchestrator,
  args: [{ accountId: null, before: Date.now() }],
});
const isHalfDone = async () => {
  const { memo = {} } = await handle.describe();
  const progress = memo[RESIGN_MEMO] as ResignProgress | undefined;
  return (progress?.signed ?? 0) >= files / 2;
};
await until('half of the files are signed', isHalfDone, 3_600_000);
await media.kill();
media = await PlatformProcess.start('media', servers.env());
const report: unknown = await handle.result();
const seconds = Math.round((performance.now() - started) / 1_000);

const roots = await listRoots(deps);
const chains = new Map<string, number>();
for (const key of keys) {
  const bytes = await deps.store.get(key, 10_000_000);
  if (!bytes) throw new Error(`${key} is missing`);
  const { credentials } = await deps.credentialReader.examine(bytes, roots);
  const { state, chain } = credentials;
  const found = `${state}, ${chain.length} manifests`;
  chains.set(found, (chains.get(found) ?? 0) + 1);
}
console.log({ files, seconds, report, chains });
await media.stop();
await platform.stop();
