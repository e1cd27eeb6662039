import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type jsonSchemaValidator,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { callTool } from './call-tool.js';
import type { Era } from './results.js';
import type { Visit } from './visit.js';
import type { Progress } from './wait-for-end.js';

const INSTRUCTIONS = [
  'Makes images and videos, keeps characters and products the same in all of them, and publishes them.',
  'Generations cost credits: `quote` tells the price, `list_models` the options. They take from half a minute to minutes: `generate_image` and `generate_video` answer at once with an id, and `get_generation` with `wait_seconds` waits for the end.',
  'Files of a person: `open_upload_box` gives a page where they put them in, and `list_uploads` shows what is there; who has a shell sends a file by `create_upload_url` and `finish_upload`. Media fields take the ids of uploads, public https URLs, and data URLs of small files.',
  'A result with `isError` has `error.code`, and `error.message` says what to do next. After a lost connection, repeat a call with the same `idempotency_key`: then it is charged once.',
].join('\n');

/** How long a client may keep the list, which depends on the scopes of the key. */
const LIST_TTL_MS = 60_000;

/** Each line of progress repeats the token of its call, and a client may read them slowly. */
const PROGRESS_TOKEN_MAX = 256;

/** Schemas are told, and checked by the route itself: its answer to a wrong one is ours. */
const UNCHECKED: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
};

/** The server of one request. All that is dear was made before it. */
export function serverOf(visit: Visit, era: Era): McpServer {
  const mcp = new McpServer(
    { name: 'media-generation', title: 'Media generation', version: '1' },
    {
      // The list of a key changes only with the key.
      capabilities: { tools: { listChanged: false } },
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: UNCHECKED,
    },
  );
  const { server } = mcp;
  server.setRequestHandler('tools/list', () => ({
    tools: [...visit.tools.values()].map(({ listed }) => listed),
  }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const entry = visit.tools.get(params.name);
    if (!entry) {
      const message = `Tool ${params.name.slice(0, 100)} not found`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const tell = tellerOf(mcpReq);
    const given = params.arguments ?? {};
    return callTool({ entry, given, era, gone: mcpReq.signal, tell }, visit);
  });
  return mcp;
}

/**
 * Sends progress to a client that has asked for it.
 * @throws {ProtocolError} for a token that is too long
 */
function tellerOf({ _meta, notify }: ServerContext['mcpReq']): ((line: Progress) => void) | null {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return null;
  if (String(progressToken).length > PROGRESS_TOKEN_MAX) {
    const message = `params._meta.progressToken must have at most ${PROGRESS_TOKEN_MAX} characters`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const send = async (line: Progress) =>
    notify({ method: 'notifications/progress', params: { progressToken, ...line } });
  // A client that is gone hears nothing, and needs nothing.
  return (line) => void send(line).catch(() => {});
}
