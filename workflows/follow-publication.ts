import { proxyActivities, sleep } from '@temporalio/workflow';
import type { PublishActivities } from '../activities/publish-calls.js';
import { LATE_LOOKS_MS, URL_LOOKS_MS } from '../domain/catalogue/publish-retries.js';
import type { FollowJob } from '../domain/catalogue/publish-steps.js';
import { describeWait } from './describe-wait.js';
import { runToEnding } from './ending.js';
import { platformCall } from './policies.js';

const calls = proxyActivities<PublishActivities>(platformCall);

/**
 * Looks on after the end of a post: for an address that the platform tells late, or for an outcome
 * that nobody knew. It changes what is shown, never credits.
 * It may look for a month, so it goes on with the newest build (versioned.ts).
 * @returns whether something was found, or nothing is left to look for
 */
export async function followPublication(job: FollowJob): Promise<boolean> {
  return runToEnding(
    () => look(job),
    (found) => ({ outcome: found ? 'found' : 'nothing_found' }),
  );
}

async function look(job: FollowJob): Promise<boolean> {
  const delaysMs = job.what === 'url' ? URL_LOOKS_MS : LATE_LOOKS_MS;
  for (const delayMs of delaysMs) {
    await sleep(delayMs, { summary: `${job.platform}: look again in ${describeWait(delayMs)}` });
    const summary = `${job.platform}: look for the ${job.what === 'url' ? 'address' : 'outcome'}`;
    if (await calls.followPublication.executeWithOptions({ summary }, [job])) return true;
  }
  return false;
}
