import { expect } from 'chai';
import fc from 'fast-check';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { ACCOUNT_COMMANDS } from './property-commands.js';
import { LIFECYCLE_COMMANDS } from './property-lifecycle.js';
import { SOCIAL_COMMANDS } from './property-social.js';
import { Real } from './property-real.js';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 100);
const COMMANDS = Number(process.env['PROPERTY_COMMANDS'] ?? 40);
const SEED = process.env['PROPERTY_SEED'];

/**
 * Any sequence of commands leaves the database in the state that plain arithmetic predicts. A
 * failure prints its seed, its path and the shortest failing sequence. Run it again with
 * PROPERTY_SEED=<seed>.
 */
describe('the ledger under random command sequences', function () {
  this.timeout(RUNS * 3_000 + 60_000);
  const fresh = freshDatabase({ poolSize: 8 });

  it(`matches its model and keeps every invariant after each command in ${RUNS} runs`, async () => {
    const all = [...ACCOUNT_COMMANDS, ...LIFECYCLE_COMMANDS, ...SOCIAL_COMMANDS];
    const commands = fc.commands(all, { maxCommands: COMMANDS, size: 'max' });
    const property = fc.asyncProperty(commands, async (sequence) => {
      await fc.asyncModelRun(() => Real.open(fresh.db), sequence);
      expect(await checkInvariants(fresh.db.manager)).to.deep.equal([]);
    });
    await fc.assert(property, { numRuns: RUNS, ...(SEED && { seed: Number(SEED) }) });
  });
});
