import { proxyActivities } from '@temporalio/workflow';

const { step } = proxyActivities<{ step(): Promise<string> }>({
  startToCloseTimeout: '30s',
  heartbeatTimeout: '2s',
  retry: { initialInterval: '10ms', backoffCoefficient: 1 },
});

/** Runs one step whose workers soon count as lost. */
export async function runStep(): Promise<string> {
  return step();
}
