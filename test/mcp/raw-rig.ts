import type { ErrorBody } from '../../domain/contract/refusal.js';
import { sendRaw, type RawAnswer } from '../api/raw.js';

export type Json = Readonly<Record<string, unknown>>;

export const REVISION = '2026-07-28';

/** Part of each 2026 message that declares the protocol version. */
export const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};

/** Builds a message of the 2026 protocol, with its headers. */
export const modern = (method: string, params: Json = {}) => ({
  headers: {
    'MCP-Protocol-Version': REVISION,
    'Mcp-Method': method,
    ...(typeof params['name'] === 'string' && { 'Mcp-Name': params['name'] }),
  },
  body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } },
});

/** Builds a message of the 2025 protocol. */
export const legacy = (method: string, params: Json = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** Reads the messages of a response, as JSON or as a stream of events. */
export function messagesOf({ headers, text }: RawAnswer): Json[] {
  if (headers['content-type']?.startsWith('application/json')) return [JSON.parse(text)];
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)));
}

/** Reads the error body of the HTTP API. */
export const errorOf = ({ text }: RawAnswer): ErrorBody['error'] =>
  (JSON.parse(text) as ErrorBody).error;

export interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly method?: string;
  readonly key: string | null;
}

/** Sends a message that no client would send. */
export const sendMessage = (
  url: string,
  { headers = {}, body, method = 'POST', key }: Sent,
): Promise<RawAnswer> =>
  sendRaw(url, {
    method,
    path: '/mcp',
    headers: {
      'Content-Type': 'application/json',
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
