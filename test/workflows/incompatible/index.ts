import { condition, proxyActivities, sleep } from '@temporalio/workflow';
import type { DeliveryActivities } from '../../../activities/deliveries.js';
import type { MediaActivities } from '../../../activities/media.js';
import type { PostActivities } from '../../../activities/publish.js';
import type { PublishActivities } from '../../../activities/publish-calls.js';
import type { PortraitActivities } from '../../../activities/portraits.js';
import type { ResignActivities } from '../../../activities/resign.js';
import type { ReconcileActivities } from '../../../activities/reconcile.js';
import type { SubjectActivities } from '../../../activities/subjects.js';
import type { TokenActivities } from '../../../activities/tokens.js';
import type { UpkeepActivities } from '../../../activities/upkeep.js';
import type { UploadActivities } from '../../../activities/uploads.js';
import type { ResignJob } from '../../../domain/catalogue/resigning.js';
import type { FollowJob } from '../../../domain/catalogue/publish-steps.js';
import type {
  DeliveryJob,
  GenerationJob,
  PortraitJob,
  PostJob,
  SubjectJob,
  UploadJob,
} from '../../../domain/catalogue/runs.js';

// Workflow code that must not be deployed: it has the real names, but another order of steps.

type Activities = MediaActivities &
  UploadActivities &
  DeliveryActivities &
  SubjectActivities &
  PortraitActivities &
  PostActivities &
  PublishActivities &
  ReconcileActivities &
  ResignActivities &
  TokenActivities &
  UpkeepActivities;
const steps = proxyActivities<Activities>({ startToCloseTimeout: '1m' });
const asset = { assetKey: 'none', provider: 'none' };

/** Stores the picture before it generates it. */
export async function generateImage({ generationId }: GenerationJob): Promise<string> {
  await steps.keepOutput({ generationId, ...asset });
  return 'completed';
}

/** Stores the clip before it generates it. */
export async function generateVideo({ generationId }: GenerationJob): Promise<string> {
  await steps.keepVideo({ generationId, ...asset, frame: null });
  return 'completed';
}

/** Stores the speech before it speaks. */
export async function generateSpeech({ generationId }: GenerationJob): Promise<string> {
  await steps.keepSpeech({ generationId, ...asset });
  return 'completed';
}

/** Checks the file before any read. */
export async function finaliseUpload({ uploadId }: UploadJob): Promise<string> {
  await steps.confirmUpload({ uploadId });
  await condition(() => false, '1m');
  return 'dropped';
}

/** Waits before the first attempt. */
export async function deliverWebhook(job: DeliveryJob): Promise<string> {
  await sleep('1m');
  await steps.attemptDelivery({ ...job, attempt: 1 });
  return 'delivered';
}

/** Waits before the analysis. */
export async function analyseSubject(job: SubjectJob): Promise<string> {
  await sleep('1m');
  return steps.analyseSubject(job);
}

/** Waits before it draws. */
export async function drawPortrait(job: PortraitJob): Promise<PortraitJob> {
  await sleep('1m');
  await steps.drawPortrait(job);
  return job;
}

/** Publishes without claiming the publication. */
export async function publishPost({ postId, platforms }: PostJob): Promise<string> {
  for (const platform of platforms) await steps.commitPublication({ postId, platform, attempt: 1 });
  return 'published';
}

/** Polls before it waits. */
export async function followPublication(job: FollowJob): Promise<boolean> {
  const found = await steps.followPublication(job);
  await sleep('1m');
  return found;
}

/**
 * `sweepUploads` runs the step of `pruneWebhooks`, and `pruneWebhooks` runs the step of
 * `sweepUploads`.
 */
export async function sweepUploads(): Promise<unknown> {
  return steps.pruneWebhooks();
}

export async function pruneWebhooks(): Promise<unknown> {
  return steps.sweepUploads();
}

/** Waits before the round. */
export async function reconcile(): Promise<unknown> {
  await sleep('1m');
  return steps.reconcileRows();
}

/** Waits before the removal. */
export async function pruneRequests(): Promise<unknown> {
  await sleep('1m');
  return steps.pruneRequests();
}

/** Waits before the charges. */
export async function chargeFees(): Promise<unknown> {
  await sleep('1m');
  return steps.chargeFees();
}

/** Waits before the refreshes. */
export async function refreshTokens(): Promise<unknown> {
  await sleep('1m');
  return steps.refreshTokens();
}

/** Waits before the count. */
export async function resignLibrary({ accountId, before }: ResignJob): Promise<unknown> {
  await sleep('1m');
  return steps.countOutputs({ accountId, before });
}
