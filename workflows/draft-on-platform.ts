import { patched, proxyActivities, sleep } from '@temporalio/workflow';
import type { PublishActivities } from '../activities/publish-calls.js';
import { PLATFORM_TABLE } from '../domain/catalogue/social-platforms.js';
import { describeWait } from './describe-run.js';
import { platformCall, renditions } from './policies.js';
import { BranchEnded, type Publication } from './publication.js';

const calls = proxyActivities<PublishActivities>(platformCall);
const files = proxyActivities<PublishActivities>(renditions);

/** Creates the platform's files and text. */
export async function prepare(publication: Publication): Promise<void> {
  publication.show('renditions');
  for (;;) {
    const summary = publication.line('renditions');
    const step = await files.preparePublication.executeWithOptions({ summary }, [publication.ref]);
    if (step.state === 'prepared') return;
    if (step.state === 'over') throw new BranchEnded(null, null);
    await publication.retry(step);
  }
}

/** Creates a draft's files again after the draft was discarded. */
async function prepareAgain(publication: Publication): Promise<void> {
  if (patched('prepare-again')) await prepare(publication);
}

/** Prepares and drafts everything again after a draft was discarded. */
export async function draftAgain(publication: Publication): Promise<void> {
  await prepareAgain(publication);
  await draft(publication);
}

/**
 * Drafts everything that is not yet visible on the platform, part by part, with durable timers
 * between the calls.
 */
export async function draft(publication: Publication): Promise<void> {
  const { draftMsMax } = PLATFORM_TABLE[publication.ref.platform];
  const end = Date.now() + draftMsMax;
  for (;;) {
    publication.show('draft');
    const summary = publication.line('draft');
    const step = await calls.draftPublication.executeWithOptions({ summary }, [publication.ref]);
    if (step.state === 'ready') return;
    if (step.state === 'over') throw new BranchEnded(null, null);
    if (step.state === 'refused') {
      if (await publication.retry(step)) await prepareAgain(publication);
      continue;
    }
    if (Date.now() + step.waitMs > end) throw new BranchEnded('PLATFORM_UNAVAILABLE', 'draft late');
    const line = `waiting for the platform, check again in ${describeWait(step.waitMs)}`;
    publication.show(line);
    await sleep(step.waitMs, { summary: publication.line(line) });
  }
}
