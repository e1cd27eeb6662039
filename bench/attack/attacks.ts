import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiKey } from '../../domain/contract/create-api-key.js';
import { blackPng } from '../../test/media/inspection/made.js';
import { ORDINARY } from './victim.js';
import { send, tally } from './outcomes.js';
import { sendRaw } from './raw-request.js';

/** Resources available to the attacker. */
export interface Target {
  readonly url: string;
  /** A key with every scope and a raised request rate, because the attacks test the defences behind the rate limit. */
  readonly apiKey: string;
  /** A key of the same account that has only the `read` scope. */
  readonly readKey: string;
  /** A URL that imports may fetch and that never responds. */
  readonly hangingUrl: string;
  /** The cookie of a person who is verified by single sign-on but is not in a team. */
  readonly verified: string;
}

export interface Attack {
  readonly name: string;
  /** @returns a summary of the outcomes */
  readonly run: (target: Target) => Promise<string>;
}

const BODY_MAX = 27_900_000;
const CHUNK = Buffer.alloc(65_536, 'x');

function* chunks(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
}

/** Sends one byte per second, so the request seems alive but never ends. */
async function* trickle(seconds: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < seconds; at += 1) {
    yield CHUNK.subarray(0, 1);
    await pause(1_000);
  }
}

/** Builds JSON of about `bytes` bytes from one repeated part. */
const repeat = (open: string, part: string, close: string, bytes: number): string =>
  open +
  Array.from({ length: Math.floor(bytes / part.length) })
    .fill(part)
    .join('') +
  close;

const quote = (body: string, times: number, together: number) => (target: Target) =>
  tally(times, together, () => send(`${target.url}/v1/quote`, { apiKey: target.readKey, body }));

const zeros = (bytes: number): string =>
  repeat('{"type":"image","prompt":"x","reference_images":[0', ',0', ']}', bytes);

const screened = (text: string) => (target: Target) => {
  const body = JSON.stringify({ type: 'video', model: 'seedance-2.0', prompt: text });
  return tally(40, 8, () => send(`${target.url}/v1/quote`, { apiKey: target.readKey, body }));
};

const head = (target: Target, key: string | null, bytes: number): string[] => [
  'POST /v1/quote HTTP/1.1',
  `Host: ${new URL(target.url).host}`,
  'Content-Type: application/json',
  `Content-Length: ${bytes}`,
  ...(key === null ? [] : [`Authorization: Bearer ${key}`]),
];

/** Attacks by a single caller. Each request is as large as the first check allows. */
export const ATTACKS: readonly Attack[] = [
  {
    name: '100 sockets without a key send 28 MB each',
    async run(target) {
      let sent = 0;
      const outcomes = await tally(100, 100, async () => {
        const request = head(target, null, BODY_MAX);
        const raw = { url: target.url, head: request, body: () => chunks(BODY_MAX) };
        const ended = await sendRaw({ ...raw, deadlineMs: 20_000 });
        sent += ended.sent;
        return ended.outcome;
      });
      return `${outcomes}; ${(sent / 1e8).toFixed(2)} MB accepted from each`;
    },
  },
  { name: 'an array of a million numbers, 2 MB, 100 times', run: quote(zeros(2e6), 100, 4) },
  { name: 'an array of 13 million numbers, 27 MB, 20 times', run: quote(zeros(27e6), 20, 2) },
  {
    name: '4 MB of brackets, 40 times',
    run: quote(repeat('{"type":"image","prompt":', '[', '', 4e6), 40, 4),
  },
  {
    name: '27 MB of unknown fields, 20 times',
    run: quote(
      `{${Array.from({ length: 900_000 }, (_, at) => `"field_${at}_with_a_name":0`).join(',')}}`,
      20,
      2,
    ),
  },
  {
    name: 'an unknown field with a name of 20 MB, 20 times',
    run: quote(`{"${'n'.repeat(20e6)}":1}`, 20, 4),
  },
  {
    name: 'a value of 20 MB where a word is expected, 20 times',
    run: quote(`{"type":"${'v'.repeat(20e6)}"}`, 20, 4),
  },
  {
    name: '30 concurrent bodies of 27 MB with one key',
    run: quote(
      `{"type":"image","prompt":"x","scene_image":"data:image/png;base64,${'A'.repeat(20e6)}"}`,
      30,
      30,
    ),
  },
  {
    name: '300 bodies of one key that trickle',
    run: (target) =>
      tally(300, 300, async () => {
        const request = head(target, target.readKey, BODY_MAX);
        const body = () => trickle(15);
        const ended = await sendRaw({ url: target.url, head: request, body, deadlineMs: 20_000 });
        return ended.outcome;
      }),
  },
  { name: 'a prompt of 20,000 digits, 40 times', run: screened('1'.repeat(20_000)) },
  {
    name: 'a prompt of 20,000 spelt letters and symbols, 40 times',
    run: screened('b.o-x_ 3 '.repeat(2_222)),
  },
  { name: 'a prompt of 20,000 joined emoji, 40 times', run: screened('👩‍🦰'.repeat(4_000)) },
  {
    name: '500 long polls of one key',
    run: (target) =>
      tally(500, 500, () =>
        send(`${target.url}/v1/events?wait=5`, { method: 'GET', apiKey: target.apiKey }),
      ),
  },
  {
    name: '5,000 requests to /readyz, 100 concurrently',
    run: (target) => tally(5_000, 100, () => send(`${target.url}/readyz`, { method: 'GET' })),
  },
  {
    name: '5,000 guessed keys of the right form',
    run: (target) =>
      tally(5_000, 50, () =>
        send(`${target.url}/v1/account`, { method: 'GET', apiKey: createApiKey() }),
      ),
  },
  {
    name: 'one Idempotency-Key 300 times concurrently',
    run(target) {
      const headers = { 'Idempotency-Key': randomUUID() };
      return tally(300, 300, () =>
        send(`${target.url}/v1/images`, { apiKey: target.apiKey, headers, body: ORDINARY }),
      );
    },
  },
  {
    name: '300 imports from a host that never answers',
    run: (target) =>
      tally(300, 300, (index) => {
        const body = JSON.stringify({ url: `${target.hangingUrl}/${index}` });
        return send(`${target.url}/v1/uploads`, { apiKey: target.apiKey, body });
      }),
  },
  {
    name: '60 images of 49 megapixels to inspect',
    run(target) {
      const picture = `data:image/png;base64,${blackPng(7_000).toString('base64')}`;
      const body = JSON.stringify({ data: picture });
      return tally(60, 20, () => send(`${target.url}/v1/uploads`, { apiKey: target.apiKey, body }));
    },
  },
  {
    name: '3,000 reads of one pending upload, 50 concurrently',
    async run(target) {
      const created = await fetch(`${target.url}/v1/uploads`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${target.apiKey}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
        },
        body: JSON.stringify({ content_type: 'image/png' }),
      });
      const { id } = (await created.json()) as { id: string };
      const read = { method: 'GET', apiKey: target.apiKey };
      return tally(3_000, 50, () => send(`${target.url}/v1/uploads/${id}`, read));
    },
  },
];
