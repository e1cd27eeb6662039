import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Connection } from '../../runtime/connection.js';
import { providePythonClient } from '../../tools/python-client.mjs';
import { usePythonClient } from '../clients/python-rig.js';
import { makeCheckout, type Checkout } from './checkout.js';
import { checkTypes, makeProject, readPrograms, runProgram } from './programs.js';
import { Foreground, Shell } from './shell.js';
import { readPages, shellBlocks, type Page, type ShellBlock } from './shell-blocks.js';
import { startYourServer, type YourServer } from './your-server.js';

/** The reason why a block for a server is not run. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'docker compose': 'needs Docker and a filled .env',
  'npm run migrate': 'needs the DATABASE_URL of the operator',
  'admin -- restored': 'is for a database that was restored',
  'deploy promote': 'needs orchestrators that have a build',
  'request show': 'names a request of the operator',
  'generation fail': 'names a generation that has lost its run',
  'activity pause': 'names a generation whose step keeps failing',
  'workflow update-options': 'changes runs that an earlier version has pinned',
  'secrets reseal': 'needs the SECRETS_KEY of the operator, with two keys',
  'provenance init': 'needs the SECRETS_KEY of the operator',
  'provenance resign': 'needs the SECRETS_KEY of the operator',
  'codec-server': 'needs the TEMPORAL_CODEC_KEY of the operator',
};

/** Maximum length of an argument on Linux: 32 pages of 4 KiB. */
const ARGUMENT_BYTES_MAX = 131_072;

const pages = await readPages();
const programs = await readPrograms();
const blocksOf = (manner: ShellBlock['manner']) =>
  pages.flatMap(({ blocks }) => blocks.filter((block) => block.manner === manner));

