import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { UpstreamFake } from '../upstream-fake.js';
import { KieBackend, type KieEnding } from './backend.js';
import type { KieFile } from './files.js';
import { wrapReply, type Reply } from './tasks.js';
import { closeServer, listenLocally } from '../listen.js';
import { writeReply, type Reply as SentReply } from '../loopback.js';

export const KEY = 'kie-test-key';

type RequestKind = 'upload' | 'order' | 'record';

export interface KieFake extends UpstreamFake {
  /** Answers the next request of a kind once with a given reply; nothing is stored or accepted. */
  answer(kind: RequestKind, reply: Reply | KieEnding): void;
  /** Returns all requests so far as `METHOD path`, oldest first. */
  requests(): readonly string[];
  /** Returns the number of requests that wait for their answer. */
  waiting(): number;
  /** Returns all uploaded files, oldest first. */
  uploads(): readonly KieFile[];
}

const ROUTES: Readonly<
  Record<string, { readonly kind: RequestKind; readonly api: 'jobs' | 'veo' }>
> = {
  'POST /api/file-base64-upload': { kind: 'upload', api: 'jobs' },
  'POST /api/file-stream-upload': { kind: 'upload', api: 'jobs' },
  'POST /api/v1/jobs/createTask': { kind: 'order', api: 'jobs' },
  'POST /api/v1/veo/generate': { kind: 'order', api: 'veo' },
  'GET /api/v1/jobs/recordInfo': { kind: 'record', api: 'jobs' },
  'GET /api/v1/veo/record-info': { kind: 'record', api: 'veo' },
};

/** Starts Kie on loopback: both of its hosts, and the store for its results. */
export async function startKieFake(): Promise<KieFake> {
  const kie = new KieBackend();
  const requests: string[] = [];
  let waiting = 0;
  const byHand: { kind: RequestKind; reply: Reply | KieEnding }[] = [];

  const server = createServer((request, response) => {
    waiting += 1;
    response.once('close', () => (waiting -= 1));
    requests.push(`${request.method} ${new URL(request.url ?? '/', kie.url).pathname}`);
    const answered = answerTo(request, kie, (kind) => {
      const at = byHand.findIndex((each) => each.kind === kind);
      return at < 0 ? undefined : byHand.splice(at, 1)[0]?.reply;
    });
    answered.then(
      (reply) => writeReply(response, reply),
      (error: unknown) => {
        kie.violations.push(String(error));
        writeReply(response, wrapReply(422, 'unreadable'));
      },
    );
  });
  kie.url = await listenLocally(server);

  return {
    url: kie.url,
    next: (...outcomes) => kie.outcomes.push(...outcomes),
    accepted: () => kie.tasks.size,
    inputs: () => kie.inputs,
    // Kie has no call for cancelling.
    cancelled: () => 0,
    violations: () => kie.violations,
    answer: (kind, reply) => byHand.push({ kind, reply }),
    requests: () => requests,
    waiting: () => waiting,
    uploads: () => [...kie.files.values()],
    stop: () => closeServer(server),
  };
}

async function answerTo(
  request: IncomingMessage,
  kie: KieBackend,
  instead: (kind: RequestKind) => Reply | KieEnding | undefined,
): Promise<SentReply | KieEnding> {
  const { headers, method } = request;
  const { pathname, searchParams } = new URL(request.url ?? '/', kie.url);
  const body = await buffer(request);
  if (method === 'GET' && pathname.startsWith('/results/')) {
    if (headers.authorization !== undefined) kie.violations.push('the key was sent to the store');
    const file = kie.results.get(pathname);
    if (!file) return { status: 404, text: 'not found' };
    return { status: 200, headers: { 'content-type': file.contentType }, bytes: file.bytes };
  }
  // The firewall in front of Kie refuses SDK telemetry and anonymous clients.
  if (!headers['user-agent'] || headers['x-stainless-lang'] !== undefined) {
    return { status: 403, text: 'error code: 1010' };
  }
  const route = ROUTES[`${method} ${pathname}`];
  if (!route) {
    kie.violations.push(`${method} ${pathname} does not exist`);
    return wrapReply(404, 'Not Found');
  }
  if (headers.authorization !== `Bearer ${KEY}`) {
    return { ...wrapReply(401, 'You do not have access permissions.'), status: 401 };
  }
  const reply = instead(route.kind);
  if (reply) return reply;
  if (route.kind === 'record') return kie.pollTask(route.api, searchParams.get('taskId'));
  const contentType = headers['content-type'] ?? '';
  if (!pathname.includes('stream') && contentType !== 'application/json') {
    kie.violations.push(`${pathname} got ${contentType}`);
  }
  return route.kind === 'order'
    ? kie.order(route.api, body)
    : kie.upload(pathname, body, contentType);
}
