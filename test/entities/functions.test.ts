import { expect } from 'chai';
import { ACCEPT_GENERATION } from '../../entities/functions/accept-generation.js';
import { RESERVE_CREDITS } from '../../entities/functions/reserve-credits.js';
import { SUM_USAGE } from '../../entities/functions/sum-usage.js';
import { freshDatabase } from './fresh-database.js';

/** Returns the text between the first two `$$`. */
const bodyOf = (text: string): string => text.split('$$')[1] ?? '';

describe('database functions', () => {
  const fresh = freshDatabase();

  for (const [name, text] of [
    ['accept_generation', ACCEPT_GENERATION],
    ['reserve_credits', RESERVE_CREDITS],
    ['sum_usage', SUM_USAGE],
  ] as const) {
    it(`match their source file: ${name}`, async () => {
      const rows: { prosrc: string }[] = await fresh.db.query(
        'SELECT prosrc FROM pg_proc WHERE proname = $1',
        [name],
      );
      expect(rows.map(({ prosrc }) => prosrc)).to.deep.equal([bodyOf(text)]);
      expect(bodyOf(text)).to.include('BEGIN');
    });
  }
});
