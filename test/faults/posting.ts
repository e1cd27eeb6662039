import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import sharp from 'sharp';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import { createHexSecret } from '../../domain/contract/ids.js';
import {
  claimGeneration,
  completeGeneration,
  reserveOutputKeys,
} from '../../domain/generations/advance-generation.js';
import { createDeps, type Deps } from '../../runtime/deps.js';
import { parseEnv } from '../../runtime/env.js';
import type { PlatformFake, ShownPost } from '@media-platform/stand-ins/social/fake.js';
import { serveFakes, type FakeServer } from '@media-platform/stand-ins/social/server.js';
import { createStandIns } from '@media-platform/stand-ins/social/stand-ins.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { WORKFLOW_CODE } from '../../runtime/workflow-code.js';
import { buildCustomer, type Customer } from '../support/accounts.js';
import { clipOf } from '../support/clip.js';
import { startFaultServers, type FaultServers } from '../support/faults.js';
import { PlatformProcess } from '../support/process.js';
import { makeRunFolder } from '../support/run-folder.js';
import { QUIET } from '../support/workers.js';
import { BEGUN } from '../support/begun.js';

/**
 * Higher than the test can use up: the limits of the stand-ins, the account's limits and its
 * credits.
 */
const PLENTY = 1_000_000;
const RAISED = {
  requests_per_minute: PLENTY,
  concurrent_jobs: PLENTY,
  included_social_accounts: PLENTY,
};

/** Ids of finished generations to post. */
type Media = Readonly<Record<'picture' | 'clip', string>>;

/**
 * A complete platform with its own servers and the real API as a process. It posts to the stand-ins of the five
 * platforms. The caller starts the workers.
 */
export class PostingPlatform {
  private readonly workers: PlatformProcess[] = [];

  private constructor(
    readonly servers: FaultServers,
    private readonly folder: string,
    readonly env: Readonly<Record<string, string>>,
    private api: PlatformProcess,
    readonly url: string,
    readonly deps: Deps,
    private readonly fakes: readonly PlatformFake[],
    readonly demo: FakeServer,
    readonly customer: Customer,
    readonly media: Media,
  ) {}

  /** @param extra settings of all processes */
  static async start(extra: Record<string, string> = {}): Promise<PostingPlatform> {
    const servers = await startFaultServers();
    const folder = makeRunFolder();
    const fakes = createStandIns({ now: Date.now, dailyPosts: PLENTY, initsPerMinute: PLENTY });
    const demo = await serveFakes(fakes);
    const port = await findFreePort(0);
    const url = `http://127.0.0.1:${port}`;
    const env = servers.env({
      API_PORT: String(port),
      PUBLIC_URL: url,
      SOCIAL_DEMO_URL: demo.url,
      WORKFLOW_BUNDLE: await writeQuickBundle(folder),
      ...extra,
    });
    const api = await PlatformProcess.start('api', env);
    const deps = await createDeps(parseEnv({ ...env, LOG_LEVEL: 'silent' }), 'admin');
    await deps.store.ensureBucket();
    const customer = await buildCustomer(deps.db, url, { credits: PLENTY, raised: RAISED });
    const media = await makeMedia(deps, customer);
    return new PostingPlatform(servers, folder, env, api, url, deps, fakes, demo, customer, media);
  }

  async stop(): Promise<void> {
    const living = [this.api, ...this.workers].filter(({ ending }) => ending === null);
    await Promise.all(living.map((running) => running.stop()));
    await this.demo.close();
    await this.deps.close();
    await this.servers.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Starts a worker process like users.
   * @param at the checkpoint at which it is killed
   */
  async worker(service: 'orchestrator' | 'media' | 'outbound', at = ''): Promise<PlatformProcess> {
    const worker = await PlatformProcess.start(service, { ...this.env, CRASH_AT: at });
    this.workers.push(worker);
    return worker;
  }

  /** Kills the API and every worker with `kill -9`. */
  async killAll(): Promise<void> {
    const living = [this.api, ...this.workers].filter(({ ending }) => ending === null);
    await Promise.all(living.map((running) => running.kill()));
  }

  /** Starts the API again, with the same URL. */
  async startApi(): Promise<void> {
    this.api = await PlatformProcess.start('api', this.env);
  }

  /** Finds the public view of a post by its unique caption. */
  shown(platform: Platform, caption: string): readonly ShownPost[] {
    const posts = this.fakes.find(({ name }) => name === platform)?.posts() ?? [];
    return posts.filter(({ text }) => text === caption);
  }
}

/** Bundles the real workflow code with shorter waits (quick-runs.ts). @returns the file of the bundle */
async function writeQuickBundle(folder: string): Promise<string> {
  const quick = fileURLToPath(new URL('./quick-runs.ts', import.meta.url));
  const { workflowsPath, workflowInterceptorModules: modules } = WORKFLOW_CODE;
  const workflowInterceptorModules = [...modules, quick];
  const bundle = { workflowsPath, workflowInterceptorModules, logger: QUIET };
  const file = join(folder, 'quick-bundle.js');
  writeFileSync(file, (await bundleWorkflowCode(bundle)).code);
  return file;
}

/** Finishes a small picture and a clip, both valid for every platform. */
async function makeMedia(deps: Deps, { client }: Customer): Promise<Media> {
  const background = { r: 200, g: 90, b: 40 };
  const create = { width: 384, height: 480, channels: 3, background } as const;
  const picture = await client.image({ prompt: 'a red fox in snow' });
  await finish(deps, picture.body.id, await sharp({ create }).webp().toBuffer(), 'webp');
  const clip = await client.video({ model: 'kling-3.0', prompt: 'a red fox in snow' });
  await finish(deps, clip.body.id, await clipOf(4, { width: 360, height: 640 }), 'mp4');
  return { picture: picture.body.id, clip: clip.body.id };
}

/** Completes a generation with this file, with the steps of its workflow run and before any worker runs. */
async function finish(
  deps: Deps,
  id: string,
  bytes: Buffer,
  extension: 'webp' | 'mp4',
): Promise<void> {
  if ((await claimGeneration(deps.db, id, BEGUN)) === null) throw new Error(`${id} is not queued`);
  const folder = `outputs/${id}/${createHexSecret()}`;
  const keys = { output: `${folder}.${extension}`, thumbnail: `${folder}-thumb.webp` };
  await reserveOutputKeys(deps.db, id, keys);
  await deps.store.put(keys.output, bytes, extension === 'mp4' ? 'video/mp4' : 'image/webp');
  await completeGeneration(deps, id);
}
