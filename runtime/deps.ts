import type { DataSource } from 'typeorm';
import { restrictSharp } from '../adapters/media/limit-sharp.js';
import { convertPicture } from '../adapters/media/convert-picture.js';
import { createRenditionMaker } from '../adapters/media/make-rendition.js';
import { createFrameSampler } from '../adapters/media/sample-frames.js';
import { createOpenIdConnect } from '../adapters/identity/openid-connect.js';
import { createPasskeys } from '../adapters/identity/passkeys.js';
import { createLocalPortraits } from '../adapters/providers/local/portraits.js';
import { createVoiceSampler } from '../adapters/providers/local/voice-sampler.js';
import type { Passkeys } from '../domain/ports/passkeys.js';
import type { PortraitRuns, PortraitStudio } from '../domain/ports/portraits.js';
import type { VoiceSampler } from '../domain/ports/voice-sampler.js';
import type { Runs } from '../domain/ports/runs.js';
import { createPortraitRuns } from './portrait-runs.js';
import type { FrameSampler, Moderation, PictureModeration } from '../domain/ports/moderation.js';
import type { RenditionMaker } from '../domain/ports/rendition-maker.js';
import type { GenerationProvider } from '../domain/ports/provider.js';
import type { SingleSignOn } from '../domain/ports/single-sign-on.js';
import type { SocialPlatform } from '../domain/ports/social-platform.js';
import type { Platform } from '../domain/catalogue/social-platforms.js';
import type { TextProvider } from '../domain/ports/text.js';
import type { VisionProvider } from '../domain/ports/vision.js';
import type { ObjectStore, PresignedPut } from '../domain/ports/object-store.js';
import { parseEgressAllow } from '../adapters/egress/allow-list.js';
import type { FileCheck } from '../domain/ports/file-check.js';
import { createFileCheck } from '../adapters/media/inspection/file-check.js';
import { FairQueue } from './fair-queue.js';
import { createFetches, type GuardedFetches } from './fetches.js';
import { createCredentials, type CredentialDeps } from './credentials.js';
import { createQueues, type Queues } from './process-queues.js';
import { INSPECTIONS } from './shares.js';
import { presignPut } from '../adapters/store/presign.js';
import { createCheckpoint } from './checkpoint.js';
import type { Pass } from '../domain/ports/checkpoint.js';
import type { Env } from './env.js';
import { createId, createHexSecret, createSubjectId } from '../domain/contract/ids.js';
import { buildWorkPath } from '../domain/contract/work.js';
import { createLog, type Log } from './log.js';
import type { Metrics } from './metrics.js';
import { createModerators, createTextModels, createVision } from './models.js';
import { createProviders } from './providers.js';
import { createRuns } from './runs.js';
import { createPlatforms } from './social.js';
import { createStore } from './store.js';
import { createTemporal, type Temporal } from './temporal.js';
import { connectDatabase, type Service } from './database.js';
import { StartQueue } from './starter.js';
import { startTelemetry } from './telemetry.js';
import type { Tracing } from './tracing.js';
import { warnAtStart } from './warn-at-start.js';
import { createWebhookDeps, type WebhookDeps } from './webhooks.js';

