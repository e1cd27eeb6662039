import { startSharedServers, stopSharedServers } from './hooks.js';

/**
 * The servers of a test run as a separate process, so that several runs of mocha can use them, one
 * after the other. The parent gets their addresses over the channel; they end when it disconnects
 * or dies. Arguments: how many processes run tests concurrently, and the names of the servers.
 */
const [jobs, ...names] = process.argv.slice(2);
process.once('disconnect', () => void stop());
// A signal reaches the whole process group of a run: the parent ends mocha first, then disconnects.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.send?.(await startSharedServers(Number(jobs), new Set(names)));

async function stop(): Promise<void> {
  await stopSharedServers();
  process.exit();
}
