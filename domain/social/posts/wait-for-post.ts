import type { EntityManager } from 'typeorm';
import { SocialPost } from '../../../entities/social-post.js';
import { queryOne } from '../../../entities/rows.js';
import { POST_WAIT_MS } from '../../catalogue/social-platforms.js';
import type { SocialPostBody } from '../../contract/social-post.js';
import { replaceAnswer } from '../../durable/idempotency-keys.js';
import type { RequestClaim } from '../../durable/answer-once.js';
import { pause } from '../../webhooks/wait-for-events.js';
import type { EventWaiters } from '../../webhooks/waiting-room.js';
import { presentNow } from './find-posts.js';

const POLL_INTERVAL_MS = 250;
/** After this many polls, stops waiting for a run that has not started: the relay will start it. */
const POLLS_UNSTARTED = 3;

const READ_STATE = `
SELECT p.status <> 'scheduled' AS settled,
  EXISTS (SELECT 1 FROM workflow_start w WHERE w.workflow_id = p.id) AS unstarted
FROM social_post p WHERE p.id = $1`;

export interface PostWait {
  readonly claim: RequestClaim;
  readonly room: EventWaiters;
  /** Signals, any of which ends the wait immediately: the caller left, or the process stops. */
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
  { claim, room, ended }: PostWait,
): Promise<string> {
  const post = JSON.parse(answer) as SocialPostBody;
  const until = post.created_at + POST_WAIT_MS;
  const isOpen = post.status === 'scheduled' && post.scheduled_at === null;
  if (!isOpen || Date.now() >= until) return answer;
  const leave = room.tryToEnter(claim.accountId);
  if (!leave) return answer;
  try {
    if (!(await waitUntilSettled(db, post.id, until, ended))) return answer;
  } finally {
    leave();
  }
  const row = await db.findOneBy(SocialPost, { id: post.id });
  if (!row) return answer;
  const settled = JSON.stringify(await presentNow(db, row));
  return replaceAnswer(db, claim, answer, settled);
}

async function waitUntilSettled(
  db: EntityManager,
  id: string,
  until: number,
  ended: readonly AbortSignal[],
): Promise<boolean> {
  for (let polls = 1; Date.now() < until; polls += 1) {
    await pause(Math.min(POLL_INTERVAL_MS, until - Date.now()), ended);
    if (ended.some((signal) => signal.aborted)) return false;
    const now = await queryOne<{ settled: boolean; unstarted: boolean }>(db, READ_STATE, [id]);
    if (!now || now.settled) return now?.settled ?? false;
    if (now.unstarted && polls >= POLLS_UNSTARTED) return false;
  }
  return false;
}
