import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { closeServer, listenLocally } from '../listen.js';

export const API_KEY = 'test-key-1234567890';

/** The answer to the next request. */
export type Reply =
  | { readonly content: string; readonly finish?: string; readonly refusal?: string }
  | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> }
  | 'reset'
  | 'cut'
  | 'silent';

/** A request that the fake understood. */
export interface UnderstoodRequest {
  readonly path: string;
  readonly model: string;
  /** The schema's name in `response_format`; null if there is no schema. */
  readonly schema: string | null;
  readonly system: string;
  readonly text: string;
  /** The decoded size of every picture. */
  readonly pictures: readonly { readonly width: number; readonly height: number }[];
}

export interface OpenAiFake {
  readonly url: string;
  next(...replies: Reply[]): void;
  seen(): readonly UnderstoodRequest[];
  /** Returns requests that servers of this protocol would not have understood. */
  violations(): readonly string[];
  stop(): Promise<void>;
}

interface MessagePart {
  type?: string;
  text?: string;
  image_url?: { url?: string };
}
interface Body {
  model?: string;
  messages?: { role?: string; content?: string | MessagePart[] }[];
  input?: string | MessagePart[];
  response_format?: {
    type?: string;
    json_schema?: { name?: string; strict?: boolean; schema?: { type?: string } };
  };
  [other: string]: unknown;
}

const FIELDS = { chat: ['model', 'messages', 'response_format'], judge: ['model', 'input'] };

/**
 * Starts an OpenAI-compatible server on loopback that checks its requests.
 * @param checksPolicy also reports requests that such a server accepts but this project never
 * sends; false for other clients
 */
export async function startOpenAiFake(
  key: string | null = API_KEY,
  { checksPolicy = true } = {},
): Promise<OpenAiFake> {
  const replies: Reply[] = [];
  const seen: UnderstoodRequest[] = [];
  const wrong: string[] = [];
  const server = createServer((request, response) => {
    const check: RequestCheck = (isRight, what) => void (isRight || wrong.push(what));
    read(request, key, check, checksPolicy ? check : () => undefined)
      .then((one) => {
        seen.push(one);
        send(response, replies.shift() ?? { status: 500, body: 'nothing was prepared' });
      })
      .catch((error: unknown) => {
        wrong.push(String(error));
        response.destroy();
      });
  });
  const origin = await listenLocally(server);
  return {
    url: `${origin}/v1`,
    next: (...more) => replies.push(...more),
    seen: () => seen,
    violations: () => wrong,
    stop: () => closeServer(server),
  };
}

async function read(
  request: IncomingMessage,
  key: string | null,
  check: RequestCheck,
  policy: RequestCheck,
): Promise<UnderstoodRequest> {
  const { method, url: path = '', headers } = request;
  const body = JSON.parse((await buffer(request)).toString('utf8')) as Body;
  check(method === 'POST', `${method}`);
  check(headers['content-type'] === 'application/json', `type ${headers['content-type']}`);
  const expected = key === null ? undefined : `Bearer ${key}`;
  check(headers.authorization === expected, `authorization of ${path}`);
  check(typeof body.model === 'string', 'no model');
  const isChat = path === '/v1/chat/completions';
  check(isChat || path === '/v1/moderations', `path ${path}`);
  const known = FIELDS[isChat ? 'chat' : 'judge'];
  policy(
    Object.keys(body).every((name) => known.includes(name)),
    `fields ${Object.keys(body).join()}`,
  );
  const messages = body.messages ?? [];
  const system = messages.find(({ role }) => role === 'system');
  const user = messages.find(({ role }) => role === 'user');
  if (isChat) {
    check(user !== undefined, 'no message of the user');
    const roles = messages.map(({ role }) => role).join();
    policy(roles === 'system,user', `messages of ${roles}`);
  }
  const content = (isChat ? user?.content : body.input) ?? '';
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const images = parts.filter(({ type }) => type === 'image_url');
  if (!isChat)
    check(images.length <= 1, `Number of images (${images.length}) exceeds maximum of 1`);
  return {
    path,
    model: body.model ?? '',
    schema: checkSchemaName(body, check),
    system: typeof system?.content === 'string' ? system.content : '',
    text: parts.map(({ text = '' }) => text).join(''),
    pictures: await Promise.all(images.map((part) => checkImageSize(part, check, policy))),
  };
}

type RequestCheck = (isRight: boolean, what: string) => void;

function checkSchemaName({ response_format: format }: Body, check: RequestCheck): string | null {
  if (!format) return null;
  const { name, strict, schema } = format.json_schema ?? {};
  check(format.type === 'json_schema', `format ${format.type}`);
  check(strict === true && schema?.type === 'object', 'the schema');
  check(/^[\w-]{1,64}$/.test(name ?? ''), `name of the schema ${name}`);
  return name ?? '';
}

async function checkImageSize(
  { image_url: image }: MessagePart,
  check: RequestCheck,
  policy: RequestCheck,
) {
  const [, type, data] =
    /^data:image\/(\w+);base64,([A-Za-z0-9+/=]+)$/.exec(image?.url ?? '') ?? [];
  check(data !== undefined, `no data URL of a picture: ${image?.url?.slice(0, 30)}`);
  policy(type === 'jpeg', `a data URL of a ${type}`);
  const { width, height, format } = await sharp(Buffer.from(data ?? '', 'base64')).metadata();
  check(format === type, `a ${format} in a data URL of a ${type}`);
  policy(Math.max(width, height) <= 1024, `a picture of ${width} x ${height}`);
  return { width, height };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silent') return;
  if (reply === 'reset') return void response.socket?.resetAndDestroy();
  if (reply === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"choices":[{"mess', () => response.destroy());
    return;
  }
  const { status, body, headers } =
    'status' in reply ? reply : { ...buildCompletion(reply), headers: {} };
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function buildCompletion({
  content,
  finish = 'stop',
  refusal = '',
}: Extract<Reply, { content: string }>) {
  const message = { role: 'assistant', content, ...(refusal && { refusal }) };
  const choices = [{ index: 0, finish_reason: finish, message }];
  const about = { id: 'chatcmpl-1', object: 'chat.completion', created: 1_763_730_000 };
  const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
  return { status: 200, body: { ...about, model: 'm-1', choices, usage } };
}
