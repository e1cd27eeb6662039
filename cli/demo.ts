import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { GenerationBody } from '../domain/contract/generation.js';
import { NotConnected, readConnection, type Connection } from '../runtime/connection.js';
import { readEnvironment } from '../runtime/env.js';
import { createCommandLine, UsageError } from './command-line.js';
import { DemoClient, DemoFailed, type ImageWishBody } from './demo-client.js';
import { DemoScreen } from './demo-screen.js';

/** Time limit for the whole demo, in milliseconds. */
const TOTAL_MS = 5 * 60_000;

const { program, read } = createCommandLine(
  'demo',
  'Generates an image on the platform that `npm start` runs here, and saves it.',
);
program
  .argument('<prompt...>', 'the image to generate, such as "a red fox in snow"')
  .option('--ratio <RATIO>', 'such as 1:1, 9:16, 16:9')
  .option('--resolution <SIZE>', '1K, 2K or 4K')
  .option('--out <FILE>', 'file for the WebP image (default: ./demo-<short id>.webp)');

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const signal = AbortSignal.timeout(TOTAL_MS);
  try {
    const help = read(words);
    if (help !== null) {
      console.log(help);
      return 0;
    }
    const { wish, out } = readOptions();
    const connection = readConnection(readEnvironment());
    if (!connection?.api_url || !connection.api_key) {
      throw new NotConnected('The platform is not running. Start it with `npm start`.');
    }
    const client = new DemoClient(connection.api_url, connection.api_key, signal);
    return await draw(client, connection, wish, out);
  } catch (error) {
    if (signal.aborted) {
      console.error(
        `The generation did not finish within ${TOTAL_MS / 60_000} minutes. It continues on the platform.`,
      );
    } else console.error(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

function readOptions(): { wish: ImageWishBody; out: string | undefined } {
  const { ratio, resolution, out } = program.opts<Record<string, string | undefined>>();
  const prompt = program.args.join(' ').trim();
  if (!prompt) throw new UsageError(`A prompt is required.\n\n${program.helpInformation()}`);
  return { wish: { prompt, aspect_ratio: ratio, resolution }, out };
}

async function draw(
  client: DemoClient,
  connection: Connection,
  wish: ImageWishBody,
  out: string | undefined,
): Promise<number> {
  const screen = new DemoScreen(process.stdout);
  const created = await client.create(wish);
  console.log(`${created.id} accepted for ${created.credits} credits`);
  console.log(links(connection, created));
  let last = created;
  try {
    for await (last of client.follow(created)) screen.show(last);
  } finally {
    screen.end();
  }
  const charged = last.credits - last.refunded_credits;
  const left = await client.readCredits();
  console.log(
    `${last.status} in ${screen.formatElapsed()}; ${charged} credits charged, ${left} left`,
  );
  if (!last.result)
    throw new DemoFailed(last.error?.message ?? `The generation ended as ${last.status}.`);
  const file = resolve(out ?? `demo-${last.id.slice('gen_'.length, 12)}.webp`);
  const bytes = await client.download(last.result.url);
  await writeFile(file, bytes);
  const thumbnail = last.result.thumbnail_url ?? 'none';
  console.log(formatRow('Saved', `${file} (${Math.ceil(bytes.length / 1_000)} kB)`));
  console.log(formatRow('Image', last.result.url));
  console.log(formatRow('Thumbnail', thumbnail));
  return 0;
}

function links({ api_url, temporal_ui_url }: Connection, { id }: GenerationBody): string {
  const api = formatRow('API', `${api_url}/v1/generations/${id}`);
  if (!temporal_ui_url) return api;
  return `${api}\n${formatRow('Temporal', `${temporal_ui_url}/namespaces/default/workflows/${id}`)}`;
}

function formatRow(name: string, value: string): string {
  return `  ${name.padEnd(11)}${value}`;
}
