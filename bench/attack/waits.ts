import type { Attack, Target } from './attacks.js';
import { send, tally } from './outcomes.js';
import { sendRaw } from './raw-request.js';
import { ORDINARY } from './victim.js';

/** A valid id of a generation that does not exist. */
const UNKNOWN = `gen_${'0'.repeat(32)}`;
const SLOW = JSON.stringify({ prompt: 'a red fox simulate:slow=20' });

/** Creates a generation that runs for 20 seconds. @returns its id */
async function create({ url, apiKey }: Target): Promise<string> {
  const answer = await fetch(`${url}/v1/images`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: SLOW,
  });
  return ((await answer.json()) as { id: string }).id;
}

const VALUES = ['60', '61', '-1', '1e999', '0x3c', '%00', '٣', '9'.repeat(4_000), '1&wait=1'];
const PREFERENCES = ['wait', 'wait=60', 'wait=-1', `wait=${'9'.repeat(4_000)}`, ','.repeat(8_000)];

/** Attacks on requests that are kept open for a generation. */
export const WAITS: readonly Attack[] = [
  {
    name: '1,000 waits of one key for one generation',
    async run(target) {
      const url = `${target.url}/v1/generations/${await create(target)}?wait=20`;
      return tally(1_000, 1_000, () => send(url, { method: 'GET', apiKey: target.apiKey }));
    },
  },
  {
    name: '300 accepted requests of one key that wait',
    run: (target) =>
      tally(300, 300, () =>
        send(`${target.url}/v1/images`, {
          apiKey: target.apiKey,
          headers: { Prefer: 'wait=10' },
          body: ORDINARY,
        }),
      ),
  },
  {
    name: '300 readers of a stream of events that read nothing',
    async run(target) {
      const path = `/v1/generations/${await create(target)}/events`;
      return tally(300, 300, async () => {
        const { outcome } = await sendRaw({
          url: target.url,
          head: [
            `GET ${path} HTTP/1.1`,
            `Host: ${new URL(target.url).host}`,
            `Authorization: Bearer ${target.apiKey}`,
          ],
          body: () => [],
          deadlineMs: 10_000,
        });
        return outcome;
      });
    },
  },
  {
    name: '2,000 waits with values of all kinds',
    run: (target) =>
      tally(2_000, 100, (index) => {
        const wait = VALUES[index % VALUES.length];
        const url = `${target.url}/v1/generations/${UNKNOWN}?wait=${wait}`;
        return send(url, { method: 'GET', apiKey: target.apiKey });
      }),
  },
  {
    name: '500 preferences of all kinds',
    run: (target) =>
      tally(500, 50, (index) =>
        send(`${target.url}/v1/images`, {
          apiKey: target.apiKey,
          headers: { Prefer: PREFERENCES[index % PREFERENCES.length] ?? '' },
          body: ORDINARY,
        }),
      ),
  },
];
