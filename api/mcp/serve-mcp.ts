import { Readable } from 'node:stream';
import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server';
import type { Context, Middleware } from 'koa';
import { isApiKey } from '../../domain/contract/create-api-key.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { readBody } from '../middleware/read-body.js';
import { admitAgent } from '../oauth/admit-agent.js';
import type { RequestLog } from '../request-log.js';
import type { Route } from '../route.js';
import { createCloseSignal } from '../signal-gone.js';
import { createPlaceCheck } from './expect-own-place.js';
import { expectScopes } from './expect-scopes.js';
import { countMessages, readCalledTools } from './messages.js';
import { createMcpServer } from './protocol.js';
import type { ProtocolEra } from './results.js';
import { buildTools } from './tools.js';
import { allowTools, readToolset } from './toolset.js';
import type { McpRequest } from './mcp-request.js';

const PATH = '/mcp';
const ONLY_POST = {
  message: 'Send protocol messages with POST.',
  headers: { Allow: 'POST' },
};

/** Maximum message size. Larger files go through uploads, because models should not read them. */
export const MESSAGE_BYTES_MAX = 4 * 1_024 * 1_024;

/**
 * Serves `/mcp`, which offers routes to agents as tools (docs/agents.md). Requests pass the same
 * checks as on other entry points, and refusals before the protocol starts have the same error
 * body.
 */
export function serveMcp(
  table: readonly Route[],
  deps: Deps,
  edge: Edge,
  requests: RequestLog,
): Middleware {
  const tools = buildTools(table);
  const expectOwnPlace = createPlaceCheck(deps.env.publicUrl);
  return async (ctx, next) => {
    if (ctx.path !== PATH) return next();
    ctx.state.routeId = 'mcp';
    expectOwnPlace(ctx);
    const caller = await admitAgent(ctx, deps, edge);
    const toolset = readToolset(ctx.querystring);
    const gone = createCloseSignal(ctx);
    // The server has no streams outside calls, and no sessions to end.
    if (ctx.method !== 'POST') throw new Refusal('METHOD_NOT_ALLOWED', ONLY_POST);
    const raw = await receive(ctx, edge, caller.accountId, gone);
    // Each message of a batch counts as one request.
    for (let more = countMessages(raw); more > 1; more -= 1) await admitAgent(ctx, deps, edge);
    if (!isKeySent(ctx)) expectScopes(tools, readCalledTools(raw), caller, deps.env.publicUrl);
    const visit: McpRequest = {
      deps,
      edge,
      requests,
      caller,
      tools: allowTools(tools, toolset, caller),
      nextRequestId: createRequestIds(ctx, deps),
      noteHeld: (ms) => {
        ctx.state.heldMs = ms;
      },
    };
    await answer(ctx, visit, { raw, gone });
  };
}

const isKeySent = (ctx: Context): boolean =>
  isApiKey(ctx.get('Authorization').replace(/^Bearer /i, ''));

/** Reads the body, and holds its memory reservation until the response is sent. */
async function receive(
  ctx: Context,
  edge: Edge,
  accountId: string,
  gone: AbortSignal,
): Promise<unknown> {
  const memory = edge.bodies.open(accountId);
  const limits = { maxBytes: MESSAGE_BYTES_MAX, deadlineMs: edge.bodyDeadlineMs };
  try {
    const raw = await readBody(ctx, limits, memory);
    if (gone.aborted) memory.release();
    else gone.addEventListener('abort', () => memory.release(), { once: true });
    return raw;
  } catch (error) {
    memory.release();
    throw error;
  }
}

function createRequestIds(ctx: Context, deps: Deps): () => string {
  let first: string | null = ctx.state.requestId;
  return () => {
    const id = first ?? deps.newId('req');
    first = null;
    return id;
  };
}

interface ReceivedMessage {
  readonly raw: unknown;
  readonly gone: AbortSignal;
}

/** Answers the request in any supported revision of the protocol. */
async function answer(
  ctx: Context,
  visit: McpRequest,
  { raw, gone }: ReceivedMessage,
): Promise<void> {
  let failure: Error | null = null;
  const handler = createMcpHandler((context) => createMcpServer(visit, findEra(context)), {
    // Also called for client errors, whose messages can repeat the client's input.
    onerror: (error) => {
      failure = error;
    },
  });
  const url = `${visit.deps.env.publicUrl}${PATH}`;
  const request = new Request(url, {
    method: ctx.method,
    headers: buildProtocolHeaders(ctx),
    signal: gone,
  });
  const response = await handler.fetch(request, raw === undefined ? {} : { parsedBody: raw });
  if (response.status >= 500) {
    const { requestId } = ctx.state;
    visit.deps.log.error({ requestId, err: failure }, 'the protocol of agents failed');
  }
  send(ctx, response);
}

/** First revision with links in results. Since then, clients send the revision that they use. */
const LINKS_SINCE = '2025-06-18';

function findEra({ era, requestInfo }: McpRequestContext): ProtocolEra {
  if (era === 'modern') return era;
  const revision = requestInfo?.headers.get('mcp-protocol-version') ?? '';
  return revision >= LINKS_SINCE ? 'legacy' : 'oldest';
}

/** Builds the headers that the protocol reads. The token is not passed on. */
function buildProtocolHeaders(ctx: Context): Headers {
  // Clients often omit the second type, although the 2025 revisions require it.
  const headers = new Headers({
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
  });
  for (const [name, values = []] of Object.entries(ctx.req.headersDistinct)) {
    if (name.startsWith('mcp-')) for (const value of values) headers.append(name, value);
  }
  return headers;
}

/** Response headers that the protocol sets. The HTTP server sets the connection headers. */
const KEPT = ['content-type', 'x-accel-buffering'];

function send(ctx: Context, { status, headers, body }: Response): void {
  ctx.status = status;
  for (const name of KEPT) {
    const value = headers.get(name);
    if (value !== null) ctx.set(name, value);
  }
  ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  ctx.body = body === null ? '' : Readable.fromWeb(body);
}
