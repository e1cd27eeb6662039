import { readClip } from '../clip-facts.js';
import type { FakeAnswer, FakeRequest } from '../fake.js';
import { holdMedia } from '../hold-media.js';
import { readMultipart } from '../multipart.js';
import type { FakeUser } from '../oauth.js';
import { ok, toBody, refuse, type Body } from './answers.js';
import type { Session, Videos } from './videos.js';

const KIB_256 = 262_144;
const SIZE_MAX = 256_000_000_000;
const PRIVACIES: readonly unknown[] = ['public', 'unlisted', 'private'];

/** Classifies a PUT to a session: a status query, a chunk, or the last chunk. */
export function classifyPut({ headers }: FakeRequest): 'probe' | 'chunk' | 'commit' {
  const range = headers['content-range'] ?? '';
  if (range.startsWith('bytes */')) return 'probe';
  const [, end, total] = /^bytes \d+-(\d+)\/(\d+)$/.exec(range) ?? [];
  return Number(end) === Number(total) - 1 ? 'commit' : 'chunk';
}

/** Opens a resumable session with the announced headers and resource. */
export function start(request: FakeRequest, user: FakeUser, videos: Videos): FakeAnswer {
  const { query, headers } = request;
  if (query.get('uploadType') !== 'resumable') return refuse(400, 'mediaBodyRequired');
  const size = Number(headers['x-upload-content-length']);
  const type = headers['x-upload-content-type'] ?? '';
  const session = open(request, request.body, { type, size }, user, videos);
  if ('status' in session) return session;
  const { id } = session;
  const address = `${request.buildBaseUrl(request.host)}${request.path}?uploadType=resumable`;
  return { status: 200, headers: { location: `${address}&upload_id=${id}` } };
}

/** Accepts the resource and the file in one request (`uploadType=multipart`). */
export async function insert(
  request: FakeRequest,
  user: FakeUser,
  videos: Videos,
): Promise<FakeAnswer> {
  const parts = readMultipart(request.headers['content-type'] ?? '', request.body) ?? [];
  const [resource, file] = parts;
  if (!resource || !file || parts.length !== 2) return refuse(400, 'mediaBodyRequired');
  const type = file.headers['content-type'] ?? '';
  const about = { type, size: file.bytes.length };
  const session = open(request, resource.bytes, about, user, videos);
  if ('status' in session) return session;
  const media = holdMedia(type, file.bytes);
  return ok(videos.describe(videos.publish(session, media, await readClip(file.bytes))));
}

/** Checks the announcement, and takes one upload from the quota. */
function open(
  { query }: FakeRequest,
  json: Buffer,
  { type, size }: { readonly type: string; readonly size: number },
  user: FakeUser,
  videos: Videos,
): Session | FakeAnswer {
  const parts = query.getAll('part').flatMap((list) => list.split(','));
  const isVideo = type.startsWith('video/') || type === 'application/octet-stream';
  if (!isVideo || !(size > 0 && size <= SIZE_MAX)) return refuse(400, 'mediaBodyRequired');
  const resource = readJson(json);
  if (!resource || Object.keys(resource).some((part) => !parts.includes(part))) {
    return refuse(400, 'unexpectedPart');
  }
  const problem = findProblem(resource);
  if (problem !== null) return refuse(400, problem);
  if (!videos.takeUpload()) return refuse(403, 'quotaExceeded', 'youtube.quota');
  return videos.open(user, resource, size);
}

/** Answers a PUT to a session. */
export async function handlePut(
  request: FakeRequest,
  user: FakeUser,
  videos: Videos,
): Promise<FakeAnswer> {
  const session = videos.findSession(request.query.get('upload_id'));
  if (!session || session.user.id !== user.id) return { status: 404, body: 'Not Found' };
  const { headers, body } = request;
  const isProbe = classifyPut(request) === 'probe';
  const range = headers['content-range'] ?? '';
  const found = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(range);
  if (!found || Number(found[3]) !== session.size) return refuse(400, 'badRequest');
  if (Number(headers['content-length']) !== body.length) return refuse(411, 'badRequest');
  if (session.video) return ok(videos.describe(session.video));
  if (isProbe) return body.length === 0 ? buildResumeAnswer(session) : refuse(400, 'badRequest');
  const [first, last] = [Number(found[1]), Number(found[2])];
  const isLast = last === session.size - 1;
  const isWhole = body.length === last - first + 1 && (isLast || body.length % KIB_256 === 0);
  if (!isWhole || last >= session.size) return refuse(400, 'badRequest');
  if (first !== session.received) return buildResumeAnswer(session);
  session.parts.push(body);
  session.received = last + 1;
  if (!isLast) return buildResumeAnswer(session);
  const bytes = Buffer.concat(session.parts.splice(0));
  const type = headers['content-type'] ?? 'video/mp4';
  const video = videos.publish(session, holdMedia(type, bytes), await readClip(bytes));
  return ok(videos.describe(video));
}

/** Builds the answer that says what was received; without `Range`, nothing was. */
const buildResumeAnswer = ({ received }: Session): FakeAnswer => ({
  status: 308,
  ...(received > 0 && { headers: { range: `bytes=0-${received - 1}` } }),
});

function findProblem(resource: Body): string | null {
  const { title, description = '', tags } = toBody(resource['snippet']);
  const status = toBody(resource['status']);
  if (typeof title !== 'string' || title.trim() === '' || /[<>]/.test(title)) return 'invalidTitle';
  if (Array.from(title).length > 100) return 'invalidTitle';
  if (typeof description !== 'string' || /[<>]/.test(description)) return 'invalidDescription';
  if (Buffer.byteLength(description) > 5_000) return 'invalidDescription';
  if (tags !== undefined && !Array.isArray(tags)) return 'invalidTags';
  if (!PRIVACIES.includes(status['privacyStatus'] ?? 'public')) {
    return 'invalidVideoMetadata';
  }
  const flags = [status['selfDeclaredMadeForKids'], status['containsSyntheticMedia']];
  const isRight = flags.every((flag) => flag === undefined || typeof flag === 'boolean');
  return isRight ? null : 'invalidVideoMetadata';
}

function readJson(body: Buffer): Body | null {
  try {
    return toBody(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}
