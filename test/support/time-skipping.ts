import { TestWorkflowEnvironment } from '@temporalio/testing';
import { provideTools } from '../../tools/setup.mjs';
import { SEARCH_ATTRIBUTES } from '../../domain/catalogue/runs.js';
import { quietRuntime } from './workers.js';

/** Temporal's number of the type of all our search attributes. */
const KEYWORD = 2;

/**
 * A Temporal server of its own that skips every wait, knowing our search attributes.
 * @throws {Error} with the ways out when it can be had in no way on this machine
 */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  quietRuntime();
  const tools = await provideTools(['temporal-test-server']);
  const env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path: tools['temporal-test-server'] } },
  });
  await env.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(SEARCH_ATTRIBUTES.map((name) => [name, KEYWORD])),
  });
  return env;
}

/** What a process needs to know to work with that server. */
export function timeSkippingEnv({ address, namespace }: TestWorkflowEnvironment) {
  return { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace ?? 'default' };
}
