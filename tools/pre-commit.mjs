// `npm run precommit` runs quick checks on the staged files, in about five seconds.
import { execFileSync } from 'node:child_process';
import { elapsed } from './progress.mjs';
import { ROOT } from './install.mjs';
import { CHECKS } from './testing/checks.mjs';
import { runQuietly } from './testing/children.mjs';

const staged = execFileSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');
const sources = staged.filter((name) => /\.(m?[jt]s|tsx)$/.test(name));
const formatted = staged.filter((name) => /\.(m?[jt]s|tsx|json|css|ya?ml)$/.test(name));

/** The compiler checks all files, with a cache; the other tools check only the staged files. */
const checks = [
  ...CHECKS.filter(({ name }) => name.startsWith('types')),
  { name: 'lint (oxlint)', command: ['oxlint', ...sources], skip: sources.length === 0 },
  {
    name: 'format (oxfmt)',
    command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...formatted],
    skip: formatted.length === 0,
  },
].filter(({ skip }) => !skip);

const startedAt = Date.now();
const ended = await Promise.all(
  checks.map(async ({ name, command }) => ({ name, ...(await runQuietly(command)) })),
);
const wrong = ended.filter(({ problem }) => problem);
for (const { name, output } of wrong) console.error(`${output.trimEnd()}\n✖ ${name}`);
console.log(
  `${ended.length - wrong.length} of ${ended.length} checks passed (${elapsed(Date.now() - startedAt)})`,
);
process.exitCode = wrong.length > 0 ? 1 : 0;
