import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

interface NoOps {
  step(): Promise<void>;
}
const regular = proxyActivities<NoOps>({ startToCloseTimeout: '1m', taskQueue: 'bench-media' });
const local = proxyLocalActivities<NoOps>({ startToCloseTimeout: '1m' });

/** Runs the steps of one image without any work. bench/pipeline compares our workflow with it. */
export async function rawImage(): Promise<string> {
  await regular.step();
  await local.step();
  return 'completed';
}
