import { glob, readFile } from 'node:fs/promises';
import { expect } from 'chai';

/** Statements whose result is used directly. `await db.query(…);` alone does not use its result. */
const READ_BY_HAND =
  /(?:=|return|\?|:|\()\s*(?:await\s+)?[\w.]+(?:\s*\n\s*)?\.query(?:<[^>]*>)?\(/g;
/** The probe of `/readyz` only checks that PostgreSQL responds. */
const ALLOWED = new Set(['entities/rows.ts', 'api/middleware/health.ts']);

describe('raw SQL rows', () => {
  it('are read only by entities/rows.ts', async () => {
    const cwd = new URL('../../', import.meta.url);
    const pattern = '{domain,entities,adapters,activities,workers,api,cli,runtime}/**/*.ts';
    const found: string[] = [];
    for await (const file of glob(pattern, { cwd })) {
      if (ALLOWED.has(file) || file.startsWith('entities/migrations/')) continue;
      const text = await readFile(new URL(file, cwd), 'utf8');
      found.push(...[...text.matchAll(READ_BY_HAND)].map(([match]) => `${file}: ${match}`));
    }
    expect(found).to.deep.equal([]);
  });

  it('are detected by this test when other code reads them directly', () => {
    const wrong = [
      'const [, count] = await tx.query(`UPDATE`)',
      'return db.query(`SELECT 1`)',
      'const rows: unknown[] = await tx\n    .query(`INSERT`)',
      'const rows = after === null ? [] : await db.query(READ)',
    ];
    for (const text of wrong) expect(text.match(READ_BY_HAND), text).to.have.length(1);
    expect('  await tx.query(`DELETE`);'.match(READ_BY_HAND)).to.equal(null);
  });
});
