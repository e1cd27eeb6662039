import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { GenerationBody } from '../domain/contract/generation.js';
import { NotConnected, readConnection, type Connection } from '../runtime/connection.js';
import { environment } from '../runtime/env.js';
import { DemoClient, DemoFailed, type Wish } from './demo-client.js';
import { DemoScreen } from './demo-screen.js';

/** The whole demo takes no longer. */
const TOTAL_MS = 5 * 60_000;

const USAGE = `Usage: npm run demo -- "a red fox in snow" [options]

Makes an image on the platform that \`npm start\` runs here, and saves it.

Options:
  --ratio R         such as 1:1, 9:16, 16:9
  --resolution R    1K, 2K or 4K
  --out FILE        where the WebP goes (default: ./demo-<short id>.webp)
  --help            print this`;

class UsageError extends Error {}

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const signal = AbortSignal.timeout(TOTAL_MS);
  try {
    const options = readOptions(words);
    if (!options) {
      console.log(USAGE);
      return 0;
    }
    const connection = readConnection(environment());
    if (!connection?.api_url || !connection.api_key) {
      throw new NotConnected('The platform is not running. Start it with `npm start`.');
    }
    const client = new DemoClient(connection.api_url, connection.api_key, signal);
    return await draw(client, connection, options.wish, options.out);
  } catch (error) {
    if (signal.aborted) {
      console.error(
        `Not finished after ${TOTAL_MS / 60_000} minutes; it goes on without the demo.`,
      );
    } else console.error(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

function readOptions(words: string[]): { wish: Wish; out: string | undefined } | null {
  const text = { type: 'string' } as const;
  const options = { ratio: text, resolution: text, out: text, help: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    if (values.help) return null;
    const prompt = positionals.join(' ').trim();
    if (!prompt) throw new UsageError('What shall be drawn?');
    const wish = { prompt, aspect_ratio: values.ratio, resolution: values.resolution };
    return { wish, out: values.out };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

async function draw(
  client: DemoClient,
  connection: Connection,
  wish: Wish,
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
  const left = await client.creditsLeft();
  console.log(`${last.status} in ${screen.elapsed()}; ${charged} credits charged, ${left} left`);
  if (!last.result) throw new DemoFailed(last.error?.message ?? `It ended as ${last.status}.`);
  const file = resolve(out ?? `demo-${last.id.slice('gen_'.length, 12)}.webp`);
  const bytes = await client.download(last.result.url);
  await writeFile(file, bytes);
  const thumbnail = last.result.thumbnail_url ?? 'none';
  console.log(row('Saved', `${file} (${Math.ceil(bytes.length / 1_000)} kB)`));
  console.log(row('Image', last.result.url));
  console.log(row('Thumbnail', thumbnail));
  return 0;
}

function links({ api_url, temporal_ui_url }: Connection, { id }: GenerationBody): string {
  const api = row('API', `${api_url}/v1/generations/${id}`);
  if (!temporal_ui_url) return api;
  return `${api}\n${row('Temporal', `${temporal_ui_url}/namespaces/default/workflows/${id}`)}`;
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(11)}${value}`;
}
