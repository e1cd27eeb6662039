import { EVENT_TYPES, type EventType } from '../domain/catalogue/event-types.js';
import { createWebhookSecret } from '../domain/contract/webhook-signature.js';
import { NotConnected, readConnection } from '../runtime/connection.js';
import { readEnvironment } from '../runtime/env.js';
import { createCommandLine, UsageError } from './command-line.js';
import { follow } from './listen-events.js';
import { forward } from './listen-forward.js';

const { program, read } = createCommandLine(
  'listen',
  `Forwards the events of an account to a URL on this machine as they happen, signed like webhooks.
It registers no endpoint and needs no public URL. Each event is sent once, without retries.

The account's key is read from API_KEY (default: the demo account); it needs the scope webhooks.`,
);
program
  .option('--forward-to <URL>', 'URL to forward to, such as http://localhost:3000/hooks (required)')
  .option('--events <LIST>', 'only these event types, separated by commas (default: all)')
  .option('--secret <WHSEC>', 'sign with this secret (default: a new one, which is printed)')
  .option('--api-url <URL>', 'URL of the API (default: the platform that `npm start` runs here)');

interface Options {
  readonly target: URL;
  readonly types: readonly EventType[];
  readonly secret: string;
  readonly apiUrl: string;
  readonly apiKey: string;
}

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  try {
    const help = read(words);
    if (help !== null) console.log(help);
    else await listen(readOptions(), ended.signal);
    return 0;
  } catch (error) {
    if (ended.signal.aborted) return 0;
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function listen(options: Options, signal: AbortSignal): Promise<void> {
  const { target, types, secret } = options;
  let sent = 0;
  const printReady = (): void => {
    console.log(`Signing secret  ${secret}`);
    console.log(`Forwarding to   ${target.href}`);
    console.log('Ready. Events appear here as they happen. Press Ctrl-C to stop.');
  };
  for await (const event of follow(options, {
    signal,
    ready: printReady,
    print: (text) => console.error(text),
  })) {
    if (!types.includes(event.type)) continue;
    sent += 1;
    console.log(await forward(event, { target, secret, number: sent, signal }));
  }
}

function readOptions(): Options {
  const values = program.opts<Record<string, string | undefined>>();
  const target = URL.parse(values['forwardTo'] ?? '');
  if (!target || !/^https?:$/.test(target.protocol)) {
    throw new UsageError(
      `--forward-to takes an http or https URL.\n\n${program.helpInformation()}`,
    );
  }
  const connection = readConnection(readEnvironment());
  const apiUrl = values['apiUrl'] ?? connection?.api_url;
  const apiKey = readEnvironment()['API_KEY']?.trim() || connection?.api_key;
  if (!apiUrl || !apiKey) {
    throw new NotConnected(
      'The platform is not running here. Start it with `npm start`, or set API_KEY and --api-url.',
    );
  }
  const secret = values['secret'] ?? createWebhookSecret();
  return { target, types: readTypes(values['events']), secret, apiUrl, apiKey };
}

function readTypes(list: string | undefined): readonly EventType[] {
  if (list === undefined) return EVENT_TYPES;
  const wanted = list.split(',').map((type) => type.trim());
  const unknown = wanted.filter((type) => !EVENT_TYPES.some((known) => known === type));
  if (unknown.length === 0) return EVENT_TYPES.filter((type) => wanted.includes(type));
  throw new UsageError(
    `There is no event type ${unknown.join(', ')}. Known: ${EVENT_TYPES.join(', ')}.`,
  );
}
