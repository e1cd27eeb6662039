import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { findMessageProblems } from '../../tools/commit-message.mjs';
import { ROOT } from './shell-blocks.js';

/** The last commit before the rule. Older messages are not checked. */
const BEFORE_THE_RULE = 'ea147c4028f10e7d14cf2cecc922eb607cee54c4';

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });

/** Reads the messages of the commits since the rule. A shallow clone has fewer of them. */
function readMessages(): { id: string; message: string }[] {
  const hasBase = git('rev-list', 'HEAD').includes(BEFORE_THE_RULE);
  const range = hasBase ? `${BEFORE_THE_RULE}..HEAD` : 'HEAD';
  const log = git('log', '--no-merges', '--format=%h%n%B%x00', range);
  return log
    .split('\0')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const [id = '', ...lines] = entry.split('\n');
      return { id, message: lines.join('\n') };
    });
}

describe('commit messages', () => {
  it('follow Conventional Commits, with a body that gives the reason', () => {
    const wrong = readMessages().flatMap(({ id, message }) =>
      findMessageProblems(message).map((problem) => `${id} ${message.split('\n')[0]}: ${problem}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  const good = 'fix(api): refuse an empty prompt\n\nAn empty prompt was charged.';
  it('are accepted with type, scope and body', () => {
    expect(findMessageProblems(good)).to.deep.equal([]);
    expect(findMessageProblems(good.replace('fix(api)', 'feat!'))).to.deep.equal([]);
  });

  const cases = [
    ['without a type', 'A prompt is refused\n\nWhy.', 'the subject is not'],
    ['with a full stop', 'fix: refuse it.\n\nWhy.', 'the subject is not'],
    ['longer than 72 characters', `fix: ${'x'.repeat(70)}\n\nWhy.`, 'longer than 72'],
    ['without a body', 'fix: refuse it\n', 'no body'],
    ['with a body on the second line', 'fix: refuse it\nWhy.', 'the second line'],
  ] as const;
  for (const [what, message, problem] of cases) {
    it(`are rejected ${what}`, () => {
      expect(findMessageProblems(message).join('; ')).to.include(problem);
    });
  }
});
