import { proxyActivities, sleep } from '@temporalio/workflow';
import type { PublishActivities } from '../activities/publish-calls.js';
import { LATE_POLLS_MS, URL_POLLS_MS } from '../domain/catalogue/publish-retries.js';
import type { FollowJob } from '../domain/catalogue/publish-steps.js';
import { describeWait } from './describe-run.js';
import { runToEnding } from './ending.js';
import { platformCall } from './policies.js';

const calls = proxyActivities<PublishActivities>(platformCall);

/**
 * Keeps checking after a post has ended: for a URL that the platform reports late, or for an
 * unknown outcome. It changes what is shown, never credits. It may run for a month, so it moves to
 * the newest build (versioned.ts).
 * @returns whether something was found, or nothing is left to find
 */
export async function followPublication(job: FollowJob): Promise<boolean> {
  return runToEnding(
    () => pollFollowed(job),
    (found) => ({ outcome: found ? 'found' : 'nothing_found' }),
  );
}

async function pollFollowed(job: FollowJob): Promise<boolean> {
  const delaysMs = job.what === 'url' ? URL_POLLS_MS : LATE_POLLS_MS;
  for (const delayMs of delaysMs) {
    await sleep(delayMs, { summary: `${job.platform}: check again in ${describeWait(delayMs)}` });
    const summary = `${job.platform}: check for the ${job.what === 'url' ? 'URL' : 'outcome'}`;
    if (await calls.followPublication.executeWithOptions({ summary }, [job])) return true;
  }
  return false;
}
