import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type jsonSchemaValidator,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { callTool } from './call-tool.js';
import type { ProtocolEra } from './results.js';
import type { McpRequest } from './mcp-request.js';
import type { ProgressUpdate } from './wait-for-end.js';

const INSTRUCTIONS = [
  'Generates images and videos with consistent characters and products, and publishes them.',
  'Generations cost credits: `quote` returns the price, `list_models` the options. They take half a minute to several minutes: `generate_image` and `generate_video` immediately return an id, and `get_generation` with `wait_seconds` waits for the end.',
  'To get files from a person, `open_upload_box` returns a page on which they add them, and `list_uploads` lists them. With a shell, send a file with `create_upload_url` and `finish_upload`. Media fields accept upload ids, public https URLs, and data URLs of small files.',
  'A result with `isError` has `error.code`, and `error.message` says what to do next. After a lost connection, repeat the call with the same `idempotency_key`: it is charged only once.',
].join('\n');

/** Cache lifetime of the tool list, which depends on the key's scopes. */
const LIST_TTL_MS = 60_000;

/**
 * Maximum token length. Each progress message repeats its call's token, and clients can read
 * slowly.
 */
const PROGRESS_TOKEN_MAX = 256;

/** Disables the SDK's checks: the route validates the input and returns our own error. */
const UNCHECKED: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
};

/** Creates the MCP server for one request. Everything expensive was created earlier. */
export function createMcpServer(visit: McpRequest, era: ProtocolEra): McpServer {
  const mcp = new McpServer(
    { name: 'media-generation', title: 'Media generation', version: '1' },
    {
      // The tool list depends only on the key.
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
    const notifyProgress = createProgressNotifier(mcpReq);
    const given = params.arguments ?? {};
    return callTool({ entry, given, era, gone: mcpReq.signal, notifyProgress }, visit);
  });
  return mcp;
}

/**
 * Creates a function that sends progress to a client that requested progress.
 * @throws {ProtocolError} if the token is too long
 */
function createProgressNotifier({
  _meta,
  notify,
}: ServerContext['mcpReq']): ((line: ProgressUpdate) => void) | null {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return null;
  if (String(progressToken).length > PROGRESS_TOKEN_MAX) {
    const message = `params._meta.progressToken must have at most ${PROGRESS_TOKEN_MAX} characters`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const send = async (line: ProgressUpdate) =>
    notify({ method: 'notifications/progress', params: { progressToken, ...line } });
  // Sending is best effort, because the client may have disconnected.
  return (line) => void send(line).catch(() => {});
}
