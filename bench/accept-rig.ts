import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { checkInvariants } from '../domain/ledger/invariants.js';
import { createDeps, type Deps } from '../runtime/deps.js';
import { parseEnv } from '../runtime/env.js';
import { buildAccount, type TestAccount } from '../test/support/accounts.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { testEnv } from '../test/support/platform.js';
import type { Shot } from './load.js';
import { startServer } from './start-server.js';

const ACCOUNTS = 100;
/** Longer than the interval in which workflow starts are created and recorded. */
const SETTLED_MS = 500;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const BODY = JSON.stringify({ prompt: 'a red fox in snow', aspect_ratio: '16:9' });

/** The servers that the accept bench measures. Each server is a separate process. */
export interface AcceptRig {
  readonly deps: Deps;
  /** A bare Koa server that commits one insert per request. */
  readonly bare: Shot;
  readonly accept: Shot;
  /** The API with a Temporal stub that responds immediately. */
  readonly acceptOnly: Shot;
  readonly health: Shot;
  /** @returns a request to send repeatedly, which reads generations of the accounts of this rig */
  readOne(): Promise<Shot>;
  /** Waits for the workflow starts that the last load left, because they would slow down the next load. */
  settle(): Promise<void>;
  /** @throws when the ledger is inconsistent */
  expectSound(): Promise<void>;
  stop(): Promise<void>;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Starts the servers, two API processes, and the server for comparison. */
export async function startAcceptRig(): Promise<AcceptRig> {
  const children: ChildProcess[] = [];
  const launch: (...what: Parameters<typeof startServer>) => Promise<string> = async (...what) => {
    const { child, url } = await startServer(...what);
    children.push(child);
    return url;
  };
  await startSharedServers();
  const deps = await createDeps(parseEnv(testEnv()), 'admin');
  const stop = async () => {
    for (const child of children) await end(child);
    await deps.close();
    await stopSharedServers();
  };
  try {
    const accounts = await openAccounts(deps);
    const bare = await launch('bare-koa');
    const api = await launch('api');
    const withoutTemporal = await launch('api', { WITHOUT_TEMPORAL: '1' });
    const sender = sendersOf(accounts);
    return {
      deps,
      bare: { url: bare, method: 'POST', headers: () => JSON_TYPE, body: BODY, expect: 202 },
      accept: sender.accept(api),
      acceptOnly: sender.accept(withoutTemporal),
      health: { url: `${api}/healthz`, method: 'GET', headers: () => ({}), expect: 200 },
      readOne: () => sender.readOne(api, deps),
      settle: () => settle(deps),
      expectSound: () => expectSound(deps),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates accounts with limits so high that the API never refuses a request. */
function openAccounts({ db }: Deps): Promise<TestAccount[]> {
  const raised = { requests_per_minute: 10_000_000, concurrent_jobs: 1_000_000 };
  const more = { ...raised, images_per_minute: 10_000_000 };
  return Promise.all(
    Array.from({ length: ACCOUNTS }, () => buildAccount(db, { credits: 1_000_000, raised: more })),
  );
}

function sendersOf(accounts: readonly TestAccount[]) {
  let next = 0;
  const keyOf = (at: number) => `Bearer ${accounts[at % ACCOUNTS]?.apiKey}`;
  return {
    accept: (url: string): Shot => ({
      url: `${url}/v1/images`,
      method: 'POST',
      headers: () => ({
        ...JSON_TYPE,
        Authorization: keyOf(next++),
        'Idempotency-Key': randomUUID(),
      }),
      body: BODY,
      expect: 202,
    }),
    async readOne(url: string, { db }: Deps): Promise<Shot> {
      const rows: { id: string; account_id: string }[] = await db.query(
        'SELECT DISTINCT ON (account_id) id, account_id FROM generation',
      );
      const keys = new Map(accounts.map(({ accountId, apiKey }) => [accountId, apiKey]));
      let at = 0;
      const row = () => rows[at % rows.length];
      return {
        url: () => `${url}/v1/generations/${row()?.id}`,
        method: 'GET',
        headers: () => ({
          Authorization: `Bearer ${keys.get(rows[at++ % rows.length]?.account_id ?? '')}`,
        }),
        expect: 200,
      };
    },
  };
}

/**
 * Waits until the queue is empty. Workflow starts that a full queue refused stay in the table, because no relay runs in
 * this bench.
 */
async function settle({ db }: Deps): Promise<void> {
  const count = async () => {
    const [row]: { rows: number }[] = await db.query(
      'SELECT count(*)::int AS rows FROM workflow_start',
    );
    return row?.rows;
  };
  let before: number | undefined;
  for (let now = await count(); now !== before; now = await count()) {
    before = now;
    await wait(SETTLED_MS);
  }
}

async function expectSound({ db }: Deps): Promise<void> {
  const violations = await checkInvariants(db.manager);
  if (violations.length > 0) throw new Error(`the ledger: ${JSON.stringify(violations)}`);
}
