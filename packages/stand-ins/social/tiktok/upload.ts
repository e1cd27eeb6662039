import type { FakeAnswer, FakeRequest } from '../fake.js';
import { judgeClip } from './media.js';
import type { Post, Posts } from './posts.js';

export const UPLOAD_HOST = 'open-upload.tiktokapis.com';
const TYPES = ['video/mp4', 'video/quicktime', 'video/webm'];

interface Range {
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

function parseContentRange({ headers }: FakeRequest): Range | null {
  const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '');
  return found && { start: Number(found[1]), end: Number(found[2]), total: Number(found[3]) };
}

/** Returns whether a PUT contains the end of its clip, which makes TikTok publish. */
export function isLastChunk(request: FakeRequest): boolean {
  const range = parseContentRange(request);
  return range !== null && range.end === range.total - 1;
}

/**
 * Accepts a chunk, which must be in order and of the announced size. The answer has only a status.
 */
export async function takeChunk(
  request: FakeRequest,
  posts: Posts,
  context: { readonly isOpen: (userId: string) => boolean; readonly maxSeconds: number },
): Promise<FakeAnswer> {
  const { headers, query, body } = request;
  const post = posts.findUpload(query.get('upload_token'));
  if (!post || post.failReason !== null) return { status: 404 };
  if (posts.isUploadOver(post)) return { status: 403 };
  const range = parseContentRange(request);
  const isRight =
    headers['authorization'] === undefined &&
    TYPES.includes(headers['content-type'] ?? '') &&
    range?.total === post.size &&
    Number(headers['content-length']) === body.length &&
    body.length === range.end - range.start + 1;
  if (!isRight) return { status: 400 };
  if (range.start !== post.received || post.readyAt !== null) return { status: 416 };
  if (range.end !== computeChunkEnd(post)) return { status: 400 };
  post.chunks.push(body);
  post.received = range.end + 1;
  const received = { 'content-range': `bytes 0-${range.end}/${range.total}` };
  if (post.received < post.size) return { status: 206, headers: received };
  const clip = Buffer.concat(post.chunks.splice(0));
  const isOpen = context.isOpen(post.user.id);
  posts.finish(post, isOpen ? await judgeClip(clip, context.maxSeconds) : 'auth_removed');
  return { status: 201, headers: received };
}

/** Computes where the next chunk must end; the last chunk also contains the remainder. */
function computeChunkEnd({ size, chunkSize, received }: Post): number {
  const lastStart = (Math.floor(size / chunkSize) - 1) * chunkSize;
  return received === lastStart ? size - 1 : received + chunkSize - 1;
}
