import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findHits, findTexts, isRead, type Counts, type Hit } from './plain-english.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const LIMITS_FILE = join(ROOT, 'test/architecture/plain-english.json');

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** Lists the files of the checkout whose texts are checked, including uncommitted files. */
export const listFiles = (): string[] =>
  git('ls-files', '--cached', '--others', '--exclude-standard').filter(
    (file) => isRead(file) && existsSync(join(ROOT, file)),
  );

/** Finds all hits in these files. */
export const findAllHits = (): Hit[] =>
  listFiles().flatMap((file) =>
    findTexts(file, readFileSync(join(ROOT, file), 'utf8')).flatMap(findHits),
  );

/** Lists the files that differ from the last commit, or that it changed. */
export const findChangedFiles = (): string[] => [
  ...git('diff', '--name-only', 'HEAD'),
  ...git('show', '--name-only', '--format='),
];

export const readLimits = (): Counts => JSON.parse(readFileSync(LIMITS_FILE, 'utf8'));
