import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import { createDeps } from '../../runtime/deps.js';
import { loadEnv } from '../../runtime/env.js';
import { startWorkers } from '../support/workers.js';
import { fakeParts } from '../workflows/publish-rig.js';
import { PlainPlatform } from './plain-platform.js';

/*
 * A worker process of posts, to be killed: `PUBLISH_WORKER` is `orchestrator` or `media`, and
 * `PLAIN_URL` is where the platforms are.
 */
const { PUBLISH_WORKER: service, PLAIN_URL: base = '' } = process.env;
const deps = await createDeps(loadEnv(), service === 'media' ? 'media' : 'orchestrator');
const platforms = new Map(PLATFORMS.map((name) => [name, new PlainPlatform(name, base)] as const));
const workers = await startWorkers(deps, {
  publish: { platforms, parts: fakeParts(deps) },
  media: service === 'media',
  orchestrator: service === 'orchestrator',
  uncached: true,
});
process.send?.('ready');
process.once('SIGTERM', () => {
  void workers.stop().then(async () => {
    await deps.close();
    process.disconnect?.();
  });
});
