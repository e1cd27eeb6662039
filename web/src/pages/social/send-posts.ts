import type { CreateSocialPost, SocialPost, SocialPostPreview } from '../../api/contract';
import { request } from '../../api/request';
import { createIdempotencyKey } from '../../requests/idempotency';
import { readProblem } from '../../requests/problem';

/** A request for a post. It keeps its idempotency key, so that a retry posts nothing twice. */
export interface PostOrder {
  readonly post: CreateSocialPost;
  readonly headers: ReturnType<typeof createIdempotencyKey>;
  readonly sent?: SocialPost;
  readonly error?: unknown;
}

/** Reads the previews of posts, as one preview with every platform. */
export async function previewPosts(posts: readonly CreateSocialPost[]): Promise<SocialPostPreview> {
  const previews = await Promise.all(posts.map(previewPost));
  return {
    object: 'social_post_preview',
    plans: previews.flatMap(({ plans }) => plans),
    credits: previews.reduce((sum, { credits }) => sum + credits, 0),
  };
}

async function previewPost(post: CreateSocialPost) {
  const headers = createIdempotencyKey();
  const body = { ...post, dry_run: true };
  const data = await request('POST /social/posts', { body, headers });
  if (data.object !== 'social_post_preview') throw new Error('a dry run returned a post');
  return data;
}

export const createOrders = (posts: readonly CreateSocialPost[]): PostOrder[] =>
  posts.map((post) => ({ post, headers: createIdempotencyKey() }));

/** Sends the posts that are not sent yet, and returns every order with its result. */
export const sendOrders = (orders: readonly PostOrder[]): Promise<PostOrder[]> =>
  Promise.all(orders.map(sendOrder));

async function sendOrder(order: PostOrder): Promise<PostOrder> {
  const { post, headers, sent } = order;
  if (sent) return order;
  try {
    const data = await request('POST /social/posts', { body: post, headers });
    if (data.object !== 'social_post') throw new Error('a post request returned a preview');
    return { post, headers, sent: data };
  } catch (error) {
    return { post, headers, error };
  }
}

/** Codes of refusals, after which a changed request cannot post anything twice. */
const REFUSALS = new Set([
  'CONTENT_BLOCKED',
  'INSUFFICIENT_CREDITS',
  'LIMIT_REACHED',
  'NOT_FOUND',
  'PLAN_REQUIRED',
  'SPEND_CAP_REACHED',
  'VALIDATION_ERROR',
]);

/** Checks whether the server refused a post, and so has certainly not stored it. */
export const isRefused = ({ error }: PostOrder): boolean => REFUSALS.has(readProblem(error).code);
