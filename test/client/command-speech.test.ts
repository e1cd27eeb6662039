import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { VOICES } from '../../domain/catalogue/voices.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import type { Customer } from '../api/suite.js';
import { commandSuite, connectTo, mediaCommand, readCredits } from './media-command.js';

const TEXT = 'Good morning. The train leaves at nine.';
const PRICE = 1;

type Printed = SpeechBody & { readonly file: string };

describe('the command media speech', () => {
  const suite = commandSuite();
  const media = mediaCommand();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000 });
  });

  const run = (...words: string[]) => media.run(words, connectTo(suite.api.url, customer));
  const credits = () => readCredits(customer);
  const read = (file: string) => readFile(join(media.folder(), file));
  const isWav = async (file: string) => (await read(file)).subarray(8, 12).toString() === 'WAVE';

  it('speaks a text, and saves it under a readable name', async () => {
    const { code, stdout, stderr } = await run('speech', 'Good morning.', '--voice', 'grace');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(/^good-morning-[0-9a-f]{8}\.wav\n$/);
    expect(await isWav(stdout.trim())).to.equal(true);
    expect(stderr).to.match(/^spc_[0-9a-f]{32} accepted for \d+ credits?\n/m);
    expect(stderr).to.match(/^spc_[0-9a-f]{32} completed for \d+ credits?\n/m);
  });

  it('takes the format from the name of the file, and charges the price of its quote', async () => {
    const words = [TEXT, '--voice', 'edmund', '--speed', '1.25', '--metadata', 'order=42'];
    const quote = await run('quote', 'speech', ...words, '--json');
    const { credits: price } = JSON.parse(quote.stdout) as { credits: number };
    const { code, stdout, stderr } = await run('speech', ...words, '--out', 'a.mp3', '--json');
    expect(code, stderr).to.equal(0);
    expect(stdout.trim().split('\n')).to.have.length(1);
    const speech = JSON.parse(stdout) as Printed;
    expect(speech).to.deep.include({
      object: 'speech',
      status: 'completed',
      text: TEXT,
      voice_key: 'edmund',
      speed: 1.25,
      format: 'mp3',
      credits: price,
      metadata: { order: '42' },
      file: 'a.mp3',
    });
    expect((await read('a.mp3')).byteLength).to.equal(speech.result?.size);
    expect(await credits()).to.equal(1_000 - price);
    const kept = await run('speech', TEXT, '--out', 'b.mp3', '--format', 'wav');
    expect(kept.code, kept.stderr).to.equal(0);
    expect(await isWav('b.mp3')).to.equal(true);
  });

  it('prints the id with --no-wait, and other commands get and list the speech', async () => {
    const accepted = await run('speech', TEXT, '--no-wait');
    expect(accepted.stdout, accepted.stderr).to.match(/^spc_[0-9a-f]{32}\n$/);
    const id = accepted.stdout.trim();
    expect(accepted.stderr).to.include(`media get ${id} --wait`);
    const got = await run('get', id, '--wait', '--out', 'morning.wav');
    expect([got.code, got.stdout], got.stderr).to.deep.equal([0, 'morning.wav\n']);
    expect(await isWav('morning.wav')).to.equal(true);
    const shown = await run('get', id);
    expect(shown.stdout)
      .to.match(/^Status {5}completed$/m)
      .and.match(/^Voice {6}standard, en-US$/m);
    const cancelled = await run('cancel', id);
    expect([cancelled.code, cancelled.stdout]).to.deep.equal([1, '']);
    expect(cancelled.stderr).to.match(/^409 CONFLICT: /);
    const listed = await run('list', '--type', 'speech', '--status', 'completed');
    expect(listed.stdout).to.match(new RegExp(`^${id}  speech  completed .* ${TEXT}\\n$`));
    expect((await run('list')).stdout).to.equal('');
  });

  it('reports failed speech with its refund, and all problems of a request by option', async () => {
    const failed = await run('speech', 'simulate:content_blocked', '--json');
    expect([failed.code, failed.stdout]).to.deep.equal([1, '']);
    expect(failed.stderr).to.match(/spc_\w+ failed: CONTENT_BLOCKED: /);
    expect(failed.stderr).to.match(/(\d+) credits were charged, and \1 were refunded\./);
    const invalid = await run('speech', TEXT, '--voice', 'nobody', '--speed', '9');
    expect(invalid.code).to.equal(1);
    expect(invalid.stderr).to.match(/^ {2}--voice \(voice_key\): /m);
    expect(invalid.stderr)
      .to.match(/^ {2}--speed \(speed\): /m)
      .and.include('Nothing was charged.');
    expect(await credits()).to.equal(1_000);
  });

  it('explains an invalid command line before anything is sent', async () => {
    for (const [words, text] of [
      [['speech'], 'A text is required: media speech "Good morning."'],
      [['speech', '--voice', 'grace'], 'A text is required'],
      [['speech', TEXT, '--speed', 'fast'], '--speed takes a number such as 1.5, not "fast".'],
      [['speech', TEXT, '--count', '2'], "unknown option '--count'"],
      [['quote', 'image', TEXT, '--voice', 'grace'], '--voice is not an option of image.'],
      [['list', '--type', 'speech', '--query', 'a'], '--query is not an option of --type speech.'],
    ] as const) {
      const { code, stdout, stderr } = await run(...words);
      expect([code, stdout], words.join(' ')).to.deep.equal([2, '']);
      expect(stderr).to.include(text).and.include('Usage: media ');
    }
  });

  it('completes every voice of the catalogue', async () => {
    const { stdout } = await media.run(['completion', 'fish']);
    const names = VOICES.map(({ voice_key: key }) => key).join(' ');
    for (const command of ['speech', 'video']) {
      expect(stdout).to.include(
        `'__fish_seen_subcommand_from ${command}' -l voice -x -a '${names}'`,
      );
    }
  });

  it('has a neighbour that makes a person speak a script', async () => {
    const model = ['--model', 'grok-imagine-1.5', '--resolution', '480p', '--json'];
    const script = ['--script', 'Good morning.', '--voice', 'grace', '--language', 'en-GB'];
    const { code, stdout, stderr } = await run('video', 'a woman in a shop', ...model, ...script);
    expect(code, stderr).to.equal(0);
    const clip = JSON.parse(stdout) as { readonly request: object; readonly file: string };
    expect(clip.request).to.include({ script: 'Good morning.', voice_key: 'grace' });
    expect((await read(clip.file)).subarray(4, 8).toString()).to.equal('ftyp');
  }).timeout(120_000);
}).timeout(60_000);

/** Without a worker for media, speech stays queued. */
describe('Ctrl-C at the command media speech', () => {
  const suite = commandSuite({ media: false });
  const media = mediaCommand();

  it('ends the wait, and the speech can be cancelled with a refund', async () => {
    const customer = await suite.customer({ credits: 100 });
    const env = connectTo(suite.api.url, customer);
    const { child, ended, printed } = media.start(['speech', TEXT], env);
    const id = await printed(/spc_[0-9a-f]{32}(?= {2}queued)/);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect([code, stdout]).to.deep.equal([130, '']);
    expect(stderr).to.include(`media get ${id} --wait`).and.include(`media cancel ${id}`);
    const cancelled = await media.run(['cancel', id], env);
    expect(cancelled.stdout).to.equal(`${id} cancelled, ${PRICE} credit refunded\n`);
  });
}).timeout(60_000);
