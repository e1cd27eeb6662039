import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type RequestOptions,
} from '@modelcontextprotocol/client';
import { expect } from 'chai';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { sharedValidator } from './shared-validator.js';

/** Protocol revisions that clients use: 2026 ("modern") and 2025 ("legacy"). */
export const ERAS = ['modern', 'legacy'] as const;
export type Era = (typeof ERAS)[number];

/** Version option of the official client for each revision. */
export const MODE = {
  modern: { pin: '2026-07-28' },
  legacy: 'legacy',
} as const;

export interface AgentOptions {
  readonly era?: Era;
  /** Query string of the URL. */
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

/** Connects an agent: the official client with an API key. */
export async function connectAgent(
  url: string,
  apiKey: string,
  { era = 'modern', query = '', headers = {} }: AgentOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: MODE[era] }, jsonSchemaValidator: sharedValidator },
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
    requestInit: { headers: { Authorization: `Bearer ${apiKey}`, ...headers } },
  });
  await client.connect(transport);
  return client;
}

export type Arguments = Record<string, unknown>;

/**
 * Calls a tool.
 * @returns its result, even if it is an error
 */
export const call = (
  client: Client,
  name: string,
  given: Arguments = {},
  options?: RequestOptions,
): Promise<CallToolResult> => client.callTool({ name, arguments: given }, options);

/** Returns the `_meta` of a result. */
export const metaOf = ({ _meta: meta = {} }: CallToolResult): Record<string, unknown> => meta;

/** Calls a tool that must succeed. @returns its data */
export async function succeed<T>(
  client: Client,
  name: string,
  given: Arguments = {},
  options?: RequestOptions,
): Promise<T> {
  const result = await call(client, name, given, options);
  expect(result.isError, JSON.stringify(result.content)).not.to.equal(true);
  return result.structuredContent as T;
}

/** Body of a refused call. */
export type Refused = ErrorBody & {
  readonly error: { readonly retry_after?: number };
  readonly idempotency_key?: string;
};

/** Calls a tool that must be refused. @returns its error */
export async function refuse(
  client: Client,
  name: string,
  given: Arguments = {},
): Promise<Refused> {
  const result = await call(client, name, given);
  expect(result.isError, JSON.stringify(result.content)).to.equal(true);
  return result.structuredContent as Refused;
}
