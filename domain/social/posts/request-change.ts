import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { SocialPost, type PostProposal } from '../../../entities/social-post.js';
import { WorkflowStart } from '../../../entities/workflow-start.js';
import { executeAndCount } from '../../../entities/rows.js';
import type { AnswerClaim, CancelRequest, MoveRequest, PostChange } from '../../catalogue/runs.js';
import { parseIsoTime } from '../../contract/iso-time.js';
import { Refusal, refuseInvalid } from '../../contract/refusal.js';
import type { SocialPostBody } from '../../contract/social-post.js';
import type { UpdateSocialPostBody } from '../../contract/social-post-request.js';
import { findAnswer } from '../../durable/idempotency-keys.js';
import type { WorkflowToStart } from '../../durable/start-workflow.js';
import type { ScreenDeps } from '../../screening/screen-words.js';
import { screenPost } from './check-post.js';
import { findPost } from './find-posts.js';
import { planPlatforms } from './plan-platforms.js';
import { collectNotes } from './post-row.js';
import { postWorkflow } from './post-workflow.js';

type PostChangeRequest =
  | { readonly name: 'cancel'; readonly request: CancelRequest }
  | { readonly name: 'move'; readonly request: MoveRequest };

export interface ChangeDeps extends ScreenDeps {
  readonly db: DataSource;
  readonly env: { readonly ffmpeg: string | null };
  readonly temporal: {
    /** Sends the update, and starts the run if the relay has not done so yet. */
    changePost(
      start: WorkflowToStart,
      change: PostChangeRequest,
      updateId: string,
    ): Promise<PostChange | 'no_answer' | 'closed'>;
  };
}

interface PostRef {
  readonly accountId: string;
  readonly id: string;
}

/**
 * Asks a post's run to cancel, because only the run knows whether it has started publishing. Its
 * step changes the rows, the credits and the stored response in one transaction.
 * @returns the cancelled post
 * @throws {Refusal} NOT_FOUND, CONFLICT if the post is already being published, UNAVAILABLE if no
 * worker responds
 */
export async function requestCancelPost(
  deps: ChangeDeps,
  { accountId, id }: PostRef,
  claim: AnswerClaim,
): Promise<SocialPostBody> {
  const row = await findPost(deps.db.manager, accountId, id);
  expectWaiting(row);
  return ask(deps, row, claim, { name: 'cancel', request: { claim: strip(claim) } });
}

/**
 * Asks a post's run to change the time or text. Both wait in the row as a proposal, so that the
 * run's history never contains a text; the run's step applies the proposal.
 * @returns the changed post
 * @throws {Refusal} NOT_FOUND, CONTENT_BLOCKED, CONFLICT if the post is already being published or
 * another change came first, VALIDATION_ERROR for a text that costs more, UNAVAILABLE if no worker
 * responds
 */
export async function requestMovePost(
  deps: ChangeDeps,
  { accountId, id }: PostRef,
  claim: AnswerClaim,
  body: UpdateSocialPostBody,
): Promise<SocialPostBody> {
  const { manager } = deps.db;
  const row = await findPost(manager, accountId, id);
  expectWaiting(row);
  if (row.scheduledAt === null)
    throw refuseChange('is published immediately, so it cannot be changed');
  const proposal = await propose(deps, row, claim, body);
  const staged = await executeAndCount(
    manager,
    `UPDATE social_post SET proposal = $3 WHERE id = $1 AND version = $2 AND status = 'scheduled'`,
    [id, row.version, JSON.stringify(proposal)],
  );
  if (staged !== 1)
    throw refuseChange(
      'was changed by another request; get it, and repeat with a new Idempotency-Key',
    );
  const { scheduledAt } = proposal;
  const dueAt = scheduledAt === undefined ? null : parseIsoTime(scheduledAt);
  const request = { claim: strip(claim), dueAt, version: row.version + 1 };
  return ask(deps, row, claim, { name: 'move', request });
}

/**
 * Stores the proposed change. The price cannot change, so a text that would cost more is refused.
 */
async function propose(
  deps: ChangeDeps,
  row: SocialPost,
  { key }: AnswerClaim,
  { caption: given, scheduled_at: scheduledAt }: UpdateSocialPostBody,
): Promise<PostProposal> {
  const time = { key, ...(scheduledAt !== undefined && { scheduledAt }) };
  if (given === undefined) return time;
  const caption = given === '' ? null : given;
  const { settings, media, sources, platforms } = row;
  await screenPost(deps, { caption, settings });
  const canEncode = deps.env.ffmpeg !== null;
  const plans = await planPlatforms({ platforms, caption, settings, media, sources, canEncode });
  const price = plans.reduce((sum, { plan }) => sum + plan.credits, 0);
  if (price > row.credits) {
    const message = `raises the price to ${price} credits because of a link on X, but ${row.credits} were charged; remove the link, or cancel the post and create a new one`;
    throw refuseInvalid([{ path: 'body.caption', message }]);
  }
  return { ...time, caption, notes: collectNotes(plans) };
}

async function ask(
  deps: ChangeDeps,
  row: SocialPost,
  claim: AnswerClaim,
  change: PostChangeRequest,
): Promise<SocialPostBody> {
  const { manager } = deps.db;
  const pending = await manager.findOneBy(WorkflowStart, { workflowId: row.id });
  const start = pending ?? postWorkflow(row, row.accountId);
  const outcome = await deps.temporal.changePost(start, change, deriveChangeId(claim, change, row));
  if (outcome === 'no_answer') {
    throw new Refusal('UNAVAILABLE', {
      message:
        'No worker answered in time. The change may still take effect: repeat it with the same Idempotency-Key.',
      headers: { 'Retry-After': '2' },
    });
  }
  const answer = await findAnswer(manager, claim);
  if (answer) return JSON.parse(answer.body) as SocialPostBody;
  const now = await findPost(manager, row.accountId, row.id);
  expectWaiting(now);
  throw refuseChange(
    'is being published, or was changed by another request; get it to see its state',
  );
}

/**
 * Derives the update's id. The same request joins the update in flight; another key or version is
 * another update.
 */
function deriveChangeId(
  { accountId, key }: AnswerClaim,
  { name }: PostChangeRequest,
  { version }: SocialPost,
): string {
  const digest = createHash('sha256').update(`${accountId}\n${key}\n${version}`).digest('hex');
  return `${name}-${digest.slice(0, 32)}`;
}

/**
 * Keeps only the claim's fields that the step uses, because they are written to the run's history.
 */
const strip = ({ accountId, key, fingerprint }: AnswerClaim): AnswerClaim => ({
  accountId,
  key,
  fingerprint,
});

function expectWaiting({ status }: SocialPost): void {
  if (status !== 'scheduled')
    throw refuseChange(`is ${status}; only a scheduled post can change`, status);
}

function refuseChange(why: string, status = 'scheduled'): Refusal {
  return new Refusal('CONFLICT', {
    message: `The post ${why}.`,
    details: { status },
    headers: { 'x-should-retry': 'false' },
  });
}
