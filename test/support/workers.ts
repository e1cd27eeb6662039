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
import { createResignActivities } from '../../activities/resign.js';
import { createTokenActivities } from '../../activities/tokens.js';
import { createUploadActivities } from '../../activities/uploads.js';
import type { Deps } from '../../runtime/deps.js';
import { nameBundle } from '../../runtime/env-temporal.js';
import { buildConnectionOptions } from '../../runtime/temporal-connection.js';
import { findWorkflowBundle } from './packed-code.js';
import { MEDIA_QUEUES, QUEUES } from '../../domain/catalogue/queues.js';
import { buildCommonOptions } from '../../workers/worker-options.js';

/**
 * Finds the bundle of the current workflow code, as `npm start` loads it. It is built once for each
 * state of the sources.
 * @param sealed hides the messages of failures
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
 * Installs the SDK's runtime, without its output and its signal handlers, before any other use of
 * the SDK. mocha may load this file twice, as CommonJS and as ESM, but a process has only one
 * runtime.
 */
export function quietRuntime(): void {
  const logging = { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) };
  try {
    Runtime.install({ logger: QUIET, shutdownSignals: [], telemetryOptions: { logging } });
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}

/** Workers that run in this process. With `media: false`, generations stay queued. */
export interface TestWorkers {
  stop(): Promise<void>;
}

export interface WorkerOptions {
  media?: boolean;
  orchestrator?: boolean;
  /** Whether webhook deliveries are sent; otherwise they stay pending. */
  outbound?: boolean;
  /** Replaces some dependencies of webhook deliveries. */
  outboundDeps?: Partial<DeliveryDeps>;
  /** Replaces some dependencies of media activities, for example a provider. */
  mediaDeps?: Partial<MediaDeps & PortraitDeps>;
  /** Wraps the real media activities. */
  wrapMedia?: (real: MediaActivities) => MediaActivities;
  /** Replaces the social platforms. */
  platforms?: ReadonlyMap<Platform, SocialPlatform>;
  /**
   * Disables the cache of runs. Then every workflow task begins with a replay, and another
   * orchestrator can continue a run immediately.
   */
  uncached?: boolean;
  /** Maximum number of concurrent media activities in each task queue. */
  slots?: number;
  /** Maximum number of concurrent provider calls; by default the same as `slots`. */
  upstreamSlots?: number;
  /** Time that running activities get when the workers stop; '0s' aborts them immediately. */
  grace?: '0s' | '10s';
}

/** Starts the real workflows and activities with the servers of this test run. */
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
      ...createResignActivities({ ...deps, ...mediaDeps }),
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
  /** Maximum number of concurrent workflow tasks; the SDK needs at least two. */
  workflowSlots?: number;
};

/** Runs one worker of the platform with these activities. The orchestrator also runs workflows. */
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

/** Starts a worker in this process, with the options that every worker has. */
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
  // Idempotent: a test may stop a worker before the after hook stops it.
  return { stop: () => (stopped ??= stop()) };
}
