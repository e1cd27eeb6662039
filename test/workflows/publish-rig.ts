import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { WorkflowToStart } from '../../domain/durable/start-workflow.js';
import { enqueueStarts, startNow } from '../../domain/durable/start-workflow.js';
import { newId } from '../../domain/contract/ids.js';
import { reserve } from '../../domain/ledger/reserve.js';
import { PlatformFailure } from '../../domain/ports/social-platform.js';
import type { PublishParts } from '../../domain/social/publish/deps.js';
import type { Deps } from '../../runtime/deps.js';
import { buildAccount, type AccountOptions } from '../support/accounts.js';
import { ScriptedPlatform } from './publish-platform.js';

export const CREDITS = 1_000;

/** A post as a request would have accepted it. */
export interface MadePost {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly characterId: string;
  readonly platforms: readonly Platform[];
  readonly price: number;
  readonly job: WorkflowToStart;
}

export interface PostOptions {
  readonly platforms?: readonly Platform[];
  /** From now; null for a post that is made at once. */
  readonly inMs?: number | null;
  /** From when that counts, Unix milliseconds; now unless set. */
  readonly from?: number;
  /** Price of each platform. */
  readonly credits?: number;
  readonly account?: AccountOptions;
  /** To the same accounts as this post. */
  readonly like?: MadePost;
  /** Leaves the run to the test. */
  readonly unstarted?: boolean;
}

const hex = () => randomBytes(16).toString('hex');

