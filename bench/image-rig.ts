import pMap from 'p-map';
import sharp from 'sharp';
import { checkInvariants } from '../domain/ledger/invariants.js';
import type { DirectProvider } from '../domain/ports/provider.js';
import { createDeps, type Deps } from '../runtime/deps.js';
import { parseEnv } from '../runtime/env.js';
import { buildAccount } from '../test/support/accounts.js';
import { ApiClient } from '../test/support/client.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { startApi, testEnv, type TestApi } from '../test/support/platform.js';
import { quietRuntime, startWorkers } from '../test/support/workers.js';

/** An upstream that answers at once, with a picture of 64 pixels. */
async function createTiny(): Promise<DirectProvider> {
  const bytes = await sharp({
    create: { width: 64, height: 64, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer();
  return {
    name: 'local',
    mode: 'direct',
    generate: async () => ({ bytes, contentType: 'image/png' }),
  };
}

/** How long jobs took together, and each of them from its request to its end; milliseconds. */
export interface Batch {
  readonly milliseconds: number;
  readonly times: readonly number[];
}

/** The whole pipeline in this process, over real servers, with an upstream that costs nothing. */
export class ImageRig {
  private constructor(
    readonly api: TestApi,
    private readonly deps: Deps,
    private readonly workers: Awaited<ReturnType<typeof startWorkers>>,
    private readonly client: ApiClient,
  ) {}

  static async start(): Promise<ImageRig> {
    quietRuntime();
    await startSharedServers();
    const api = await startApi();
    const deps = await createDeps(parseEnv(testEnv()), 'media');
    const mediaDeps = { providers: new Map([['local', await createTiny()]]) };
    const workers = await startWorkers(deps, { mediaDeps, slots: 20 });
    const raised = { requests_per_minute: 10_000_000, concurrent_jobs: 1_000_000 };
    const account = await buildAccount(api.deps.db, { credits: 1_000_000, raised });
    return new ImageRig(api, deps, workers, new ApiClient(api.url, account.apiKey));
  }

  /** Asks for images, so many at a time, and waits for the end of each run. */
  async make(count: number, inFlight: number): Promise<Batch> {
    const { workflow } = this.api.deps.temporal.client;
    const times: number[] = [];
    const one = async (): Promise<void> => {
      const at = performance.now();
      const { status, body, text } = await this.client.image({ prompt: 'a picture' });
      if (status !== 202) throw new Error(`refused with ${status}: ${text}`);
      // The row has ended before its run.
      await workflow.getHandle(body.id).result();
      times.push(performance.now() - at);
    };
    const began = performance.now();
    await pMap(Array.from({ length: count }), one, { concurrency: inFlight });
    return { milliseconds: performance.now() - began, times };
  }

  /** @throws when the ledger is not clean */
  async stop(): Promise<void> {
    const violations = await checkInvariants(this.api.deps.db.manager);
    await this.workers.stop();
    await this.deps.close();
    await this.api.stop();
    await stopSharedServers();
    if (violations.length > 0) throw new Error(`the ledger: ${JSON.stringify(violations)}`);
  }
}
