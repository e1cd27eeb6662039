import { In, type DataSource, type EntityManager } from 'typeorm';
import { Generation } from '../../../entities/generation.js';
import { hasSocial } from '../../catalogue/plans.js';
import type { Platform, PostMedia } from '../../catalogue/social-platforms.js';
import type { SocialSettings } from '../../contract/social-settings.js';
import { Refusal, refuseInvalid, refuseUnknown, type Issue } from '../../contract/refusal.js';
import { PROMPT_FIELDS, readWords } from '../../screening/prompt-fields.js';
import { checkWordsAllowed, type ScreenDeps } from '../../screening/screen-words.js';
import type { Caller } from '../../accounts/caller.js';
import { expectCharacter } from '../accounts/postable.js';
import { findAccounts, refuseUnpaid } from './find-accounts.js';
import { planPlatforms, type PlannedPlatform } from './plan-platforms.js';
import { readSources, type SourceFile, type SourceDeps } from './read-sources.js';

/** A post's content and targets. */
export interface PostDraftRequest {
  readonly characterId: string;
  readonly platforms: readonly Platform[];
  readonly generationIds: readonly string[];
  readonly caption: string | null;
  readonly settings: SocialSettings;
}

/** A requested post with the results of its checks. */
export interface CheckedPost extends PostDraftRequest {
  readonly media: PostMedia;
  readonly sources: readonly SourceFile[];
  readonly plans: readonly PlannedPlatform[];
  /** Platforms whose account is blocked until its fee is paid. */
  readonly unpaid: readonly Platform[];
  /** Price in credits. */
  readonly price: number;
}

export interface CheckDeps extends SourceDeps, ScreenDeps {
  readonly db: DataSource;
  readonly env: { readonly ffmpeg: string | null };
}

/**
 * Checks everything that a schema cannot check: rights, the referenced objects, the texts, and then
 * all problems with media, accounts and settings together. Stores nothing.
 * @throws {Refusal} PLAN_REQUIRED, NOT_FOUND, CONTENT_BLOCKED, VALIDATION_ERROR, ACCOUNT_SUSPENDED
 */
export async function checkPost(
  deps: CheckDeps,
  caller: Caller,
  wanted: PostDraftRequest,
): Promise<CheckedPost> {
  const { manager } = deps.db;
  expectPaidPlan(caller);
  await expectCharacter(manager, caller.accountId, wanted.characterId);
  const generations = await findGenerations(manager, caller.accountId, wanted.generationIds);
  await screenPost(deps, wanted);
  const { issues: unusable, unpaid } = await findAccounts(manager, caller, wanted);
  const unfit = checkMedia(generations);
  const media: PostMedia = generations[0]?.type === 'video' ? 'video' : 'images';
  if (unfit.length > 0) throw refuseInvalid([...unfit, ...unusable]);
  const sources = await readSources(deps, caller.accountId, media, generations);
  const canEncode = deps.env.ffmpeg !== null;
  const plans = await planPlatforms({ ...wanted, media, sources, canEncode });
  const issues = [...plans.flatMap(({ plan }) => plan.issues), ...unusable];
  if (issues.length > 0) throw refuseInvalid(issues);
  const price = plans.reduce((sum, { plan }) => sum + plan.credits, 0);
  return { ...wanted, media, sources, plans, unpaid, price };
}

function expectPaidPlan({ plan }: Caller): void {
  if (hasSocial(plan)) return;
  throw new Refusal('PLAN_REQUIRED', {
    message: `Your ${plan} plan does not include social publishing. Choose a paid plan.`,
    details: { plan },
  });
}

/** Finds the account's generations, in the order of the ids. */
async function findGenerations(
  db: EntityManager,
  accountId: string,
  ids: readonly string[],
): Promise<Generation[]> {
  const rows = await db.findBy(Generation, { accountId, id: In([...ids]) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id, at) => {
    const row = byId.get(id);
    if (!row) throw refuseUnknown('generation', id, `generation_ids.${at}`);
    return row;
  });
}

/**
 * Screens a post's texts, because they are published under this service's app name.
 * @throws {Refusal} CONTENT_BLOCKED, UNAVAILABLE
 */
export async function screenPost(
  deps: ScreenDeps,
  { caption, settings }: Pick<PostDraftRequest, 'caption' | 'settings'>,
): Promise<void> {
  const words = readWords({ caption, settings }, PROMPT_FIELDS.post);
  await checkWordsAllowed(
    deps,
    words,
    'The text of the post is not allowed. Nothing was charged. Change the text.',
  );
}

/** Finds problems with the generations themselves: unfinished, of mixed types, or too many. */
function checkMedia(generations: readonly Generation[]): Issue[] {
  const unfinished = generations.flatMap(({ status }, at) =>
    status === 'completed'
      ? []
      : [{ path: `body.generation_ids.${at}`, message: describeStatus(status) }],
  );
  const videos = generations.filter(({ type }) => type === 'video').length;
  const refuse = (message: string): Issue[] => [{ path: 'body.generation_ids', message }];
  if (videos > 0 && videos < generations.length) {
    return [
      ...unfinished,
      ...refuse('contains both images and videos; create a post for each kind'),
    ];
  }
  if (videos <= 1) return unfinished;
  const message = `has ${videos} videos; a post can have 1 video, or 1 to 10 images`;
  return [...unfinished, ...refuse(message)];
}

const describeStatus = (status: Generation['status']): string =>
  status === 'queued' || status === 'processing'
    ? `is ${status}; wait until it is completed`
    : `is ${status}, so there is no file; use a completed generation`;

/**
 * Requires that all fees are paid.
 * @throws {Refusal} INSUFFICIENT_CREDITS if an account's fee is unpaid
 */
export function expectPaidFees({ unpaid }: Pick<CheckedPost, 'unpaid'>): void {
  if (unpaid.length > 0) throw refuseUnpaid(unpaid);
}
