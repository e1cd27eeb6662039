import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../runtime/connection.js';
import { makeCheckout } from '../docs/checkout.js';
import { Foreground } from '../docs/shell.js';
import { startYourServer } from '../docs/your-server.js';
import { ApiClient } from '../support/client.js';

/** A fresh platform without data. */
export interface Stack {
  readonly origin: string;
  readonly client: ApiClient;
  /** Receives every webhook. */
  readonly webhookUrl: string;
  /** URL that signs an operator in. */
  readonly signInUrl: string;
  stop(): Promise<void>;
}

/** The pictures show the port, as part of the URL. */
const PORT = '8080';

/** Starts the platform as in a fresh clone of this checkout. */
export async function startStack(): Promise<Stack> {
  const yours = await startYourServer();
  const checkout = makeCheckout({ API_PORT: PORT, WEBHOOK_ALLOW: yours.origin });
  const start = {
    place: 'npm start',
    manner: 'stays in the foreground',
    text: 'npm start',
  } as const;
  const platform = await Foreground.start(checkout, start);
  checkout.remember(platform.pid);
  const file = join(checkout.cwd, '.data', 'connection.json');
  const connection = JSON.parse(readFileSync(file, 'utf8')) as Connection;
  const { api_url: origin = '', api_key: key = '' } = connection;
  const signInUrl = /https?:\S+\/app\/sign-in#[\w-]+/.exec(platform.output)?.[0];
  if (!signInUrl) throw new Error(`npm start printed no link:\n${platform.output}`);
  return {
    origin,
    client: new ApiClient(origin, key),
    webhookUrl: `${yours.origin}/hooks`,
    signInUrl,
    async stop() {
      await platform.stop();
      await yours.stop();
      checkout.remove();
    },
  };
}
