// Checks the format of commit messages: Conventional Commits with a body that says why. `node
// tools/commit-message.mjs <file>` checks one message, as the hook in .githooks does.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test';
const SUBJECT = new RegExp(`^(?:${TYPES})(?:\\([a-z0-9._/, -]+\\))?!?: \\S.*[^.\\s]$`);
const SUBJECT_MAX = 72;

/**
 * Lists the problems of a commit message, one sentence per problem.
 * @param {string} message
 * @returns {string[]}
 */
export function findMessageProblems(message) {
  const lines = message.split('\n').filter((line) => !line.startsWith('#'));
  const [subject = '', blank = '', ...body] = lines;
  const problems = [];
  if (!SUBJECT.test(subject)) {
    problems.push(`the subject is not "type(scope): what changes", with a type of ${TYPES}`);
  }
  if (subject.length > SUBJECT_MAX)
    problems.push(`the subject is longer than ${SUBJECT_MAX} characters`);
  if (blank !== '') problems.push('the second line is not empty');
  if (!body.some((line) => line.trim())) problems.push('there is no body that says why');
  return problems;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = findMessageProblems(readFileSync(process.argv[2], 'utf8'));
  for (const problem of problems) console.error(`Commit message: ${problem}.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