/** Writes a post with its hold, its accounts and its outbox row, and starts its run. */
export async function makePost(deps: Deps, options: PostOptions = {}): Promise<MadePost> {
  const { platforms = ['instagram'], inMs = null, credits = 1, like } = options;
  const account = like ?? (await buildAccount(deps.db, { credits: CREDITS, ...options.account }));
  const { accountId, keyId } = account;
  const characterId = like?.characterId ?? hex().slice(0, 20);
  const id = newId('pst');
  const now = new Date();
  const dueAt = new Date((options.from ?? now.getTime()) + (inMs ?? 0));
  const price = credits * platforms.length;
  const job: WorkflowToStart = {
    workflowId: id,
    workflowType: 'publishPost',
    args: [{ postId: id, platforms, dueAt: dueAt.getTime() }],
    accountId,
    summary: `post · ${platforms.join(', ')}`,
    attributes: { AccountId: accountId },
  };
  await deps.db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO social_post (id, account_id, key_id, character_id, platforms, caption,
         generation_ids, scheduled_at, due_at, settings, media, sources, status, credits, created_at)
       VALUES ($1, $2, $3, $4, $5, 'A secret caption', '{}', $6, $7, '{}', 'images', '[]',
         'scheduled', $8, $9)`,
      [
        id,
        accountId,
        keyId,
        characterId,
        platforms,
        inMs === null ? null : dueAt.toISOString(),
        dueAt,
        price,
        now,
      ],
    );
    for (const platform of platforms) {
      const socialId = like
        ? await connectionOf(tx, characterId, platform)
        : await connect(tx, accountId, characterId, platform);
      await tx.query(
        `INSERT INTO social_publication (post_id, platform, social_account_id, credits)
         VALUES ($1, $2, $3, $4)`,
        [id, platform, socialId, credits],
      );
    }
    const refType = 'social_post' as const;
    const hold = { accountId, keyId, holdId: newId('hold'), refType, refId: id, price, now };
    const reserved = await reserve(tx, hold);
    if (!reserved.ok) throw new Error(`not reserved: ${reserved.reason}`);
    if (!options.unstarted) await enqueueStarts(tx, [job]);
  });
  if (!options.unstarted) await startNow(deps, job);
  return { id, accountId, keyId, characterId, platforms, price, job };
}

async function connect(
  tx: EntityManager,
  accountId: string,
  characterId: string,
  platform: Platform,
): Promise<string> {
  const id = `sac_${hex()}`;
  await tx.query(
    `INSERT INTO social_account (id, account_id, character_id, platform, remote_id, username, scopes,
       tokens, tokens_at, next_refresh_at, fee_due_at)
     VALUES ($1, $2, $3, $4, $5, 'somebody', '{}', 'sealed', now(), now() + interval '1 year',
       now() + interval '30 days')`,
    [id, accountId, characterId, platform, hex()],
  );
  return id;
}

async function connectionOf(
  tx: EntityManager,
  characterId: string,
  platform: Platform,
): Promise<string> {
  const [row]: { id: string }[] = await tx.query(
    'SELECT id FROM social_account WHERE character_id = $1 AND platform = $2',
    [characterId, platform],
  );
  return row?.id ?? '';
}

/** What is spoken of as a token; nothing that is kept may hold it. */
export const TOKEN = 'token-that-nobody-may-see';

/** What other rooms lend, as simple as it can be. */
export function fakeParts(deps: Pick<Deps, 'db'>): PublishParts {
  return {
    async withToken(id, use, signal) {
      signal.throwIfAborted();
      const [row]: { remote_id: string; username: string; state: string }[] = await deps.db.query(
        'SELECT remote_id, username, state FROM social_account WHERE id = $1',
        [id],
      );
      if (!row) throw new PlatformFailure('reauth', 'ACCOUNT_DISCONNECTED', 'no account');
      if (row.state !== 'connected') throw needsLogin();
      const { remote_id: remoteId, username } = row;
      const access = { accessToken: TOKEN, remoteId, username };
      for (let tries = 1; ; tries += 1) {
        try {
          return await use(access);
        } catch (error) {
          if (!(error instanceof PlatformFailure) || error.kind !== 'unauthorized') throw error;
          if (tries === 2) throw needsLogin();
        }
      }
    },
    async findPostable(tx, { accountId, characterId, platform }) {
      const [row]: {
        plan: string;
        suspended: boolean;
        id: string | null;
        state: string;
        due: boolean;
      }[] = await tx.query(
        `SELECT a.plan, a.suspended_at IS NOT NULL AS suspended, s.id, s.state,
             s.payment_due AS due
           FROM account a LEFT JOIN social_account s
             ON s.account_id = a.id AND s.character_id = $2 AND s.platform = $3
           WHERE a.id = $1`,
        [accountId, characterId, platform],
      );
      if (!row || row.suspended) return { ok: false, code: 'ACCOUNT_SUSPENDED' };
      if (row.plan === 'free') return { ok: false, code: 'PLAN_REQUIRED' };
      if (row.id === null) return { ok: false, code: 'ACCOUNT_DISCONNECTED' };
      if (row.state !== 'connected') return { ok: false, code: 'ACCOUNT_NEEDS_LOGIN' };
      return row.due ? { ok: false, code: 'FEE_UNPAID' } : { ok: true, socialAccountId: row.id };
    },
    planPost: ({ caption }) => ({ form: 'feed', text: caption, title: null }),
    prepareRenditions: async () => undefined,
    async announcePost(tx, { id, accountId, status }) {
      await tx.query(
        `INSERT INTO event (id, account_id, type, body, created_at, written_by)
         VALUES ($1, $2, $3, '{}', now(), (pg_current_xact_id()::text)::bigint)`,
        [`evt_pst_${id}`, accountId, `social_post.${status === 'failed' ? 'failed' : 'published'}`],
      );
      return [];
    },
  };
}

const needsLogin = () => new PlatformFailure('reauth', 'ACCOUNT_NEEDS_LOGIN', 'refused twice');

/** Platforms that follow scripts, by name, and what a worker is told to use them. */
export class PublishStage {
  readonly platforms = new Map<Platform, ScriptedPlatform>();

  /** A platform; made when it is first asked for. */
  on(name: Platform): ScriptedPlatform {
    const known = this.platforms.get(name) ?? new ScriptedPlatform(name);
    this.platforms.set(name, known);
    return known;
  }

  /** For `startWorkers`. */
  publish(deps: Pick<Deps, 'db'>, parts: Partial<PublishParts> = {}) {
    for (const name of ['instagram', 'tiktok', 'youtube', 'threads', 'twitter'] as const) {
      this.on(name);
    }
    return { platforms: this.platforms, parts: { ...fakeParts(deps), ...parts } };
  }
}

/** How a post stands: status, what is refunded, and each platform. */
export async function standOf({ db }: Pick<Deps, 'db'>, { id }: { readonly id: string }) {
  const [post]: { status: string; refunded: number }[] = await db.query(
    'SELECT status, refunded_credits AS refunded FROM social_post WHERE id = $1',
    [id],
  );
  const rows: { platform: Platform; state: string; code: string | null; attempts: number }[] =
    await db.query(
      `SELECT platform, state, error_code AS code, attempt_no AS attempts
       FROM social_publication WHERE post_id = $1`,
      [id],
    );
  const platforms = rows.map(({ platform, state, code }) => [
    platform,
    code === null ? state : `${state} ${code}`,
  ]);
  return { ...post, ...(Object.fromEntries(platforms) as Partial<Record<Platform, string>>) };
}

/** The money of the account of a post, and what was announced. */
export async function moneyOf({ db }: Pick<Deps, 'db'>, { id, accountId }: MadePost) {
  const rows: Record<string, unknown>[] = await db.query(
    `SELECT (a.sub + a.pur)::int AS balance, (a.held_sub + a.held_pur)::int AS held,
       h.state AS hold, (h.settled_sub + h.settled_pur)::int AS settled,
       ARRAY(SELECT type FROM event WHERE account_id = $1 AND type LIKE 'social%') AS events
     FROM account a JOIN hold h ON h.account_id = a.id AND h.ref_id = $2 WHERE a.id = $1`,
    [accountId, id],
  );
  return rows[0];
}

/** Asks for another time as a request does: the change is in the row, for the run to make. */
export async function proposeMove(
  { db }: Pick<Deps, 'db'>,
  { id }: MadePost,
  key: string,
  dueAt: number,
): Promise<void> {
  const proposal = { key, scheduledAt: new Date(dueAt).toISOString() };
  await db.query('UPDATE social_post SET proposal = $2 WHERE id = $1', [
    id,
    JSON.stringify(proposal),
  ]);
}
