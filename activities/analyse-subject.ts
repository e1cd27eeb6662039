import { ApplicationFailure } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { VisionProvider } from '../domain/ports/vision.js';
import type { ObjectStore } from '../domain/ports/object-store.js';
import { MEDIA_BYTES_MAX } from '../domain/catalogue/media-types.js';
import { findPhotosToAnalyse, recordSubjectAnalysis } from '../domain/subjects/subject-analysis.js';
import type { SubjectJob, SubjectOutcome } from '../domain/catalogue/runs.js';
import { cutMessage, leaveToTemporal } from './failures.js';

export interface SubjectDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly vision: VisionProvider;
}

/** The type of failure after which Temporal asks the model again. */
const VISION_IS_AWAY = 'VisionUnavailable';

/** Looks at the photos of a subject and keeps what it saw. */
export async function analyseSubject(
  deps: SubjectDeps,
  job: SubjectJob,
  signal: AbortSignal,
): Promise<SubjectOutcome> {
  return look(deps, job, signal).catch((error: unknown) => leaveLookToTemporal(error, signal));
}

async function look(
  deps: SubjectDeps,
  job: SubjectJob,
  signal: AbortSignal,
): Promise<SubjectOutcome> {
  const photos: Buffer[] = [];
  for (const key of await findPhotosToAnalyse(deps.db, job)) {
    const bytes = await deps.store.get(key, MEDIA_BYTES_MAX.image);
    if (bytes) photos.push(bytes);
  }
  if (photos.length === 0) return 'nothing_to_do';
  const seen = await deps.vision.describe(job.subject, photos, signal);
  const stored = await recordSubjectAnalysis(deps.db, job, seen);
  return stored ? 'analysed' : 'nothing_to_do';
}

/** Nobody waits for this step, so Temporal repeats it when another try may succeed. */
function leaveLookToTemporal(error: unknown, signal: AbortSignal): never {
  if (error instanceof ProviderFailure) {
    if (error.kind === 'content_blocked' || error.kind === 'rejected') throw error;
    throw ApplicationFailure.create({
      type: VISION_IS_AWAY,
      message: cutMessage(error),
      ...(error.retryAfterMs !== null && { nextRetryDelay: error.retryAfterMs }),
    });
  }
  const late = error === signal.reason && (error as Error).name === 'TimeoutError';
  if (late) throw ApplicationFailure.retryable('No answer in time.', VISION_IS_AWAY);
  leaveToTemporal(error);
}
