import { ApplicationFailure } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { VisionProvider } from '../domain/ports/vision.js';
import { type ObjectStore, StorageUnavailable } from '../domain/ports/object-store.js';
import { MEDIA_BYTES_MAX } from '../domain/catalogue/media-types.js';
import { photosToAnalyse, recordSubjectAnalysis } from '../domain/subjects/subject-analysis.js';
import type { SubjectJob, SubjectOutcome } from '../domain/catalogue/runs.js';
import { keepAlive } from './keep-alive.js';

export interface SubjectDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly vision: VisionProvider;
}

/** The look at the photos of a new character or product. */
export function createSubjectActivities(deps: SubjectDeps) {
  return {
    /** @returns `nothing_to_do` when it was analysed before or is deleted */
    async analyseSubject(job: SubjectJob): Promise<SubjectOutcome> {
      return keepAlive(({ signal }) =>
        look(deps, job, signal).catch((error: unknown) => {
          throw repeatable(error, signal);
        }),
      );
    },
  };
}

export type SubjectActivities = ReturnType<typeof createSubjectActivities>;

async function look(
  deps: SubjectDeps,
  job: SubjectJob,
  signal: AbortSignal,
): Promise<SubjectOutcome> {
  const photos: Buffer[] = [];
  for (const key of await photosToAnalyse(deps.db, job)) {
    const bytes = await deps.store.get(key, MEDIA_BYTES_MAX.image);
    if (bytes) photos.push(bytes);
  }
  if (photos.length === 0) return 'nothing_to_do';
  const seen = await deps.vision.describe(job.subject, photos, signal);
  const stored = await recordSubjectAnalysis(deps.db, job, seen);
  return stored ? 'analysed' : 'nothing_to_do';
}

/** Nobody waits for this step, so Temporal repeats what another try may change. */
function repeatable(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ProviderFailure) {
    if (error.kind === 'content_blocked' || error.kind === 'rejected') return error;
    return ApplicationFailure.create({
      type: 'VisionUnavailable',
      message: error.message.slice(0, 500),
      ...(error.retryAfterMs !== null && { nextRetryDelay: error.retryAfterMs }),
    });
  }
  const late = error === signal.reason && (error as Error).name === 'TimeoutError';
  if (!late && !(error instanceof StorageUnavailable)) return error;
  const message = late ? 'No answer in time.' : 'The object store did not answer.';
  return ApplicationFailure.retryable(message, late ? 'VisionUnavailable' : 'StorageUnavailable');
}
