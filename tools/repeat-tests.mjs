// `node tools/repeat-tests.mjs 10 --busy 3` runs `npm test` ten times, and prints a row for each
// run. During three of the runs, another process keeps one core busy. Stops at the first failed
// run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { ROOT } from './install.mjs';

const SPIN = 'for (;;) {}';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'string', default: '0' } },
});
const runs = Number(positionals[0] ?? 10);
const busy = Number(values.busy);

async function runOnce() {
  const child = spawn('npm', ['test'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const [code] = await once(child, 'close');
  return { code, output };
}

const find = (output, pattern) => pattern.exec(output)?.[1] ?? '?';

for (let run = 1; run <= runs; run += 1) {
  const isBusy = run > runs - busy;
  const neighbour = isBusy ? spawn(process.execPath, ['-e', SPIN], { stdio: 'ignore' }) : null;
  const { code, output } = await runOnce().finally(() => neighbour?.kill());
  const cells = [
    `run ${run}${isBusy ? ' (busy neighbour)' : ''}`,
    find(output, /^Wall time: (.*)$/m),
    `${find(output, /^Processor time: (.*)$/m)} of processors`,
    `largest process ${find(output, /^Largest test process: (.*)$/m)}`,
    find(output, /^(\d+ passed, \d+ failed)$/m),
  ];
  console.log(cells.join(' | '));
  if (code === 0) continue;
  console.log(output.split('\n').slice(-200).join('\n'));
  process.exitCode = 1;
  break;
}