describe('shell blocks in the README and docs/', () => {
  const client = usePythonClient();
  let checkout: Checkout;
  let yours: YourServer;
  let platform: Foreground;
  /** Lines of the output of `npm start` that are pasted: `export …`, then the examples. */
  let pasted: string[];
  /** Positions of the blocks that ran, with their milliseconds. */
  const ran = new Map<string, number>();
  let curls = 0;

  before(async function () {
    this.timeout(200_000);
    yours = await startYourServer();
    const { wheels } = await providePythonClient();
    // The quick start installs the Python client, here without network.
    const pip = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: wheels };
    checkout = makeCheckout({ EGRESS_ALLOW: yours.origin, WEBHOOK_ALLOW: yours.origin, ...pip });
    await makeProject(join(checkout.cwd, '../project'));
    const start = pages[0]?.blocks.find(({ manner }) => manner === 'stays in the foreground');
    if (!start) throw new Error('the README does not say how to start the platform');
    platform = await Foreground.start(checkout, start);
    checkout.remember(platform.pid);
    ran.set(start.place, 0);
    await allowManyImages();
    const indented = platform.output.matchAll(/(?:^ {4}\S.*\n(?: {4}.*\n)*)/gm);
    pasted = [...indented].map(([lines]) => lines);
  });

  /** Raises a limit of the demo account, because a reader takes longer than a minute per page. */
  async function allowManyImages(): Promise<void> {
    const { cwd, env } = checkout;
    const file = join(cwd, '.data', 'connection.json');
    const { account_id: id = '' } = JSON.parse(readFileSync(file, 'utf8')) as Connection;
    const words = [
      'run',
      'admin',
      '--',
      'account',
      'raise-limit',
      id,
      '--limit',
      'images_per_minute',
    ];
    await promisify(execFile)('npm', [...words, '--value', '100'], { cwd, env, timeout: 60_000 });
  }

  after(async () => {
    await platform?.stop();
    await yours?.stop();
    checkout?.remove();
    const unrun = blocksOf('on your server').map(({ place }) => place);
    console.log(
      `    ${ran.size} shell blocks run with ${curls} calls of curl; only parsed: ${unrun.join(', ') || 'none'}`,
    );
  });

  /** Runs blocks in a new shell, after the export line. */
  async function sit(blocks: readonly ShellBlock[]): Promise<string[]> {
    const shell = new Shell(checkout);
    const beside: Foreground[] = [];
    const outputs: string[] = [];
    try {
      await shell.run({ place: 'the export line of npm start', text: pasted[0] ?? '' });
      for (const block of blocks) {
        const own = { ...block, text: yours.putIn(block.text) };
        const began = Date.now();
        if (block.manner === 'pasted') outputs.push(await shell.run(own));
        else beside.push(await Foreground.start(checkout, own));
        ran.set(block.place, Date.now() - began);
      }
    } finally {
      curls += shell.curls;
      await shell.close();
      for (const command of beside) await command.stop();
    }
    return outputs;
  }

  it('run as pasted from the output of npm start: export, curl, media', async () => {
    expect(pasted[0]).to.match(/^ {4}export API_URL=http:\S+ API_KEY=svc_live_\w+\n$/);
    const lines = pasted.slice(1).map((text, index) => ({
      place: `example ${index + 1} of npm start`,
      manner: 'pasted' as const,
      text,
    }));
    const [image, saved] = await sit(lines);
    expect(image).to.include('"status":"queued"');
    expect(saved).to.match(/^a-red-fox-in-snow-\w{8}\.webp$/m);
  });

  it('show that a second npm start with the same data only reports the running platform', async () => {
    const { cwd, env } = checkout;
    const second = promisify(execFile)('npm', ['start'], { cwd, env, timeout: 60_000 });
    const error = await second.then(
      () => expect.fail('a second platform started'),
      (thrown: { code: number; stdout: string; stderr: string }) => thrown,
    );
    expect(error.code).to.equal(1);
    expect(error.stdout + error.stderr).to.match(
      /already running from this checkout \(process \d+\)/,
    );
    const file = join(cwd, '.data', 'connection.json');
    const { api_url: url } = JSON.parse(readFileSync(file, 'utf8')) as Connection;
    expect((await fetch(`${url}/readyz`)).status).to.equal(200);
  });

  it('show that npm start prints each fact in one short line', () => {
    const text = platform.output.slice(platform.output.indexOf('The media-generation platform'));
    // The sign-in link for the dashboard is one of these lines.
    expect(text.split('\n').length).to.be.at.most(29);
    expect(text).to.match(/Demo key +svc_live_\w+ \(1000 credits\)/);
    for (const fact of [
      'Dashboard',
      'API  ',
      '/docs',
      'Temporal UI',
      'logs',
      'connection.json',
      'Ctrl-C',
    ]) {
      expect(text).to.include(fact);
    }
  });

  it('show that connection.json lists the metrics of every process, and that each of them is served', async () => {
    const file = join(checkout.cwd, '.data', 'connection.json');
    const { metrics } = JSON.parse(readFileSync(file, 'utf8')) as Connection;
    const shown = {
      api: 'process_cpu_seconds_total',
      // The workers serve the metrics of the Temporal SDK on the same page.
      workers: 'temporal_num_pollers',
      temporal: 'service_requests',
    };
    expect(metrics).to.have.all.keys(Object.keys(shown));
    for (const [name, url] of Object.entries(metrics ?? {})) {
      const response = await fetch(url ?? '');
      expect(response.status, name).to.equal(200);
      const text = await response.text();
      expect(text, name).to.include(shown[name as keyof typeof shown]);
      expect(text.includes('process_cpu_seconds_total'), name).to.equal(name !== 'temporal');
    }
  });

  for (const page of pages.map((one) => withoutStart(one))) {
    it(`run unchanged and in order: ${page.path}`, async () => {
      await sit(page.blocks.filter(({ manner }) => manner !== 'on your server'));
    }).timeout(240_000);
  }

  it('make the first image within 60 seconds in each language', () => {
    const { blocks } = pages.find(({ path }) => path === 'docs/introduction.md') ?? { blocks: [] };
    const times = blocks.map(({ place }) => ran.get(place) ?? Infinity);
    console.log(`      ${times.join(' ms, ')} ms`);
    expect(times).to.have.length.of.at.least(3);
    for (const ms of times) expect(ms).to.be.below(60_000);
  });

  for (const program of programs) {
    it(`are followed by a program that runs: ${program.name} in ${program.language}`, async () => {
      const [, url = '', key = ''] = /API_URL=(\S+) API_KEY=(\S+)/.exec(pasted[0] ?? '') ?? [];
      const env = { API_URL: url, API_KEY: key };
      const own = { ...program, text: yours.putIn(program.text) };
      const output = await runProgram(own, { cwd: checkout.cwd, env }, client.python());
      expect(output.trim()).not.to.equal('');
    }).timeout(120_000);
  }

  it('are followed by TypeScript that compiles strictly', async () => {
    const typed = programs.filter(({ language }) => language === 'ts');
    const files = Object.fromEntries(typed.map(({ name, text }) => [`${name}.ts`, text]));
    expect(Object.keys(files).length).to.be.at.least(7);
    expect(await checkTypes(join(checkout.cwd, '../project'), files)).to.deep.equal([]);
  }).timeout(120_000);

  it('send a picture as a data URL that is longer than a shell argument may be', async () => {
    const block = blocksOf('pasted').find(({ text }) => text.includes('base64 <'));
    if (!block) throw new Error('no block sends a data URL');
    const noise = randomBytes(800 * 600 * 3);
    const raw = { width: 800, height: 600, channels: 3 } as const;
    const picture = await sharp(noise, { raw }).webp().toBuffer();
    expect(picture.length).to.be.above(ARGUMENT_BYTES_MAX);
    writeFileSync(join(checkout.cwd, 'picture.webp'), picture);
    const [output] = await sit([block]);
    expect(output).to.include('"status":"ready"').and.include(`"size":${picture.length}`);
  });

  it('are valid bash if they are for a server, and have a reason why they are not run', async () => {
    for (const { place, text } of blocksOf('on your server')) {
      await promisify(execFile)('bash', ['-n', '-c', text]);
      const reasons = Object.entries(NOT_RUN).filter(([words]) => text.includes(words));
      expect(reasons, place).to.have.length(1);
    }
  });

  it('have no comment, because zsh treats a pasted comment as arguments', () => {
    const commented = pages
      .flatMap(({ blocks }) => blocks)
      .filter(({ text }) => /(^|\s)#/.test(text));
    expect(commented.map(({ place }) => place)).to.deep.equal([]);
  });

  it('are reported with file and line if they fail, wait for input or use an unset variable', async () => {
    const fence = (text: string) => `# Page\n\n\`\`\`sh\n${text}\n\`\`\`\n`;
    for (const text of [
      'echo before; false; echo after',
      'curl -sS $API_URL/v1/nothing | cat',
      'while curl -sS $API_URL/v1/nothing; do true; done',
      'echo $NOBODY_SET_THIS',
      'npm run nothing',
    ]) {
      const message = await sit(shellBlocks('docs/page.md', fence(text))).then(
        () => 'it ran',
        (error: Error) => error.message,
      );
      expect(message, text).to.match(/^docs\/page\.md:3 /);
      expect(message).to.include(text);
    }
  });

  it('are rejected, not skipped, if their fence language is unknown', () => {
    expect(() => shellBlocks('p.md', '\n```fish\nls\n```\n')).to.throw('p.md:2');
    expect(() => shellBlocks('p.md', '```sh skip\nls\n```\n')).to.throw('p.md:1');
  });
});

/** Removes the block that starts the platform, because the platform already runs during the tests. */
function withoutStart(page: Page): Page {
  return { ...page, blocks: page.blocks.filter(({ text }) => text.trim() !== 'npm start') };
}
