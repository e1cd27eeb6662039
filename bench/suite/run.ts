import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeMachine } from './describe-machine.js';
import { mergeResults, readResults, writeResults, type Result } from './results.js';
import { runBench } from './run-bench.js';
import { BENCHES } from './table.js';
import { describeResult, writePage } from './write-page.js';

/*
 * `npm run bench` runs all benches and writes docs/performance.md. `npm run bench -- accept growth` runs only these
 * benches, and keeps the other sections. `--list` lists the benches. `--quick` measures little, and writes the page
 * only with `--write`. Arguments after a second `--` are passed to the bench.
 */
const PAGE = new URL('../../docs/performance.md', import.meta.url);
const own = process.argv.slice(2);
const split = own.includes('--') ? own.indexOf('--') : own.length;
const { values, positionals } = parseArgs({
  args: own.slice(0, split),
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !BENCHES.some((row) => row.name === name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. \`npm run bench -- --list\` lists all.`);
  process.exit(2);
}
if (values.list) {
  for (const { name, title, question } of BENCHES) {
    console.log(`${name.padEnd(10)} ${title}: ${question}`);
  }
  process.exit(0);
}

const chosen = BENCHES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const machine = await describeMachine();
const results: Result[] = [];
for (const bench of chosen) {
  console.log(`\n== ${bench.name}: ${bench.title}`);
  const result = await runBench(bench, values.quick, own.slice(split + 1), machine);
  results.push(result);
  console.log(result.failure ?? describeResult(bench, result));
  // Writes the page after each bench, so that an interrupted run keeps its results.
  if (!values.quick || values.write) {
    const all = mergeResults(await readResults(), [result]);
    await writeResults(all);
    await writeFile(PAGE, writePage(BENCHES, all));
  }
}
const failed = results.filter(({ failure }) => failure !== null);
if (failed.length > 0) console.error(`Failed: ${failed.map(({ name }) => name).join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
