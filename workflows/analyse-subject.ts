import { ActivityFailure, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { SubjectActivities } from '../activities/subjects.js';
import { PRIORITY } from '../domain/catalogue/queues.js';
import type { SubjectJob, SubjectOutcome } from '../domain/catalogue/runs.js';
import { subjectAnalysis } from './policies.js';

const reading = proxyActivities<SubjectActivities>(subjectAnalysis);

/**
 * Looks at the photos of a new character or product and keeps what it saw. Subjects also work
 * without a description, so a look that never succeeds only ends the run and costs nothing.
 */
export async function analyseSubject(job: SubjectJob): Promise<SubjectOutcome | 'given_up'> {
  try {
    return await reading.analyseSubject.executeWithOptions(
      { priority: { priorityKey: PRIORITY.waiting }, summary: `look at the ${job.subject}` },
      [job],
    );
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return 'given_up';
  }
}
