import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { SpanKind } from '@opentelemetry/api';
import type { AnswerClaim } from '../../domain/catalogue/runs.js';
import { fingerprintRequest } from '../../domain/contract/fingerprint.js';
import type { WorkBody } from '../../domain/contract/work.js';
import { failSpan, withSpan } from '../../tracing/span.js';
import { answerFully, type Reply } from '../answer-route.js';
import { StreamAnswer } from '../route.js';
import { buildMediaBlocks } from './media-blocks.js';
import { repeatMembers } from './output-schema.js';
import type { Json } from './plain-schema.js';
import { readArguments, type ReadArguments } from './read-arguments.js';
import { presentRefusal, presentSuccess, type ProtocolEra } from './results.js';
import type { ToolEntry } from './tools.js';
import type { McpRequest } from './mcp-request.js';
import { waitForEnd, type ProgressUpdate } from './wait-for-end.js';

/** A tool call as received from the protocol. */
export interface ToolCall {
  readonly entry: ToolEntry;
  readonly given: Readonly<Record<string, unknown>>;
  readonly era: ProtocolEra;
  /** Aborted when the caller disconnects. Work that has started continues. */
  readonly gone: AbortSignal;
  readonly notifyProgress: ((line: ProgressUpdate) => void) | null;
}

/** Replaces the HTTP method in the metrics and log lines of tool calls. */
const METHOD = 'MCP';

/** Calls a tool by running the equivalent request to its route. Never throws. */
export function callTool(call: ToolCall, visit: McpRequest): Promise<CallToolResult> {
  const { id } = call.entry.answerable.route;
  return withSpan(`tool ${call.entry.row.name}`, { kind: SpanKind.INTERNAL }, async (span) => {
    const requestId = visit.nextRequestId();
    span.setAttributes({ 'media.request_id': requestId, 'media.operation': id });
    const recorded = { requestId, caller: visit.caller, operation: id, method: METHOD };
    const began = performance.now();
    let key: string | null = null;
    try {
      const read = readArguments(call.entry, call.given);
      const claim = await buildToolClaim(call.entry, read, visit.caller.accountId);
      key = claim?.key ?? null;
      const reply = await ask(call, read, { claim, requestId }, visit);
      // Log the latency before the optional wait, whose length the client chooses.
      visit.requests.recordAnswer({ ...recorded, status: reply.status, code: null, began });
      return await present(call, read, { reply, key }, visit);
    } catch (error) {
      const refusal = visit.requests.refuse(error, requestId);
      visit.requests.recordAnswer({
        ...recorded,
        status: refusal.status,
        code: refusal.code,
        began,
      });
      if (refusal.status >= 500) failSpan(span, refusal.code);
      return presentRefusal(refusal, key, { requestId, publicUrl: visit.deps.env.publicUrl });
    }
  });
}

/**
 * Builds the idempotency claim of a call, identical to the claim of the HTTP request with this key.
 */
async function buildToolClaim(
  { answerable: { route } }: ToolEntry,
  { path, body, key }: ReadArguments,
  accountId: string,
): Promise<AnswerClaim | null> {
  if (route.idempotency === 'none') return null;
  const fingerprint = await fingerprintRequest(route.method, path, body);
  // JSON-RPC message ids are only unique within a client, so they cannot be keys.
  return { accountId, key: key ?? randomUUID(), fingerprint };
}

async function ask(
  { entry, gone }: ToolCall,
  { params, query, body }: ReadArguments,
  { claim, requestId }: { readonly claim: AnswerClaim | null; readonly requestId: string },
  { caller, deps, edge, noteHeld }: McpRequest,
): Promise<Reply> {
  const client = { gone: () => gone, lastEventId: null, noteHeld };
  const given = { params, query: () => query, raw: body, client };
  const reply = await answerFully(
    entry.answerable,
    { caller, ...given, claim, requestId },
    deps,
    edge,
  );
  if (reply instanceof StreamAnswer) throw new TypeError(`${entry.row.name} answers a stream`);
  return reply;
}

async function present(
  { entry, era, gone, notifyProgress }: ToolCall,
  { waitSeconds: seconds }: ReadArguments,
  { reply, key }: { readonly reply: Reply; readonly key: string | null },
  visit: McpRequest,
): Promise<CallToolResult> {
  const body = repeatMembers(JSON.parse(reply.text) as Json, entry.row);
  const shown = { key, isReplay: reply.isReplay };
  if (!entry.row.waits) return presentSuccess({ body, ...shown, media: [] }, era);
  const accepted = body as WorkBody;
  const generation = await waitForEnd(accepted, visit, { seconds, gone, notifyProgress });
  const media = await buildMediaBlocks(generation, visit.deps);
  return presentSuccess({ body: { ...generation }, ...shown, media }, era);
}
