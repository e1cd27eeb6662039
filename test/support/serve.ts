import { startSharedServers, stopSharedServers } from './hooks.js';

/**
 * Runs the servers of a test run in a separate process, so that several mocha runs can use them one
 * after the other. The parent gets their addresses over the IPC channel. The servers stop when the
 * parent disconnects or dies. The arguments are the number of processes that run tests
 * concurrently, and the names of the servers.
 */
const [jobs, ...names] = process.argv.slice(2);
process.once('disconnect', () => void stop());
// A signal reaches the whole process group of a test run. Ignore it: the parent first ends mocha,
// then disconnects.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.send?.(await startSharedServers(Number(jobs), new Set(names)));

async function stop(): Promise<void> {
  await stopSharedServers();
  process.exit();
}
