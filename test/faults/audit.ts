import { randomUUID } from 'node:crypto';
import { buildWorkPath, type WorkBody } from '../../domain/contract/work.js';
import type { Deps } from '../../runtime/deps.js';
import { buildAccount, type TestAccount } from '../support/accounts.js';
import { ApiClient, type Answer } from '../support/client.js';
import { SHORT_CLIP } from '../support/short-clip.js';
import { closingOf } from '../support/recorder.js';
import { until } from '../support/until.js';

export const CREDITS = 100_000;
/** Statuses after which a client repeats its request with the same Idempotency-Key. */
const REPEATED: readonly number[] = [409, 429, 503];
const ANSWER_MS = 180_000;
const SETTLE_MS = 180_000;

/** An accepted request whose response the client has received. */
export interface Accepted {
  readonly idem: string;
  readonly id: string;
}

/** An account with a client, and limits that the tests never reach. */
export interface Customer extends TestAccount {
  /** URL of the API. */
  readonly url: string;
  readonly client: ApiClient;
}

export async function buildCustomer({ db }: Pick<Deps, 'db'>, url: string): Promise<Customer> {
  const account = await buildAccount(db, {
    credits: CREDITS,
    raised: { requests_per_minute: 100_000, images_per_minute: 100_000, concurrent_jobs: 10_000 },
  });
  return { ...account, url, client: new ApiClient(url, account.apiKey) };
}

/** Creates an image like a careful client, which repeats the request after a lost response. */
export function orderImage({ client }: Customer, prompt: string): Promise<Accepted> {
  return repeatUntilAccepted((idem) => client.image({ prompt, aspect_ratio: '1:1' }, { idem }));
}

function repeatUntilAccepted(
  send: (idem: string) => Promise<Answer<{ id: string }>>,
): Promise<Accepted> {
  const idem = randomUUID();
  return until(
    `the request ${idem} has a response`,
    async () => {
      const answer = await send(idem).catch(() => null);
      if (!answer || REPEATED.includes(answer.status)) return null;
      if (answer.status !== 202) throw new Error(`${answer.status}: ${answer.text}`);
      return { idem, id: answer.body.id };
    },
    ANSWER_MS,
  );
}

/** Creates speech like `orderImage`. */
export function orderSpeech({ client }: Customer, text: string): Promise<Accepted> {
  return repeatUntilAccepted((idem) =>
    client.call<{ id: string }>('POST', '/v1/speech', { body: { text }, idem }),
  );
}

/** Creates a video of one second that speaks, like `orderImage`. */
export function orderSpeakingVideo({ client }: Customer, prompt: string): Promise<Accepted> {
  const body = { ...SHORT_CLIP, audio: true, prompt, script: 'Hi.' };
  return repeatUntilAccepted((idem) => client.video(body, { idem }));
}

/** Damage to the generations of one account. Every number must be zero. */
export interface Damage {
  /** Requests without exactly one generation that ended in the same way as its workflow run. */
  readonly lost: number;
  /** Generations, holds and credit movements in excess of one per request. */
  readonly doubleCharges: number;
  /** Credits that are missing or in excess, compared with the cost of the generations. */
  readonly wrongBalance: number;
  readonly stuckHolds: number;
  readonly leakedSlots: number;
  readonly leftoverStarts: number;
  /** Events that are missing, or in excess of one per generation. */
  readonly wrongEvents: number;
  /** Completed generations whose picture is missing. */
  readonly missingMedia: number;
}

export const NO_DAMAGE: Damage = {
  lost: 0,
  doubleCharges: 0,
  wrongBalance: 0,
  stuckHolds: 0,
  leakedSlots: 0,
  leftoverStarts: 0,
  wrongEvents: 0,
  missingMedia: 0,
};

/** An account's generations after a fault. */
export interface Audit {
  readonly completed: number;
  readonly failed: number;
  readonly damage: Damage;
}

/**
 * Waits until the work of the account has ended, if possible, and counts the damage.
 * @param answers all generations that the account has requested
 */
