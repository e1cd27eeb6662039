import type { PostSource, SocialPost } from '../../../entities/social-post.js';
import type { SocialPublication } from '../../../entities/social-publication.js';
import type { Metadata } from '../../contract/metadata.js';
import { parseIsoTime } from '../../contract/iso-time.js';
import type { Caller } from '../../accounts/caller.js';
import type { CheckedPost } from './check-post.js';

type PostRow = Omit<SocialPost, 'settledAt' | 'runSeenAt' | 'proposal'>;
type PublicationRow = Pick<
  SocialPublication,
  'postId' | 'platform' | 'credits' | 'state' | 'url' | 'errorCode'
>;

/** An accepted post's rows. */
export interface NewPost {
  readonly row: PostRow;
  readonly publications: readonly PublicationRow[];
}

interface AcceptedPost {
  readonly id: string;
  readonly caller: Caller;
  readonly checked: CheckedPost;
  readonly sources: PostSource[];
  readonly scheduledAt: string | null;
  readonly metadata: Metadata;
}

export function buildRow({
  id,
  caller,
  checked,
  sources,
  scheduledAt,
  metadata,
}: AcceptedPost): NewPost {
  const now = new Date();
  const due = scheduledAt === null ? null : parseIsoTime(scheduledAt);
  const row: PostRow = {
    id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    characterId: checked.characterId,
    platforms: [...checked.platforms],
    caption: checked.caption,
    generationIds: [...checked.generationIds],
    scheduledAt,
    dueAt: due === null ? now : new Date(due),
    settings: checked.settings,
    metadata,
    notes: collectNotes(checked.plans),
    media: checked.media,
    sources,
    status: 'scheduled',
    credits: checked.price,
    refundedCredits: 0,
    version: 1,
    createdAt: now,
  };
  const publications = checked.plans.map(({ platform, plan }) => ({
    postId: id,
    platform,
    credits: plan.credits,
    state: 'waiting' as const,
    url: null,
    errorCode: null,
  }));
  return { row, publications };
}

/** Collects notes on the parts that platforms leave out or change. */
export const collectNotes = (plans: CheckedPost['plans']): SocialPost['notes'] =>
  plans.flatMap(({ platform, plan }) => plan.warnings.map((message) => ({ platform, message })));
