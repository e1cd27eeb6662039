import { stopSharedServers } from '../../test/support/hooks.js';
import type { Measure } from './figure.js';
import { BENCHES } from './table.js';

/*
 * One bench, in a process of its own: what it leaves in memory or running spoils no other.
 * `one.ts <name> <quick or full> <words…>`, and the answer goes to the parent as a message.
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

/** Nobody waits for the answer any more: its servers end with it. */
async function end(): Promise<void> {
  await stopSharedServers();
  process.exit(1);
}
