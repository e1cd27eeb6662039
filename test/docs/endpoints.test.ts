import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { ROUTES } from '../../api/table.js';
import { endpointsPage } from './endpoints.js';

describe('docs/endpoints.md', () => {
  it('equals the page that the route table generates (npx tsx test/docs/write.ts)', async () => {
    const page = await readFile(new URL('../../docs/endpoints.md', import.meta.url), 'utf8');
    expect(page).to.equal(endpointsPage());
  });

  it('lists each operation that api/routes defines as a constant of the same name', async () => {
    const files = ['table', 'people-table', 'operator-table'].map(
      (name) => new URL(`../../api/${name}.ts`, import.meta.url),
    );
    const tables = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const rows = tables.flatMap(
      (table) => table.slice(table.indexOf('ROUTES:')).match(/^ {2}(\w+),$/gm) ?? [],
    );
    expect(rows.map((line) => line.trim().replace(',', ''))).to.deep.equal(
      ROUTES.map(({ id }) => id),
    );
  });
});