/** All of the code's external dependencies, created once per process. */
export interface Deps extends CredentialDeps, GuardedFetches, Queues, WebhookDeps {
  readonly env: Env;
  readonly log: Log;
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly temporal: Temporal;
  readonly runs: Runs;
  readonly startWorkflow: Temporal['startWorkflow'];
  /**
   * Queue for workflow starts of requests and steps; null for commands, which wait for their starts
   * themselves.
   */
  readonly starter: StartQueue | null;
  readonly providers: ReadonlyMap<string, GenerationProvider>;
  /** Every platform with a configured app; in the demo, all platforms. */
  readonly platforms: ReadonlyMap<Platform, SocialPlatform>;
  /** Text models in order of preference; empty unless configured. */
  readonly textModels: readonly TextProvider[];
  readonly moderation: Moderation;
  /** Image moderation; null unless configured. */
  readonly pictureModeration: PictureModeration | null;
  /** Samples frames from clips; null if ffmpeg is not installed. */
  readonly frames: FrameSampler | null;
  readonly renditionMaker: RenditionMaker;
  readonly vision: VisionProvider;
  readonly portraits: PortraitStudio;
  readonly portraitRuns: PortraitRuns;
  readonly voiceSampler: VoiceSampler;
  /** Passkeys; null if browsers allow none for the address in PUBLIC_URL. */
  readonly passkeys: Passkeys | null;
  /** Single sign-on; null unless configured. */
  readonly singleSignOn: SingleSignOn | null;
  readonly fileCheck: FileCheck;
  readonly convertPicture: typeof convertPicture;
  readonly presignPut: (put: PresignedPut) => string;
  readonly mediaBase: string;
  /** Returns the unguessable part of an object key: 128 bits. */
  readonly newSecret: () => string;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly mediaUrl: (key: string) => string;
  /** Returns the URL of a generation's page in the dashboard. */
  readonly libraryUrl: (id: string) => string;
  /** Returns the URL of a generation in the API. */
  readonly generationUrl: (id: string) => string;
  readonly newId: typeof createId;
  readonly newSubjectId: typeof createSubjectId;
  readonly pass: Pass;
  /**
   * Controller that is aborted when the process begins to stop; it ends requests that only wait.
   */
  readonly stopping: AbortController;
  close(): Promise<void>;
}

/** Builds the URLs that clients see. */
const createAddresses = ({ mediaBaseUrl, publicUrl }: Env) => ({
  mediaBase: mediaBaseUrl,
  mediaUrl: (key: string) => `${mediaBaseUrl}/${key}`,
  libraryUrl: (id: string) => `${publicUrl}/app/library/${id}`,
  generationUrl: (id: string) => publicUrl + buildWorkPath(id),
});

/** Creates the sign-in methods other than links. */
const createSignIn = ({ openId, publicUrl }: Env) => ({
  passkeys: createPasskeys(publicUrl),
  singleSignOn: openId && createOpenIdConnect(openId, `${publicUrl}/app/api/sign-in/oidc/callback`),
});

/** Constructs all adapters. This composition root is the only function that does. */
export async function createDeps(env: Env, service: Service): Promise<Deps> {
  restrictSharp();
  const log = createLog(service, env.logLevel);
  const { stop: stopTelemetry, ...telemetry } = await startTelemetry(env, service, log);
  const db = await connectDatabase(env, service);
  const temporal = createTemporal(env);
  const starter = service === 'admin' ? null : new StartQueue();
  const stopping = new AbortController();
  const store = createStore(env.s3);
  const credentials = createCredentials(env);
  const fileCheck = createFileCheck(store, new FairQueue(INSPECTIONS));
  const providers = createProviders(env);
  const allow = parseEgressAllow(env.egressAllow);
  const webhookAllow = parseEgressAllow(env.webhookAllow, 'WEBHOOK_ALLOW');
  const holes = { EGRESS_ALLOW: allow, WEBHOOK_ALLOW: webhookAllow };
  warnAtStart(log, service, env, { holes, providers });
  return {
    ...credentials,
    ...createWebhookDeps(env, { allow: webhookAllow, client: temporal.client, log }),
    env,
    log,
    db,
    store,
    vision: createVision(env),
    portraits: createLocalPortraits(),
    portraitRuns: createPortraitRuns(temporal.client),
    voiceSampler: createVoiceSampler(stopping.signal),
    ...createSignIn(env),
    fileCheck,
    ...createFetches(env),
    ...createQueues(),
    presignPut: (put) => presignPut({ ...env.s3, endpoint: env.s3.publicEndpoint }, put),
    ...createAddresses(env),
    newSecret: createHexSecret,
    temporal,
    runs: createRuns(temporal.client, log),
    startWorkflow: temporal.startWorkflow,
    starter,
    providers,
    platforms: createPlatforms(env),
    textModels: createTextModels(env),
    ...createModerators(env),
    frames: env.ffmpeg === null ? null : createFrameSampler(env.ffmpeg, fileCheck),
    renditionMaker: createRenditionMaker(env.ffmpeg),
    convertPicture,
    ...telemetry,
    newId: createId,
    newSubjectId: createSubjectId,
    pass: createCheckpoint(env.crashAt),
    stopping,
    async close() {
      stopping.abort();
      await starter?.drain();
      await Promise.all([fileCheck.close(), credentials.closeCredentials()]);
      await temporal.close();
      await db.destroy();
      await stopTelemetry();
    },
  };
}
