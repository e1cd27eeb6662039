import { proxyActivities } from '@temporalio/workflow';
import type { PortraitActivities } from '../activities/portraits.js';
import { PRIORITY } from '../domain/catalogue/queues.js';
import type { PortraitJob } from '../domain/catalogue/runs.js';
import { runToEnding } from './ending.js';
import { portrait } from './policies.js';

const drawing = proxyActivities<PortraitActivities>(portrait);

/** Renders a preset character's portrait for a request that waits for it. */
export async function drawPortrait(job: PortraitJob): Promise<PortraitJob> {
  const draw = async () => {
    await drawing.drawPortrait.executeWithOptions(
      { priority: { priorityKey: PRIORITY.underWay }, summary: `draw ${job.baseId}` },
      [job],
    );
    return job;
  };
  return runToEnding(draw, () => ({ outcome: 'drawn' }));
}
