import { resealSecrets } from '../../domain/durable/reseal.js';
import { NotConnected } from '../../runtime/connection.js';
import { environment } from '../../runtime/env.js';
import { createVault } from '../../runtime/vault.js';
import type { Command } from './command.js';

/** Ends the need for an old key. */
export const secretsReseal: Command = {
  name: 'secrets reseal',
  summary: 'Seal every stored secret under the first key of SECRETS_KEY, to retire the others',
  async run({ db, env }) {
    // Without it the parser was given a key that nothing is sealed under.
    if (!environment()['SECRETS_KEY']?.trim()) {
      throw new NotConnected('Set SECRETS_KEY as the platform has it: new key, comma, old key.');
    }
    const columns = await resealSecrets(db, createVault(env.secretsKeys));
    const left = columns.reduce((sum, column) => sum + count(column.left), 0);
    const done = left === 0;
    return {
      data: { done, left, columns },
      note: done ? DONE : `${left} secrets are not under the first key. ${NOT_DONE}`,
      exitCode: done ? 0 : 1,
    };
  },
};

const count = (left: Readonly<Record<string, number>>): number =>
  Object.values(left).reduce((sum, n) => sum + n, 0);

const DONE =
  'Every secret is sealed under the first key. Once every process runs with it, the other keys can be removed.';
const NOT_DONE =
  '`left` names the keys that they are under: add those to SECRETS_KEY, restart processes that still seal with another key, and run this again.';
