import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { VisionProvider } from '../domain/ports/vision.js';
import type { ObjectStore } from '../domain/ports/object-store.js';
import { MEDIA_BYTES_MAX } from '../domain/catalogue/media-types.js';
import type { ScreenDeps } from '../domain/screening/screen-words.js';
import {
  findPhotosToAnalyse,
  recordSubjectAnalysis,
  reuseAnalysis,
} from '../domain/subjects/subject-analysis.js';
import { countVisionCall } from '../domain/subjects/vision-allowance.js';
import { checkWords } from './check-words.js';
import type { SubjectJob, SubjectOutcome } from '../domain/catalogue/runs.js';
import { FAILURES } from '../domain/catalogue/failure-retries.js';
import { leaveToTemporal, WORDS } from './failures.js';

export interface SubjectDeps extends ScreenDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly vision: VisionProvider;
}

/**
 * Analyses a subject's photos and stores the description. The same photos are analysed only once,
 * and the number of analyses per day is limited; without an analysis the subject has no
 * description.
 */
export async function analyseSubject(
  deps: SubjectDeps,
  job: SubjectJob,
  signal: AbortSignal,
): Promise<SubjectOutcome> {
  return analyseOnce(deps, job, signal).catch((error: unknown) => {
    // The model's message is not stored in the history; operators find it in this log line.
    if (error instanceof ProviderFailure) {
      deps.log.warn(
        { err: error, subjectId: job.id },
        'photo analysis failed: the subject may stay without a description',
      );
    }
    return leaveRetryToTemporal(error, signal);
  });
}

async function analyseOnce(
  deps: SubjectDeps,
  job: SubjectJob,
  signal: AbortSignal,
): Promise<SubjectOutcome> {
  const { db, store, vision } = deps;
  const wanted = await findPhotosToAnalyse(db, job);
  const photos: Buffer[] = [];
  for (const key of wanted?.photos ?? []) {
    const bytes = await store.get(key, MEDIA_BYTES_MAX.image);
    if (bytes) photos.push(bytes);
  }
  if (wanted === null || photos.length === 0) return 'nothing_to_do';
  const hash = hashPhotos(vision.version, photos);
  if (await reuseAnalysis(db, job, wanted.accountId, hash)) return 'analysed';
  if (!(await countVisionCall(db, wanted.accountId))) return 'allowance_used';
  const seen = await vision.describe(job.subject, photos, signal);
  await checkWords(
    deps,
    { subjectId: job.id },
    [...(seen.type === null ? [] : [seen.type]), seen.text],
    signal,
  );
  const stored = await recordSubjectAnalysis(db, job, seen, hash);
  return stored ? 'analysed' : 'nothing_to_do';
}

/** Hashes the vision model's version and the photos, in order. */
function hashPhotos(version: string, photos: readonly Buffer[]): string {
  const hash = createHash('sha256').update(JSON.stringify(version));
  for (const photo of photos) hash.update(createHash('sha256').update(photo).digest());
  return hash.digest('hex');
}

/** This step runs in the background, so Temporal retries it when a retry may succeed. */
function leaveRetryToTemporal(error: unknown, signal: AbortSignal): never {
  if (error instanceof ProviderFailure) {
    if (error.kind === 'content_blocked' || error.kind === 'rejected') throw error;
    throw ApplicationFailure.create({
      type: FAILURES[error.kind].type ?? error.kind,
      message: WORDS[error.kind],
      ...(error.retryAfterMs !== null && { nextRetryDelay: error.retryAfterMs }),
    });
  }
  const late = error === signal.reason && (error as Error).name === 'TimeoutError';
  if (late) throw ApplicationFailure.retryable(WORDS.timeout, FAILURES.timeout.type);
  leaveToTemporal(error);
}
