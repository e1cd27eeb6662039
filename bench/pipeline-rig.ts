import sharp from 'sharp';
import type { MediaActivities } from '../activities/media.js';
import { checkInvariants } from '../domain/ledger/invariants.js';
import type { DirectProvider } from '../domain/ports/provider.js';
import { buildCustomer, type Customer } from '../test/support/accounts.js';
import { clipOf } from '../test/support/clip.js';
import { squareUrl } from '../test/support/data-url.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { startApi, type TestApi } from '../test/support/platform.js';
import { Receiver } from '../test/support/receiver.js';
import { eventsOf, typesOf } from '../test/support/recorder.js';
import { until } from '../test/support/until.js';
import { quietRuntime, startWorkers, type WorkerOptions } from '../test/support/workers.js';
import { SHORT_CLIP } from '../test/workflows/pipeline.js';

/** Cost of one workflow run for the Temporal server. */
export interface Cost {
  readonly events: number;
  readonly tasks: number;
}

/** The requests whose workflow runs the bench measures. */
export const SHAPES = {
  image: { path: '/v1/images', body: { aspect_ratio: '1:1' } },
  'video of a given frame': {
    path: '/v1/videos',
    body: { ...SHORT_CLIP, start_frame: squareUrl(64) },
  },
  'video of a prompt': { path: '/v1/videos', body: SHORT_CLIP },
} as const;
export type Shape = keyof typeof SHAPES;

/** Stores every output in a separate step, as earlier versions did for all outputs and as vendors still require. */
const keepApart = (real: MediaActivities): MediaActivities => ({
  ...real,
  generateImage: (input) => real.generateImage({ ...input, keep: false }),
  generateVideo: (input) => real.generateVideo({ ...input, keep: false }),
});

/** Creates a provider that responds immediately, so that the cost of a run excludes the generation of the picture. */
async function makeTiny(): Promise<DirectProvider> {
  const square = { width: 64, height: 64, channels: 3, background: 'teal' } as const;
  const picture = await sharp({ create: square }).png().toBuffer();
  const clip = await clipOf(4, { width: 64, height: 64 });
  return {
    name: 'local',
    mode: 'direct',
    generate: async ({ kind }) =>
      kind === 'video'
        ? { bytes: clip, contentType: 'video/mp4' }
        : { bytes: picture, contentType: 'image/png' },
  };
}

type RigWorkers = Pick<WorkerOptions, 'platforms'> & { readonly apart?: boolean };

/** The API, the workers, a customer and a webhook receiver in this process, with real servers. */
export class PipelineRig {
  private serial = 0;

  private constructor(
    readonly api: TestApi,
    readonly customer: Customer,
    private readonly receiver: Receiver,
    private readonly tiny: DirectProvider,
  ) {}

  static async start(): Promise<PipelineRig> {
    quietRuntime();
    await startSharedServers();
    const receiver = await Receiver.start();
    const api = await startApi({ WEBHOOK_ALLOW: receiver.origin });
    const customer = await buildCustomer(api.deps.db, api.url, {
      credits: 1_000_000,
      raised: { requests_per_minute: 10_000_000, concurrent_jobs: 1_000_000 },
    });
    return new PipelineRig(api, customer, receiver, await makeTiny());
  }

  /** @param apart whether outputs are stored in separate steps */
  workers(maker: 'tiny' | 'renderer', { apart = false, ...options }: RigWorkers = {}) {
    return startWorkers(this.api.deps, {
      ...options,
      outbound: true,
      slots: maker === 'tiny' ? 20 : 2,
      ...(maker === 'tiny' && { mediaDeps: { providers: new Map([['local', this.tiny]]) } }),
      ...(apart && { wrapMedia: keepApart }),
    });
  }

  /** Makes one generation, from its POST to the end of its run. @returns the generation's id */
  async one(shape: Shape = 'image'): Promise<string> {
    this.serial += 1;
    const { path, body } = SHAPES[shape];
    const request = { body: { ...body, prompt: `picture ${this.serial}` } };
    const answer = await this.customer.client.call<{ id: string }>('POST', path, request);
    if (answer.status !== 202) throw new Error(answer.text);
    const { id } = answer.body;
    await this.api.deps.temporal.client.workflow.getHandle(id).result();
    return id;
  }

  /** Registers a webhook for one event type. */
  async register(event: string): Promise<void> {
    const body = { url: this.receiver.at('/hook'), events: [event] };
    const { status, text } = await this.customer.client.call('POST', '/v1/webhooks', { body });
    if (status !== 201) throw new Error(text);
  }

  /** Delivers one image's event. @returns the run's id */
  async delivery(): Promise<string> {
    await this.register('generation.completed');
    await this.one();
    await this.receiver.received('/hook', 1);
    const { db } = this.api.deps;
    const [row]: { id: string }[] = await db.query('SELECT id FROM webhook_delivery LIMIT 1');
    if (!row) throw new Error('nothing was delivered');
    return row.id;
  }

  async costOf(id: string): Promise<Cost> {
    const { client } = this.api.deps.temporal;
    await client.workflow.getHandle(id).result();
    const types = typesOf(await eventsOf(client, id));
    const tasks = types.filter((type) => type === 'WORKFLOW_TASK_COMPLETED');
    return { events: types.length, tasks: tasks.length };
  }

  /** @throws when the ledger is inconsistent */
  async check(): Promise<void> {
    const { db } = this.api.deps;
    await until('every generation has ended', async () => {
      const open = `SELECT FROM generation WHERE status IN ('queued', 'processing') LIMIT 1`;
      return (await db.query<unknown[]>(open)).length === 0;
    });
    const found = await checkInvariants(db.manager);
    if (found.length > 0) throw new Error(JSON.stringify(found));
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.receiver.stop();
    await stopSharedServers();
  }
}