export async function audit(
  deps: Deps,
  customer: Customer,
  answers: readonly Accepted[],
): Promise<Audit> {
  const { accountId } = customer;
  await until(
    `the generations of ${accountId} have ended`,
    async () => {
      const now = await factsOf(deps, accountId);
      return now.unfinished === 0 && now.starts === 0 && now.generations >= answers.length;
    },
    SETTLE_MS,
  ).catch(() => undefined); // Unfinished generations are counted below.
  const ends = await Promise.all(answers.map((answer) => endOf(deps, customer, answer)));
  const facts = await factsOf(deps, accountId);
  return {
    completed: ends.filter(({ status }) => status === 'completed').length,
    failed: ends.filter(({ status }) => status === 'failed').length,
    damage: {
      lost: ends.filter(({ status }) => status === null).length,
      doubleCharges:
        Math.max(0, facts.generations - answers.length) +
        Math.max(0, facts.holds - answers.length) +
        facts.repeated_moves,
      wrongBalance: Math.abs(CREDITS - facts.cost - facts.balance) + Math.abs(facts.unheld),
      stuckHolds: facts.open_holds,
      leakedSlots: Math.abs(facts.slots),
      leftoverStarts: facts.starts,
      wrongEvents: facts.wrong_events,
      missingMedia: ends.filter(({ missing }) => missing).length,
    },
  };
}

interface Facts {
  generations: number;
  unfinished: number;
  cost: number;
  holds: number;
  open_holds: number;
  repeated_moves: number;
  balance: number;
  unheld: number;
  slots: number;
  starts: number;
  wrong_events: number;
}

/** `unheld` is the held amount minus the settled, released and still held amounts. It must be 0. */
const FACTS = `
WITH g AS (SELECT * FROM generation WHERE account_id = $1)
SELECT (SELECT count(*) FROM g)::int AS generations,
  (SELECT count(*) FROM g WHERE status IN ('queued', 'processing'))::int AS unfinished,
  (SELECT coalesce(sum(credits - refunded_credits), 0) FROM g)::int AS cost,
  (SELECT count(*) FROM hold WHERE account_id = $1)::int AS holds,
  (SELECT count(*) FROM hold WHERE account_id = $1 AND state = 'open')::int AS open_holds,
  (SELECT count(*) FROM (SELECT ref_id FROM ledger_tx
     WHERE account_id = $1 AND ref_type = 'generation' GROUP BY ref_id
     HAVING count(*) FILTER (WHERE kind = 'hold') > 1
       OR count(*) FILTER (WHERE kind IN ('settle', 'release')) > 1) AS t)::int AS repeated_moves,
  (a.sub + a.pur)::int AS balance, a.active_jobs AS slots,
  (SELECT coalesce(sum(amount), 0) FROM ledger_entry
     WHERE account_id = $1 AND bucket IN ('held_sub', 'held_pur'))::int
   - (SELECT coalesce(sum(sub + pur), 0) FROM hold
     WHERE account_id = $1 AND state = 'open')::int AS unheld,
  (SELECT count(*) FROM workflow_start WHERE account_id = $1)::int AS starts,
  (SELECT count(*) FROM g WHERE 1 <>
     (SELECT count(*) FROM event e WHERE e.account_id = $1 AND e.id LIKE 'evt_' || left(g.id, 3) || '_' || g.id || '_%')
  )::int AS wrong_events
FROM account a WHERE a.id = $1`;

async function factsOf({ db }: Pick<Deps, 'db'>, accountId: string): Promise<Facts> {
  const [facts]: Facts[] = await db.query(FACTS, [accountId]);
  if (!facts) throw new Error(`no account ${accountId}`);
  return facts;
}

/** Builds the status with which the workflow run of a generation must close. */
const closingFor = ({ status, error }: WorkBody): string =>
  status === 'failed' ? `FAILED ${error?.code}` : `COMPLETED ${status}`;

/** Returns how one request ended; null if it did not end or its records are not consistent. */
async function endOf(
  { db, temporal }: Deps,
  { client, accountId, url }: Customer,
  { idem, id }: Accepted,
): Promise<{ status: string | null; missing: boolean }> {
  const { body } = await client.get<WorkBody>(buildWorkPath(id));
  const [stored]: { id: string }[] = await db.query(
    `SELECT body::json->>'id' AS id FROM idempotency_key WHERE account_id = $1 AND key = $2`,
    [accountId, idem],
  );
  const closing = await temporal.client
    .withDeadline(Date.now() + SETTLE_MS, () => closingOf({ temporal }, id))
    .catch(() => null);
  const sound =
    stored?.id === id && body.completed_at !== null && closingFor(body) === String(closing);
  const media = body.result && (await fetch(url + new URL(body.result.url).pathname));
  const bytes = media?.ok ? await media.arrayBuffer() : null;
  return {
    status: sound ? body.status : null,
    missing: body.status === 'completed' && !bytes?.byteLength,
  };
}
