import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { provideTools } from '../../tools/setup.mjs';
import { SEARCH_ATTRIBUTES } from '../../domain/catalogue/runs.js';
import { until } from './until.js';
import { quietRuntime } from './workers.js';

/** Numbers of Temporal's API for the types of our search attributes. */
const TYPES = { Keyword: 2, Int: 3 } as const;
/**
 * Program that accepts a number as its argument, as the server accepts its port, and runs until it
 * is killed.
 */
const STAND_IN = '/bin/sleep';

/**
 * Starts a separate Temporal server that skips every wait, with our search attributes.
 * @throws {Error} with possible solutions if this machine cannot provide such a server
 */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  quietRuntime();
  const tools = await provideTools(['temporal-test-server']);
  const server = await startServer(tools['temporal-test-server']);
  // The SDK gives a server 5 seconds to start, which is too short for Java on a busy machine. So
  // this module has already started the server, and the SDK starts only a stand-in with the port of
  // that server.
  const executable = { type: 'existing-path', path: STAND_IN } as const;
  const env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable, port: server.port },
  }).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const teardown = env.teardown.bind(env);
  env.teardown = async () => {
    await teardown();
    await server.stop();
  };
  await env.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(
      Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [name, TYPES[type]]),
    ),
  });
  return env;
}

/** Starts the server and waits until it accepts connections. */
async function startServer(path: string): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await findFreePort(0);
  const child = spawn(path, [String(port)], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await gone;
  };
  try {
    await Promise.race([
      until('the time-skipping server accepts connections', () => takesConnections(port)),
      gone.then(() => Promise.reject(new Error('the time-skipping server ended at once'))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Builds the settings of a process that uses this server. */
export function timeSkippingEnv({ address, namespace }: TestWorkflowEnvironment) {
  const plain = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace ?? 'default' };
  // The time-skipping server has no TLS, even if the Temporal server of the run has.
  return { ...plain, TEMPORAL_TLS: 'false' };
}
