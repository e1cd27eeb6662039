import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';

/** Characters that a shell, JavaScript or Python could interpret. */
const PROMPT = `a fox's "den" with $HOME, \`ls\`, \\n, {braces}, null, true and an é`;

/** Each language, with the command that runs a sample after a person has pasted it into a file. */
const RUNNERS = [
  { language: 'curl', file: 'sample.sh', command: ['bash'] },
  { language: 'TypeScript', file: 'sample.ts', command: [process.execPath] },
  { language: 'TypeScript', file: 'sample.ts', command: [process.execPath, '--import', 'tsx'] },
  { language: 'Python', file: 'sample.py', command: ['python3'] },
] as const;

describe('code samples in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let folder = '';

  before('creates a folder for pasted files', async () => {
    folder = await mkdtemp(join(tmpdir(), 'samples-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    customer = await dashboard.customer({ credits: 1_000 });
  });

  const read = async (page: Page, language: string) => {
    await page.getByRole('tab', { name: language }).click();
    const sample = page.getByRole('region', { name: `request as ${language}` });
    return (await sample.locator('pre, code').first().textContent()) ?? '';
  };
  const readInPlayground = async (page: Page, language: string) => {
    await page.getByRole('tab', { name: 'API request' }).click();
    return read(page, language);
  };
  const run = async ([program, ...args]: readonly string[], file: string, apiKey: string) => {
    const path = join(folder, file);
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, API_KEY: apiKey };
    return promisify(execFile)(program ?? '', [...args, path], { env, encoding: 'utf8' });
  };
  const made = async () => {
    const list = await customer.client.get<{ data: { request: object; result: unknown }[] }>(
      '/v1/generations',
    );
    return list.body.data;
  };

  for (const { language, file, command } of RUNNERS) {
    const name = command.map((part) => part.split('/').at(-1)).join(' ');
    it(`run when they are pasted in ${language} with ${name}, and print the URL of the file`, async () => {
      const page = await dashboard.visitAs(customer);
      await dashboard.show(page, '/playground');
      await page.getByRole('textbox', { name: 'Prompt' }).fill(PROMPT);
      await writeFile(join(folder, file), await readInPlayground(page, language));
      await dashboard.settle(page);
      const { stdout } = await run(command, file, customer.apiKey);
      const [generation] = await made();
      expect(generation?.request).to.include({ prompt: PROMPT });
      expect(stdout).to.match(/http\S+\.webp/);
    });

    it(`print the reason in ${language} with ${name} when a request is refused`, async () => {
      const page = await dashboard.visitAs(customer);
      await dashboard.show(page, '/playground');
      await page.getByRole('textbox', { name: 'Prompt' }).fill('a fox');
      await writeFile(join(folder, file), await readInPlayground(page, language));
      const said = await run(command, file, 'svc_live_none').then(
        ({ stdout }) => stdout,
        ({ stderr }: { stderr: string }) => stderr,
      );
      expect(said).to.include('The API key is missing or not valid');
      expect(await made()).to.deep.equal([]);
    });
  }

  it('repeat the request of a generation on its page', async () => {
    const sent = { prompt: 'a red fox', aspect_ratio: '1:1', resolution: '1K', seed: 7 };
    const first = await customer.client.image(sent);
    expect(first.status, first.text).to.equal(202);
    await dashboard.finished(customer, first.body.id);
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, `/library/${first.body.id}`);
    await writeFile(join(folder, 'again.sh'), await read(page, 'curl'));
    await dashboard.settle(page);
    await run(['bash'], 'again.sh', customer.apiKey);
    const [again, before] = await made();
    expect(again?.request).to.deep.equal(before?.request);
  });
});
