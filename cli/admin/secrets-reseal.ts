import { resealSecrets } from '../../domain/durable/reseal.js';
import { NotConnected } from '../../runtime/connection.js';
import { readEnvironment } from '../../runtime/env.js';
import { createVault } from '../../runtime/vault.js';
import type { Command } from './command.js';

/** Reseals all secrets, so that old keys can be removed. */
export const secretsReseal: Command = {
  name: 'secrets reseal',
  summary:
    'Reseal every stored secret with the first key of SECRETS_KEY, so that the others can be removed',
  async run({ db, env }) {
    // If the variable is not set, the parser has used a placeholder key, which cannot open any
    // stored secret.
    if (!readEnvironment()['SECRETS_KEY']?.trim()) {
      throw new NotConnected(
        'Set SECRETS_KEY to the value that the platform uses: new key, comma, old key.',
      );
    }
    const columns = await resealSecrets(db, createVault(env.secretsKeys));
    const left = columns.reduce((sum, column) => sum + count(column.left), 0);
    const done = left === 0;
    return {
      data: { done, left, columns },
      note: done ? DONE : `${left} secrets are not sealed with the first key. ${NOT_DONE}`,
      exitCode: done ? 0 : 1,
    };
  },
};

const count = (left: Readonly<Record<string, number>>): number =>
  Object.values(left).reduce((sum, n) => sum + n, 0);

const DONE =
  'Every secret is sealed with the first key. Once every process runs with it, you can remove the other keys.';
const NOT_DONE =
  '`left` lists the keys that they are sealed with: add those keys to SECRETS_KEY, restart processes that still seal with another key, and run this again.';
