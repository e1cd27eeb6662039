import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import sharp from 'sharp';
import { buildKey } from '../../domain/catalogue/object-keys.js';
import { PLATFORMS, type Platform } from '../../domain/catalogue/social-platforms.js';
import type { WorkflowToStart } from '../../domain/durable/start-workflow.js';
import { enqueueStarts, startNow } from '../../domain/durable/start-workflow.js';
import { createId, createHexSecret } from '../../domain/contract/ids.js';
import { reserve } from '../../domain/ledger/reserve.js';
import type { Vault } from '../../domain/ports/vault.js';
import type { PostSource } from '../../entities/social-post.js';
import type { Deps } from '../../runtime/deps.js';
import { TOKENS } from '../social/connected.js';
import { buildAccount, type AccountOptions } from '../support/accounts.js';
import { clipOf } from '../support/clip.js';
import { ScriptedPlatform } from './publish-platform.js';

export const CREDITS = 1_000;

/** Post with the rows that an accepted request creates. */
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
  /** Delay in milliseconds; null for an immediate post. */
  readonly inMs?: number | null;
  /** Start of the delay in Unix milliseconds; by default now. */
  readonly from?: number;
  /** Price of each platform. */
  readonly credits?: number;
  readonly account?: AccountOptions;
  /** Post whose accounts this post uses as well. */
  readonly like?: MadePost;
  /** Whether the test starts the run itself. */
  readonly unstarted?: boolean;
}

const hex = () => randomBytes(16).toString('hex');

/** Inserts a post with its hold, its accounts and its outbox row, and starts its run. */
export async function makePost(deps: Deps, options: PostOptions = {}): Promise<MadePost> {
  const { platforms = ['instagram'], inMs = null, credits = 1, like } = options;
  const account = like ?? (await buildAccount(deps.db, { credits: CREDITS, ...options.account }));
  const { accountId, keyId } = account;
  const characterId = like?.characterId ?? hex().slice(0, 20);
  const id = createId('pst');
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
  const source = await putSource(deps, id, platforms.includes('youtube') ? 'clip' : 'picture');
  await deps.db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO social_post (id, account_id, key_id, character_id, platforms, caption,
         generation_ids, scheduled_at, due_at, settings, media, sources, status, credits, created_at)
       VALUES ($1, $2, $3, $4, $5, 'A secret caption', '{}', $6, $7, '{}', $8, $9, 'scheduled',
         $10, $11)`,
      [
        id,
        accountId,
        keyId,
        characterId,
        platforms,
        inMs === null ? null : dueAt.toISOString(),
        dueAt,
        source.durationMs === null ? 'images' : 'video',
        JSON.stringify([source]),
        price,
        now,
      ],
    );
    for (const platform of platforms) {
      const socialId = like
        ? await connectionOf(tx, characterId, platform)
        : await connect(tx, deps.vault, { accountId, characterId, platform });
      await tx.query(
        `INSERT INTO social_publication (post_id, platform, social_account_id, credits)
         VALUES ($1, $2, $3, $4)`,
        [id, platform, socialId, credits],
      );
    }
    const refType = 'social_post' as const;
    const hold = { accountId, keyId, holdId: createId('hold'), refType, refId: id, price, now };
    const reserved = await reserve(tx, hold);
    if (!reserved.ok) throw new Error(`not reserved: ${reserved.reason}`);
    if (!options.unstarted) await enqueueStarts(tx, [job]);
  });
  if (!options.unstarted) await startNow(deps, [job]);
  return { id, accountId, keyId, characterId, platforms, price, job };
}

/** A clip that every platform accepts, and a picture. Each is created once. */
const FILES = {
  picture: {
    facts: { contentType: 'image/webp', width: 384, height: 480, durationMs: null },
    extension: 'webp',
    bytes: null as Promise<Buffer> | null,
    make: () => {
      const background = { r: 200, g: 90, b: 40 };
      return sharp({ create: { width: 384, height: 480, channels: 3, background } })
        .webp()
        .toBuffer();
    },
  },
  clip: {
    facts: { contentType: 'video/mp4', width: 360, height: 640, durationMs: 4_000 },
    extension: 'mp4',
    bytes: null as Promise<Buffer> | null,
    make: () => clipOf(4, { width: 360, height: 640 }),
  },
} as const;

/** Stores the file of a post, like the API when it accepts the post. */
async function putSource(
  { store }: Deps,
  id: string,
  kind: keyof typeof FILES,
): Promise<PostSource> {
  const file: { bytes: Promise<Buffer> | null } & (typeof FILES)[typeof kind] = FILES[kind];
  file.bytes ??= file.make();
  const bytes = await file.bytes;
  const { facts, extension } = file;
  const key = buildKey({ kind: 'post', id, name: createHexSecret(), extension });
  await store.ensureBucket();
  await store.put(key, bytes, facts.contentType);
  return { key, size: bytes.length, ...facts };
}

interface Place {
  readonly accountId: string;
  readonly characterId: string;
  readonly platform: Platform;
}

async function connect(
  tx: EntityManager,
  vault: Vault,
  { accountId, characterId, platform }: Place,
): Promise<string> {
  const id = createId('sac');
  await tx.query(
    `INSERT INTO social_account (id, account_id, character_id, platform, remote_id, username, scopes,
       tokens, tokens_at, next_refresh_at, fee_due_at)
     VALUES ($1, $2, $3, $4, $5, 'somebody', '{}', $6, now(), now() + interval '1 year',
       now() + interval '30 days')`,
    [
      id,
      accountId,
      characterId,
      platform,
      hex(),
      vault.seal(JSON.stringify(TOKENS), `${id}|${platform}|1`),
    ],
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

/** Platforms by name, whose calls follow scripts. */
export class PublishStage {
  readonly platforms: ReadonlyMap<Platform, ScriptedPlatform> = new Map(
    PLATFORMS.map((name) => [name, new ScriptedPlatform(name)]),
  );

  on(name: Platform): ScriptedPlatform {
    const found = this.platforms.get(name);
    if (!found) throw new Error(`no platform ${name}`);
    return found;
  }
}

/** Reads the state of a post: its status, its refund, and each platform. */
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

/** Reads the credits of a post's account, and the events of the post. */
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

/** Proposes a new publishing time like the API: stores it in the row, and the run applies it. */
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
