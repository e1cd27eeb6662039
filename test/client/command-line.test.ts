import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { Customer } from '../api/suite.js';
import { commandSuite, connectTo, mediaCommand, readCredits } from './media-command.js';

type Printed = GenerationBody & { readonly file: string };

describe('the command media', () => {
  const suite = commandSuite();
  const media = mediaCommand();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000 });
  });

  const run = (...words: string[]) => media.run(words, connectTo(suite.api.url, customer));
  const credits = () => readCredits(customer);
  const parse = <T>(text: string): T[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as T);
  const isWebp = async (file: string) =>
    (await readFile(join(media.folder(), file))).subarray(8, 12).toString() === 'WEBP';

  it('generates an image, and saves it under a readable name', async () => {
    const { code, stdout, stderr } = await run('image', 'A red fox', 'in snow!', '--ratio', '1:1');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(/^a-red-fox-in-snow-[0-9a-f]{8}\.webp\n$/);
    expect(await isWebp(stdout.trim())).to.equal(true);
    expect(stderr).to.match(/gen_[0-9a-f]{32} accepted for 2 credits\n/);
    // Separate lines, because standard error is not a terminal that could redraw one.
    expect(stderr).not.to.include('\r').and.not.to.include('\x1b');
    expect(await credits()).to.equal(998);
  });

  it('charges the price of its quote, and prints only objects with --json', async () => {
    const words = ['a red fox', '--resolution', '4K', '--metadata', 'order=42'];
    const quote = await run('quote', 'image', ...words, '--json');
    const [{ credits: price } = { credits: 0 }] = parse<{ credits: number }>(quote.stdout);
    expect(price).to.equal(3);
    const { stdout } = await run('image', ...words, '--seed', '7', '--out', 'fox.webp', '--json');
    const [image] = parse<Printed>(stdout);
    expect(image).to.deep.include({ credits: price, file: 'fox.webp', metadata: { order: '42' } });
    expect(image?.request.seed).to.equal(7);
    expect(await isWebp('fox.webp')).to.equal(true);
    expect(await credits()).to.equal(1_000 - price);
  });

  it('generates several images, each with its own charge', async () => {
    const { code, stdout, stderr } = await run('image', 'a fox', '--count', '3', '--json');
    expect(code, stderr).to.equal(0);
    const images = parse<Printed>(stdout);
    expect(new Set(images.map(({ id }) => id)).size).to.equal(3);
    const files = await readdir(media.folder());
    expect(files).to.include.members(images.map(({ file }) => file));
    expect(await credits()).to.equal(994);
  });

  it('charges once for two commands with one idempotency key', async () => {
    const words = ['image', 'a fox', '--idempotency-key', 'order-1', '--no-wait'];
    const [first, second] = [await run(...words), await run(...words)];
    expect(first.stdout).to.match(/^gen_/).and.to.equal(second.stdout);
    expect(await credits()).to.equal(998);
  });

  it('requests a video without a wait, and gets it later', async () => {
    const words = ['waves', '--model', 'grok-imagine-1.5', '--duration', '1', '--no-audio'];
    const accepted = await run('video', ...words, '--resolution', '480p', '--no-wait');
    expect(accepted.code, accepted.stderr).to.equal(0);
    const id = accepted.stdout.trim();
    expect(accepted.stderr).to.include(`media get ${id} --wait`);
    const { code, stdout, stderr } = await run('get', id, '--wait', '--out', 'waves.mp4');
    expect([code, stdout], stderr).to.deep.equal([0, 'waves.mp4\n']);
    const bytes = await readFile(join(media.folder(), 'waves.mp4'));
    expect(bytes.subarray(4, 8).toString()).to.equal('ftyp');
    expect((await run('get', id)).stdout).to.match(/^Status {5}completed$/m);
  }).timeout(90_000);

  it("uploads a request's local file, and lists the results", async () => {
    const create = { width: 300, height: 200, channels: 3, background: 'teal' } as const;
    await sharp({ create }).png().toFile(join(media.folder(), 'scene.png'));
    const upload = await run('upload', 'scene.png');
    expect(upload.stdout, upload.stderr).to.match(/^upl_[0-9a-f]{32}\n$/);
    const words = ['image', 'at night', '--scene', 'scene.png', '--edit', '--json'];
    const edited = await run(...words, '--reference', `jacket=${upload.stdout.trim()}`);
    expect(edited.code, edited.stderr).to.equal(0);
    const [image] = parse<Printed>(edited.stdout);
    expect(image?.request).to.include({ edit: true, has_scene_image: true, reference_images: 1 });
    const listed = await run('list', '--type', 'image', '--limit', '5');
    expect(listed.stdout).to.include(image?.id).and.to.include('at night');
    expect(listed.stdout.split('\n')).to.have.length(2);
    expect((await run('list', '--status', 'failed')).stdout).to.equal('');
  });

  it('reports a failed generation with its refund, and exits with 1', async () => {
    const words = ['image', 'a fox simulate:content_blocked', '--json'];
    const { code, stdout, stderr } = await run(...words);
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(/gen_\w+ failed: CONTENT_BLOCKED: /);
    expect(stderr).to.include('2 credits were charged, and 2 were refunded.');
    expect(await credits()).to.equal(1_000);
  });

  it('lists all problems of a request by option, and says that nothing was charged', async () => {
    const words = ['image', 'a fox', '--ratio', '1:7', '--resolution', '9K'];
    const { code, stdout, stderr } = await run(...words);
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(/^400 VALIDATION_ERROR:\n/);
    expect(stderr).to.match(/^ {2}--ratio \(aspect_ratio\): /m);
    expect(stderr).to.match(/^ {2}--resolution \(resolution\): /m);
    expect(stderr).to.include('Nothing was charged.');
    expect(await credits()).to.equal(1_000);
  });

  it('refuses to overwrite a file before anything is charged', async () => {
    await writeFile(join(media.folder(), 'fox.webp'), 'mine');
    const refused = await run('image', 'a fox', '--out', 'fox.webp');
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.include('fox.webp exists. Choose another --out, or add --force.');
    expect(await credits()).to.equal(1_000);
    expect((await run('image', 'a fox', '--out', 'fox.webp', '--force')).code).to.equal(0);
    expect(await isWebp('fox.webp')).to.equal(true);
  });
}).timeout(60_000);
