import { type Dispatcher, request } from 'undici';
import { createEgressAgent, type EgressAgentOptions } from './agent.js';
import { refusalOf } from './refusal.js';

/** One request on a connection of its own. */
interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Ends everything, from the look-up to the last byte read. */
  readonly deadline: AbortSignal;
  readonly agent: Omit<EgressAgentOptions, 'signal'>;
}

export type ExchangeResponse = Dispatcher.ResponseData;

const USER_AGENT = 'media-generation-platform';

/**
 * Sends one request and lets `read` have the response; follows no redirect, decompresses nothing.
 * The connection is closed afterwards, however much of the body `read` left behind.
 * @throws {UrlRefused} for every fault of the other side and for the deadline
 */
export async function exchange<T>(
  url: URL,
  { agent: options, method, headers, body, deadline }: Exchange,
  read: (response: ExchangeResponse) => Promise<T>,
): Promise<T> {
  const agent = createEgressAgent({ ...options, signal: deadline });
  try {
    const response = await request(url, {
      dispatcher: agent,
      method,
      headers: {
        'User-Agent': USER_AGENT,
        'Accept-Encoding': 'identity',
        ...headers,
      },
      body,
      signal: deadline,
    }).catch((error: unknown) => {
      throw refusalOf(error, deadline);
    });
    // What breaks after `read` has turned away is of no interest, but must not go uncaught.
    response.body.on('error', () => undefined);
    return await read(response);
  } finally {
    await agent.destroy();
  }
}
