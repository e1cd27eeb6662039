import { randomBytes } from 'node:crypto';
import type { MediaClient } from '../client.js';
import { MediaError } from '../errors.js';
import { sleep } from '../sleep.js';
import { UsageError, valueOf, type Command, type Context, type Values } from './command.js';
import { forward, type HeardEvent } from './forward.js';

type EventType = HeardEvent['type'];

/** The compiler rejects a table with a missing type. */
const TYPES: Record<EventType, true> = {
  'generation.completed': true,
  'generation.failed': true,
  'speech.completed': true,
  'speech.failed': true,
  'social_post.published': true,
  'social_post.failed': true,
  'credits.low': true,
};
const EVENT_TYPES = Object.keys(TYPES) as EventType[];

/** Long-polling time in seconds: the service then returns an empty page. */
const WAIT_S = 20;
const ANSWER_MS = (WAIT_S + 15) * 1_000;
const AGAIN_MS = 2_000;

export const listenCommand: Command = {
  name: 'listen',
  usage: '--forward-to <URL>',
  words: { min: 0, max: 0 },
  help: `Forwards the events of an account to a URL on this machine as they happen, signed like webhooks.
It registers no endpoint and needs no public URL. Each event is sent once, without retries.
The key needs the scope webhooks.`,
  options: [
    { name: 'forward-to', value: 'URL', help: 'URL to forward to (required)' },
    {
      name: 'events',
      value: 'LIST',
      choices: EVENT_TYPES,
      help: 'only these event types, separated by commas',
    },
    {
      name: 'secret',
      value: 'WHSEC',
      help: 'sign with this secret (default: a new one, which is printed)',
    },
  ],
  examples: ['media listen --forward-to http://localhost:3000/hooks'],
  async run(context) {
    const { values, terminal, signal } = context;
    const target = readTarget(values);
    const types = readTypes(valueOf(values, 'events'));
    const secret = valueOf(values, 'secret') ?? `whsec_${randomBytes(32).toString('base64')}`;
    const client = context.connect();
    const printReady = (): void => {
      if (context.isJson) return;
      terminal.print(`Signing secret  ${secret}`);
      terminal.print(`Forwarding to   ${target.href}`);
      terminal.print('Ready. Events appear here as they happen. Press Ctrl-C to stop.');
    };
    try {
      let sent = 0;
      for await (const event of readEvents(client, context, printReady)) {
        if (!types.includes(event.type)) continue;
        sent += 1;
        const line = await forward(event, { target, secret, number: sent, signal });
        if (context.isJson) terminal.printJson(event);
        else terminal.print(line);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    // Ctrl-C is the normal end of this command.
    return 0;
  },
};

/** Yields events from now on. Events during an outage are yielded after it. */
async function* readEvents(
  client: MediaClient,
  { signal }: Context,
  ready: () => void,
): AsyncGenerator<HeardEvent> {
  let cursor: string | null = null;
  for (;;) {
    const query: object = cursor === null ? {} : { cursor, wait: WAIT_S };
    const page = await client
      .request('GET /v1/events', { query, signal, attemptTimeoutMs: ANSWER_MS })
      .catch(async (error: unknown) => {
        // After the first page, an outage does not end the command.
        if (signal.aborted || cursor === null || !isTemporary(error)) throw error;
        await sleep(AGAIN_MS, signal);
        return null;
      });
    if (!page) continue;
    if (cursor === null) ready();
    cursor = page.next_cursor;
    yield* page.data;
  }
}

const isTemporary = (error: unknown): boolean => error instanceof MediaError && error.retryable;

function readTarget(values: Values): URL {
  const text = valueOf(values, 'forward-to') ?? '';
  const target = URL.canParse(text) ? new URL(text) : null;
  if (target && /^https?:$/.test(target.protocol)) return target;
  throw new UsageError('--forward-to takes an http or https URL.');
}

function readTypes(list: string | undefined): readonly EventType[] {
  if (list === undefined) return EVENT_TYPES;
  const wanted = list.split(',').map((type) => type.trim());
  const unknown = wanted.filter((type) => !Object.hasOwn(TYPES, type));
  if (unknown.length === 0) return wanted as EventType[];
  throw new UsageError(
    `There is no event type ${unknown.join(', ')}. Known: ${EVENT_TYPES.join(', ')}.`,
  );
}
