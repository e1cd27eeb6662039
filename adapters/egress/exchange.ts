import { type Dispatcher, request } from 'undici';
import { createEgressAgent, type EgressAgentOptions } from './agent.js';
import { toUrlRefusal } from './refusal.js';

/** One request on its own connection. */
interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The overall deadline, from the DNS lookup to the last byte read. */
  readonly deadline: AbortSignal;
  readonly agent: Omit<EgressAgentOptions, 'signal'>;
}

export type ExchangeResponse = Dispatcher.ResponseData;

const USER_AGENT = 'media-generation-platform';

/**
 * Sends one request and passes the response to `read`. Does not follow redirects or decompress. The
 * connection is closed afterwards, even if `read` left part of the body unread.
 * @throws {UrlRefused} for every fault of the remote server and when the deadline passes
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
      throw toUrlRefusal(error, deadline);
    });
    // Errors after `read` has finished do not matter, but an uncaught error would end the process.
    response.body.on('error', () => undefined);
    return await read(response);
  } finally {
    await agent.destroy();
  }
}
