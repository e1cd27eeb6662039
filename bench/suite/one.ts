import { stopSharedServers } from '../../test/support/hooks.js';
import type { Measure } from './figure.js';
import { BENCHES } from './table.js';

/*
 * Runs one bench in a separate process, so that memory and processes that remain do not affect other benches. `one.ts
 * <name> <quick or full> <words…>`. The result is sent to the parent as a message.
 */
const [name, mode, ...words] = process.argv.slice(2);
const bench = BENCHES.find((row) => row.name === name);
if (!bench) throw new Error(`no bench is named ${name}`);
const file = new URL(`../${bench.file}`, import.meta.url);
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
  process.once(event, () => void end());
const { measure } = (await import(file.href)) as { measure?: Measure };
if (!measure) throw new Error(`bench/${bench.file} exports no measure`);
const measured = await measure({ quick: mode === 'quick', words });
await new Promise((resolve) => process.send?.(measured, resolve));
process.exit(0);

/** Stops the servers too, because the parent no longer waits for the result. */
async function end(): Promise<void> {
  await stopSharedServers();
  process.exit(1);
}
