// Checks of the sources, which need no server and run alongside the suites.
import { join } from 'node:path';
import { ROOT } from '../install.mjs';
import { elapsed } from '../progress.mjs';
import { isStopping, runQuietly } from './children.mjs';

/** The compiler's incremental state is deleted together with node_modules. */
const BUILD_INFO = join(ROOT, 'node_modules', '.cache', 'tsc');
const tsc = (name, ...args) => [
  'tsc',
  ...args,
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  join(BUILD_INFO, `${name}.tsbuildinfo`),
];

/** All checks; rows marked `quick` are part of `npm run test:quick`. */
export const CHECKS = [
  { name: 'lint (oxlint)', command: ['oxlint', '--type-aware'] },
  { name: 'types (tsc)', command: tsc('product'), quick: true },
  { name: 'types of the dashboard (tsc)', command: tsc('web', '-p', 'web'), quick: true },
  { name: 'dead code (knip)', command: ['knip', '--no-progress'] },
  {
    name: 'openapi.json is fresh',
    command: ['npm', 'run', '--silent', 'openapi', '--', '--check'],
  },
  { name: 'format (oxfmt)', command: ['oxfmt', '--check', '.'], quick: true },
];

/**
 * Runs the checks one after another, even if one fails.
 * @returns {Promise<{ passed: number, problems: string[] }>}
 */
export async function runChecks({ quick = false } = {}) {
  const problems = [];
  let passed = 0;
  for (const { name, command } of CHECKS.filter((check) => !quick || check.quick)) {
    if (isStopping()) break;
    const startedAt = Date.now();
    const { problem, output } = await runQuietly(command);
    if (problem) problems.push(`${name}: ${problem}`);
    else passed += 1;
    const shown = problem ? `${output.trimEnd()}\n✖` : '✔';
    console.log(`${shown} ${name} (${elapsed(Date.now() - startedAt)})`);
  }
  return { passed, problems };
}
