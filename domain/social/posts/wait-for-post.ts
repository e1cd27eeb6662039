import type { EntityManager } from 'typeorm';
import { SocialPost } from '../../../entities/social-post.js';
import { queryRows } from '../../../entities/rows.js';
import { POST_WAIT_MS } from '../../catalogue/social-platforms.js';
import type { SocialPostBody } from '../../contract/social-post.js';
import { replaceAnswer } from '../../durable/idempotency-keys.js';
import type { RequestClaim } from '../../durable/answer-once.js';
import type { Watch } from '../../durable/watch.js';
import type { EventWaiters } from '../../webhooks/event-waiters.js';
import { presentNow } from './find-posts.js';

/** After this long, stops waiting for a run that has not started: the relay will start it. */
const UNSTARTED_MS = 750;

/** A post's progress. */
export interface PostPoll {
  readonly id: string;
  readonly settled: boolean;
  /** Whether the run has not started yet. */
  readonly unstarted: boolean;
}

const READ_POSTS = `
SELECT p.id, p.status <> 'scheduled' AS settled,
  EXISTS (SELECT 1 FROM workflow_start w WHERE w.workflow_id = p.id) AS unstarted
FROM social_post p WHERE p.id = ANY($1)`;

/** Polls posts with one statement. */
export async function pollPosts(
  db: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PostPoll>> {
  const rows = await queryRows<PostPoll>(db, READ_POSTS, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface PostWait {
  readonly claim: RequestClaim;
  readonly room: EventWaiters;
  readonly watch: Watch<PostPoll>;
  /** Signals, each of them ends the wait immediately: the caller left, or the process stops. */
  readonly ended: readonly AbortSignal[];
}

/**
 * Delays the response to an accepted post until the post is published, and then replaces the stored
 * response. A repeated request waits like the first one, so both get the same response.
 * @param answer the stored response
 * @returns the response to send; unchanged if the post is not published in time, its run has not
 * started, or too many requests are waiting
 */
export async function waitForPost(
  db: EntityManager,
  answer: string,
  { claim, room, watch, ended }: PostWait,
): Promise<string> {
  const post = JSON.parse(answer) as SocialPostBody;
  const until = post.created_at + POST_WAIT_MS;
  const isOpen = post.status === 'scheduled' && post.scheduled_at === null;
  if (!isOpen || Date.now() >= until) return answer;
  const leave = room.tryToEnter(claim.accountId);
  if (!leave) return answer;
  try {
    if (!(await waitUntilSettled(watch, post.id, until, ended))) return answer;
  } finally {
    leave();
  }
  const row = await db.findOneBy(SocialPost, { id: post.id });
  if (!row) return answer;
  const settled = JSON.stringify(await presentNow(db, row));
  return replaceAnswer(db, claim, answer, settled);
}

async function waitUntilSettled(
  watch: Watch<PostPoll>,
  id: string,
  end: number,
  ended: readonly AbortSignal[],
): Promise<boolean> {
  const began = Date.now();
  const isLate = () => Date.now() - began >= UNSTARTED_MS;
  const seen = await watch.wait({
    key: id,
    seconds: (end - began) / 1_000,
    ended,
    until: (post) => !post || post.settled || (post.unstarted && isLate()),
  });
  return seen?.settled ?? false;
}
