import { ActivityFailure, proxyActivities } from '@temporalio/workflow';
import type { SubjectActivities } from '../activities/subjects.js';
import { PRIORITY } from '../domain/catalogue/queues.js';
import type { SubjectJob, SubjectOutcome } from '../domain/catalogue/runs.js';
import { FAILURES } from '../domain/catalogue/failure-retries.js';
import { runToEnding, isCancelledHere } from './ending.js';
import { readFailure } from './failures.js';
import { subjectAnalysis } from './policies.js';

const reading = proxyActivities<SubjectActivities>(subjectAnalysis);

/**
 * Analyses the photos of a new character or product and stores the description. Subjects also work
 * without a description, so an analysis that never succeeds only ends the run and costs nothing.
 */
export async function analyseSubject(job: SubjectJob): Promise<SubjectOutcome | 'given_up'> {
  let code: string | null = null;
  const analyseOnce = async () => {
    try {
      return await analyse(job);
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isCancelledHere(error)) throw error;
      ({ code } = FAILURES[readFailure(error).kind]);
      return 'given_up';
    }
  };
  return runToEnding(analyseOnce, (outcome) => ({ outcome, code }));
}

const analyse = (job: SubjectJob): Promise<SubjectOutcome> =>
  reading.analyseSubject.executeWithOptions(
    {
      priority: { priorityKey: PRIORITY.waiting },
      summary: `analyse the photos of the ${job.subject}`,
    },
    [job],
  );
