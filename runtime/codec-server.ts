import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Payload } from '@temporalio/common';
import type { CodecServerEnv } from './env-codec-server.js';
import { createPayloadCodec } from './payload-codec.js';

/**
 * Maximum body size in bytes: enough for one page of events in the UI. Temporal's server accepts
 * payloads of up to 2 MB.
 */
const BODY_MAX = 16_000_000;
const REQUEST_MS = 10_000;

/** A payload in protobuf's JSON form, with bytes in base64. */
interface WirePayload {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly data?: string;
}

/** An error response, whose message never contains payload data. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Implements Temporal's remote codec (`POST …/decode` and `POST …/encode` with `{"payloads": […]}`)
 * for the Temporal UI and CLI. The token is sent in `Authorization: Bearer`, or as the first part
 * of the path, because a UI without accounts sends no such header.
 */
export function createCodecServer(
  env: Pick<CodecServerEnv, 'codecKeys' | 'token' | 'origins'>,
): Server {
  const codec = createPayloadCodec(env.codecKeys);
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, message } =
        error instanceof Refused ? error : new Refused(400, 'the payloads cannot be read');
      send(response, status, { message });
    });
  });
  server.requestTimeout = REQUEST_MS;
  return server;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowOrigin(request, response, env.origins);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const parts = (request.url ?? '').split('?')[0]?.split('/').filter(Boolean) ?? [];
    if (!mayAsk(request, parts, env.token)) throw new Refused(401, 'the token is missing or wrong');
    // Only the last part of the path counts, because a namespace may come before it.
    const action = parts.at(-1);
    if (action !== 'decode' && action !== 'encode')
      throw new Refused(404, 'the path must end with /decode or /encode');
    if (request.method !== 'POST') throw new Refused(405, 'only POST is allowed');
    const payloads = readPayloads(await readBody(request));
    send(response, 200, { payloads: (await codec[action](payloads)).map(toWire) });
  }
}

/** Allows the UI's pages to read responses; rejects other origins before reading the body. */
function allowOrigin(
  { headers }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
): void {
  const { origin } = headers;
  response.setHeader('Vary', 'Origin');
  if (origin === undefined) return;
  if (!origins.includes(origin))
    throw new Refused(403, 'this origin is not in CODEC_SERVER_ORIGINS');
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Methods', 'POST');
  response.setHeader('Access-Control-Allow-Headers', 'authorization,content-type,x-namespace');
  response.setHeader('Access-Control-Max-Age', '600');
}

function mayAsk({ headers }: IncomingMessage, parts: readonly string[], token: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  return isSame(bearer ?? parts[0] ?? '', token);
}

/** Compares digests of equal length, so that the timing reveals nothing about the token. */
function isSame(given: string, expected: string): boolean {
  const computeDigest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(computeDigest(given), computeDigest(expected));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_MAX) throw new Refused(413, 'the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readPayloads(body: string): Payload[] {
  const { payloads } = JSON.parse(body) as { payloads?: unknown };
  if (!Array.isArray(payloads)) throw new Refused(400, 'expected {"payloads": […]}');
  return (payloads as WirePayload[]).map(({ metadata = {}, data = '' }) => ({
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
    ),
    data: Buffer.from(data, 'base64'),
  }));
}

function toWire({ metadata, data }: Payload): WirePayload {
  const toBase64 = (bytes: Uint8Array | null | undefined) =>
    Buffer.from(bytes ?? []).toString('base64');
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [name, toBase64(value)]),
    ),
    data: toBase64(data),
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return;
  // The rest of a rejected body is not read, so the connection is closed.
  const end = status === 413 ? { Connection: 'close' } : {};
  response.writeHead(status, { 'Content-Type': 'application/json', ...end });
  response.end(JSON.stringify(body));
}
