import { IllegalStateError } from '@temporalio/common';
import {
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions as SdkOptions,
  type WorkflowBundlePath,
} from '@temporalio/worker';
import { createSubjectActivities } from '../../activities/subjects.js';
import { createPortraitActivities, type PortraitDeps } from '../../activities/portraits.js';
import {
  createMediaActivities,
  type MediaActivities,
  type MediaDeps,
} from '../../activities/media.js';
import type { DeliveryDeps } from '../../activities/attempt-delivery.js';
import { createDeliveryActivities } from '../../activities/deliveries.js';
import { createReconcileActivities } from '../../activities/reconcile.js';
import { createUpkeepActivities } from '../../activities/upkeep.js';
import { createPostActivities } from '../../activities/publish.js';
import { createPublishActivities } from '../../activities/publish-calls.js';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { SocialPlatform } from '../../domain/ports/social-platform.js';
import { createStateActivities } from '../../activities/generations.js';
import { createTokenActivities } from '../../activities/tokens.js';
import { createUploadActivities } from '../../activities/uploads.js';
import type { Deps } from '../../runtime/deps.js';
import { nameBundle } from '../../runtime/env-temporal.js';
import { buildConnectionOptions } from '../../runtime/temporal-connection.js';
import { findWorkflowBundle } from './packed-code.js';
import { MEDIA_QUEUES, QUEUES } from '../../domain/catalogue/queues.js';
import { buildCommonOptions } from '../../workers/worker-options.js';

/**
 * Finds the current workflow code, bundled once for each state of the sources, like `npm start`
 * loads it; `sealed` hides failure messages.
 */
export async function workflowBundle(sealed = false): Promise<WorkflowBundlePath> {
  const file = await findWorkflowBundle();
  return { codePath: nameBundle(file, { versioned: false, sealed }) };
}

const nothing = (): void => undefined;
export const QUIET = {
  log: nothing,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};

/**
 * Installs the SDK's runtime without its own output and signal handlers, before anything else of
 * the SDK. mocha may load this file twice, as CommonJS and as ESM, while there is one runtime per
 * process.
 */
export function quietRuntime(): void {
  const logging = { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) };
  try {
    Runtime.install({ logger: QUIET, shutdownSignals: [], telemetryOptions: { logging } });
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}

/** Workers in this process. `media: false` leaves generations queued. */
export interface TestWorkers {
  stop(): Promise<void>;
}

export interface WorkerOptions {
  media?: boolean;
  orchestrator?: boolean;
  /** Webhook deliveries; without them they stay pending. */
  outbound?: boolean;
  /** Replaces parts of the dependencies of deliveries. */
  outboundDeps?: Partial<DeliveryDeps>;
  /** Replaces parts of the dependencies of media activities, for example a provider. */
  mediaDeps?: Partial<MediaDeps & PortraitDeps>;
  /** Wraps the real media activities. */
  wrapMedia?: (real: MediaActivities) => MediaActivities;
  /** Replaces the real platforms. */
  platforms?: ReadonlyMap<Platform, SocialPlatform>;
  /**
   * Disables the cache of runs, so that every task begins with a replay, and another orchestrator
   * can continue immediately.
   */
  uncached?: boolean;
  /** Concurrent media activities in each of their queues. */
  slots?: number;
  /** Concurrent calls of providers; as many as `slots` by default. */
  upstreamSlots?: number;
  /** Grace period of running activities when the workers stop; '0s' aborts them immediately. */
  grace?: '0s' | '10s';
}

/** Starts the real workflows and activities against the servers of this run. */
export async function startWorkers(deps: Deps, options: WorkerOptions = {}): Promise<TestWorkers> {
  const { media = true, orchestrator = true, mediaDeps = {}, slots = 4, grace = '10s' } = options;
  const { uncached = false, platforms = deps.platforms } = options;
  const wrapMedia = options.wrapMedia ?? ((real: MediaActivities) => real);
  await deps.store.ensureBucket();
  const workers: TestWorkers[] = [];
  if (orchestrator) {
    const activities = {
      ...createStateActivities(deps),
      ...createReconcileActivities(deps),
      ...createUpkeepActivities(deps),
      ...createPostActivities(deps),
    };
    workers.push(await runWorker(deps, 'orchestrator', activities, { uncached }));
  }
  const stopping = new AbortController();
  if (media) {
    const activities = {
      ...wrapMedia(createMediaActivities({ ...deps, ...mediaDeps, stopping })),
      ...createUploadActivities({ ...deps, ...mediaDeps }),
      ...createSubjectActivities({ ...deps, ...mediaDeps }),
      ...createPortraitActivities({ ...deps, ...mediaDeps }),
      ...createTokenActivities(deps),
      ...createPublishActivities({ ...deps, platforms }),
    };
    for (const queue of MEDIA_QUEUES) {
      const own = queue === 'upstream' ? (options.upstreamSlots ?? slots) : slots;
      workers.push(await runWorker(deps, queue, activities, { slots: own, grace }));
    }
  }
  if (options.outbound) {
    const { outbound } = deps.env.slots;
    const activities = createDeliveryActivities({ ...deps, ...options.outboundDeps }, outbound);
    workers.push(await runWorker(deps, 'outbound', activities, { slots: outbound, grace }));
  }
  return {
    async stop() {
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

type RunOptions = Pick<WorkerOptions, 'slots' | 'grace' | 'uncached'> & {
  /** Concurrent workflow tasks; the SDK needs at least two. */
  workflowSlots?: number;
};

/**
 * Runs one worker of the platform with these activities; the orchestrator has the workflows too.
 */
export async function runWorker(
  { env }: Pick<Deps, 'env'>,
  name: keyof typeof QUEUES,
  activities: object,
  { slots, grace, uncached, workflowSlots }: RunOptions = {},
): Promise<TestWorkers> {
  return startWorker(env, {
    taskQueue: QUEUES[name],
    activities,
    ...(name === 'orchestrator' && {
      workflowBundle: await workflowBundle(env.codecKeys.length > 0),
    }),
    ...(uncached && { maxCachedWorkflows: 0 }),
    ...(slots && { maxConcurrentActivityTaskExecutions: slots }),
    ...(workflowSlots && { maxConcurrentWorkflowTaskExecutions: workflowSlots }),
    ...(grace && { shutdownGraceTime: grace }),
  });
}

/** Starts a worker in this process, with the options of every worker. */
export async function startWorker(env: Deps['env'], own: SdkOptions): Promise<TestWorkers> {
  quietRuntime();
  const connection = await NativeConnection.connect(buildConnectionOptions(env));
  const worker = await Worker.create({ ...buildCommonOptions(env), connection, ...own });
  const running = worker.run();
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
  // A test may stop a worker that its block stops again.
  return { stop: () => (stopped ??= stop()) };
}
