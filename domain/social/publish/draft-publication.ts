import type { DraftStep, PrepareStep, PublicationRef } from '../../catalogue/publish-steps.js';
import { withToken } from '../accounts/with-token.js';
import type { PublishDeps } from './deps.js';
import { findLeaseAccount } from './account-lease.js';
import { loadJob } from './load-job.js';
import { changePublication, findPublication, isSettled, buildNotOffered } from './publication.js';
import { prepareRenditions } from './prepare-renditions.js';
import { takeQuota } from './take-quota.js';

/** Prepares the renditions and the fitted text for the platform. Safe to repeat. */
export async function preparePublication(
  deps: PublishDeps,
  ref: PublicationRef,
  signal: AbortSignal,
): Promise<PrepareStep> {
  const row = await findPublication(deps.db.manager, ref);
  if (!row || isSettled(row)) return { state: 'over' };
  await prepareRenditions(deps, ref.postId, ref.platform, signal);
  return { state: 'prepared' };
}

/**
 * Does the next part of a draft. A draft's first call counts against the platform's limits.
 * @throws {PlatformFailure}
 */
export async function draftPublication(
  deps: PublishDeps,
  ref: PublicationRef,
  signal: AbortSignal,
): Promise<DraftStep> {
  const { db, platforms } = deps;
  const row = await findPublication(db.manager, ref);
  if (!row || isSettled(row)) return { state: 'over' };
  const platform = platforms.get(ref.platform);
  if (!platform) throw buildNotOffered();
  const isFirst = Object.keys(row.refs).length === 0;
  if (isFirst) await countDraft(deps, ref, row.socialAccountId);
  const toJob = await loadJob(deps, row);
  const use = async (access: Parameters<typeof toJob>[0]) => {
    const job = toJob(access, signal);
    if (row.sentText === null) await keepText(deps, ref, job.text);
    return platform.draft(job);
  };
  return withToken(deps, row.socialAccountId, use, signal);
}

async function countDraft(
  { db }: PublishDeps,
  { platform }: PublicationRef,
  socialAccountId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await findLeaseAccount(tx, platform, socialAccountId);
    await takeQuota(tx, platform, 'draft', account?.remoteId ?? '');
  });
}

/**
 * Stores the text that is sent, so that a later version of our rules does not change it halfway.
 */
async function keepText({ db }: PublishDeps, ref: PublicationRef, text: string): Promise<void> {
  await changePublication(db.manager, ref, 'sent_text IS NULL', 'sent_text = $3', [text]);
}
