import { proxyActivities } from '@temporalio/workflow';

const { step } = proxyActivities<{ step(): Promise<string> }>({
  startToCloseTimeout: '30s',
  heartbeatTimeout: '2s',
  retry: { initialInterval: '10ms', backoffCoefficient: 1 },
});

/** Runs one step. Its workers count as lost after a short heartbeat timeout. */
export async function runStep(): Promise<string> {
  return step();
}
