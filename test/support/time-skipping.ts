import { provideTools } from '../../tools/setup.mjs';

/**
 * The time-skipping Temporal server, for
 * `TestWorkflowEnvironment.createTimeSkipping({ server: { executable: await timeSkippingServer() } })`.
 * @throws {Error} with the ways out when it can be had in no way on this machine
 */
export async function timeSkippingServer(): Promise<{ type: 'existing-path'; path: string }> {
  const tools = await provideTools(['temporal-test-server']);
  return { type: 'existing-path', path: tools['temporal-test-server'] };
}
