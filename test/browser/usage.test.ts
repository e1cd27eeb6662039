import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Member } from '../../entities/member.js';
import { createId } from '../../domain/contract/ids.js';
import type { Customer } from '../api/suite.js';
import { DEVICES, nameOf } from './browser.js';
import { useDashboard } from './dashboard.js';

/** Spreadsheets treat a cell that begins with one of these characters as a formula. */
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', ' =2+2', '＝3'];
const QUOTED = 'a "quoted", name';
const DAY_MS = 86_400_000;

/** Reads the cells of a CSV file, without quotes. */
const readCsv = (text: string): string[][] =>
  text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );

describe('the usage page', () => {
  const dashboard = useDashboard({ media: false });
  let customer: Customer;
  const names = [...FORMULAS, QUOTED];

  /** Requests an image with a key, and moves its date back by some days. */
  const spend = async (keyName: string, daysAgo: number) => {
    const key = await dashboard.key(customer.accountId, { name: keyName });
    const { status, text, body } = await dashboard.client(key.apiKey).image({ prompt: 'a fox' });
    expect(status, text).to.equal(202);
    await dashboard.db.query('UPDATE hold SET created_at = $2 WHERE ref_id = $1', [
      body.id,
      new Date(Date.now() - daysAgo * DAY_MS),
    ]);
  };

  before('creates an account with usage on several days', async () => {
    const raised = { api_keys: 100, concurrent_jobs: 100 };
    customer = await dashboard.customer({ credits: 1_000, raised });
    for (const [daysAgo, name] of names.entries()) await spend(name, daysAgo);
    await spend('of another month', 60);
    const video = { model: 'seedance-2.5', prompt: 'a fox', duration: '4', resolution: '480p' };
    const made = await customer.client.video(video);
    expect(made.status, made.text).to.equal(202);
  });

  const cells = (page: Page) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)),
      );
  const download = async (page: Page) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await coming;
    const text = await readFile(await file.path(), 'utf8');
    expect(text.startsWith('\uFEFFday,'), 'says that it is UTF-8').to.equal(true);
    const [head = [], ...rows] = readCsv(text.slice(1));
    return { name: file.suggestedFilename(), head, rows };
  };
  /** Sums the days of a CSV file as the table does. */
  const totalsOf = (rows: readonly string[][]) => {
    const totals = new Map<string, [number, number]>();
    for (const [, , name = '', generations, credits] of rows) {
      const [one, other] = totals.get(name) ?? [0, 0];
      totals.set(name, [one + Number(generations), other + Number(credits)]);
    }
    return totals;
  };

  for (const device of DEVICES) {
    it(`shows totals by model, type, key and member: ${nameOf(device)}`, async () => {
      const page = await dashboard.visitAs(customer, device);
      await dashboard.show(page, '/usage');
      for (const [label, first] of [
        ['Model', 'seedance-2.5'],
        ['Type', 'Videos'],
        ['Key', QUOTED],
        ['Member', 'Owner'],
      ] as const) {
        await page.getByText(label, { exact: true }).first().click();
        await page.getByRole('cell', { name: first }).first().waitFor();
        await dashboard.settle(page);
      }
      expect((await cells(page)).map(([name, generations]) => [name, generations])).to.deep.equal([
        ['Owner', String(names.length + 1)],
      ]);
    });
  }

  it('opens from a URL with its days and grouping', async () => {
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/usage?by=type&days=7');
    await page.getByRole('heading', { name: 'Spent in the last 7 days' }).waitFor();
    const images = page.getByRole('row', { name: /^Images/ });
    await images.getByRole('cell').nth(1).filter({ hasText: /^7$/ }).waitFor();
    await page.getByText('90 days', { exact: true }).click();
    await page.getByRole('heading', { name: 'Spent in the last 90 days' }).waitFor();
    await images.getByRole('cell', { name: '8', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('days')).to.equal('90');
    await dashboard.settle(page);
  });

  it('exports a CSV file that equals the table, without formula injection', async () => {
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/usage?by=key');
    const { name, head, rows } = await download(page);
    expect(name).to.match(/^usage-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d-by-key\.csv$/);
    expect(head).to.deep.equal(['day', 'group', 'name', 'generations', 'credits']);
    for (const row of rows) {
      for (const cell of row) expect(cell).not.to.match(/^\s*[=+\-@＝＋－＠]/);
    }
    const totals = totalsOf(rows);
    for (const formula of FORMULAS) expect([...totals.keys()]).to.include(`'${formula}`);
    for (const [shown = '', generations, credits] of await cells(page)) {
      const inFile = totals.get(shown ?? '') ?? totals.get(`'${shown}`);
      expect(inFile?.map(String), shown ?? '').to.deep.equal([generations, credits]);
    }
    expect(rows).to.have.length(names.length + 1);
  });

  it('exports usage under the name of the member who owns the key', async () => {
    const member = createId('mem');
    const { accountId } = customer;
    await dashboard.db.manager.insert(Member, { id: member, accountId, name: '=cmd|calc' });
    const key = await dashboard.key(accountId, { name: 'of hers', memberId: member });
    await dashboard.client(key.apiKey).image({ prompt: 'a fox' });
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/usage?by=member');
    await page.getByRole('cell', { name: '=cmd|calc' }).waitFor();
    const { rows } = await download(page);
    expect(rows.map(([, , name]) => name)).to.include.members(["'=cmd|calc", 'Owner']);
    await dashboard.settle(page);
  });
});
