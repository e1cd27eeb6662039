import { proxyActivities } from '@temporalio/workflow';
import type { SubjectActivities } from '../../../activities/subjects.js';
import type { SubjectJob } from '../../../domain/catalogue/runs.js';

/** As the code did until November 2026: one queue for whatever moved media. */
const media = proxyActivities<SubjectActivities>({ taskQueue: 'media', startToCloseTimeout: '1m' });

export function analyseSubject(job: SubjectJob): Promise<string> {
  return media.analyseSubject(job);
}
