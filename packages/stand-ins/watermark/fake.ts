import {
  serveReplies,
  type ConnectionEnding,
  type Reply,
  type SeenRequest,
} from '../providers/loopback.js';
import { detectCode, embedCode } from './pixels.js';

/** A watermark service on loopback that checks its requests. */
export interface WatermarkFake {
  readonly url: string;
  /** Answers the next requests with these, one each. */
  next(...replies: (Reply | ConnectionEnding)[]): void;
  /** Lists the codes of all requests to embed one. */
  embedded(): readonly string[];
  /** Returns the number of requests to detect a code. */
  countDetections(): number;
  violations(): readonly string[];
  stop(): Promise<void>;
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** Starts a watermark service with the protocol of `deploy/watermark`. */
export async function startWatermarkFake(): Promise<WatermarkFake> {
  const replies: (Reply | ConnectionEnding)[] = [];
  const [embedded, wrong]: [string[], string[]] = [[], []];
  let detections = 0;

  async function answer({ method, path, query, headers, body }: SeenRequest) {
    const type = headers['content-type'] ?? '';
    const id = query.get('id') ?? '';
    if (method !== 'POST') wrong.push(`${method} ${path}`);
    if (!TYPES.includes(type)) wrong.push(`content-type: ${type}`);
    if (path === '/detect') {
      detections += 1;
      return replies.shift() ?? { status: 200, json: { id: await detectCode(body) } };
    }
    if (path !== '/encode') wrong.push(path);
    if (!/^[0-9a-f]{15}$/.test(id)) wrong.push(`id: ${id}`);
    embedded.push(id);
    const next = replies.shift();
    if (next) return next;
    const bytes = await embedCode(body, id);
    return { status: 200, headers: { 'content-type': type }, bytes };
  }

  const server = await serveReplies(answer);
  return {
    url: server.url,
    next: (...more) => void replies.push(...more),
    embedded: () => embedded,
    countDetections: () => detections,
    violations: () => wrong,
    stop: () => server.stop(),
  };
}
