import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import { addMember } from '../../domain/accounts/add-member.js';
import { resumeAccount } from '../../domain/accounts/suspend-account.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { enqueueStarts } from '../../domain/durable/start-workflow.js';
import { recordRefused } from '../../domain/durable/request-records.js';
import { openRequest } from '../../domain/durable/unkeyed-requests.js';
import { beginAttempt } from '../../domain/uploads/import-attempts.js';
import { deleteAccount } from '../../domain/operator/delete-account.js';
import { createId } from '../../domain/contract/ids.js';
import { uploadSuite } from '../api/uploads-rig.js';
import type { Customer } from '../api/suite.js';
import { CLONE, cloneHere } from '../support/clone-here.js';
import { dataUrl } from '../support/data-url.js';
import { failureOf } from '../support/failure.js';
import { addCallback, addEndpoint } from './endpoint.js';
import { Passkey } from '../../entities/passkey.js';
import { letIn, newAgent } from '../support/agent.js';
import { signedIn } from '../support/person.js';
import { SocialConnectLink } from '../../entities/social-connect-link.js';
import { SocialPost, type PostSource } from '../../entities/social-post.js';
import { SocialPublication } from '../../entities/social-publication.js';
import { acceptPost, settleWith } from '../ledger/posts.js';
import { connect } from '../social/connected.js';
import { blackPng } from '../media/inspection/made.js';

const SECRET = 'an unmistakable prompt';
const REFUSED = {
  keyId: null,
  operation: 'createImage',
  status: 400,
  code: 'NOT_FOUND',
  ms: 1,
} as const;

describe('deleteAccount', () => {
  const suite = uploadSuite({ workers: null, change: cloneHere });
  const png = dataUrl(blackPng(64));

  /** Creates an account with rows of every kind. */
  async function full() {
    const raised = { included_social_accounts: 0 };
    const customer = await suite.customer({ plan: 'agency', raised });
    const { client, accountId } = customer;
    const post = async (path: string, body: object) => {
      const answer = await client.call<{ id: string }>('POST', path, { body });
      expect(answer.status, answer.text).to.be.oneOf([201, 202]);
      return answer.body.id;
    };
    await addEndpoint(suite, customer);
    await post('/v1/characters', { name: SECRET.slice(0, 20), gender: 'female', images: [png] });
    await post('/v1/products', { name: 'Mug', images: [png] });
    await post('/v1/voices', { ...CLONE, consent: { speaker: SECRET, statement: SECRET } });
    await post('/v1/collections', { name: SECRET });
    await suite.inline(customer, blackPng(32));
    await suite.box(customer, { purpose: SECRET });
    await suite.put(await suite.signed(customer), blackPng(16));
    const done = await suite.queued(customer, SECRET);
    await suite.complete(done);
    const running = await suite.queued(customer, SECRET);
    await addCallback(suite, customer, running);
    await suite.claim(running);
    await suite.queued(customer, SECRET);
    const member = { id: createId('mem'), accountId, name: SECRET };
    await addMember(suite.db.manager, member);
    await suite.key(accountId, { memberId: member.id });
    await beginAttempt(suite.db, { accountId, url: `https://${SECRET}`, field: 'body.url' });
    await recordRefused(suite.db, [{ ...REFUSED, id: createId('req'), accountId }]);
    const unkeyed = { id: createId('req'), accountId, fingerprint: SECRET, attempt: 0 };
    await openRequest(suite.db, unkeyed);
    const start = {
      workflowId: createId('dlv'),
      workflowType: 'deliverWebhook',
      args: [],
    } as const;
    const unstarted = { ...start, accountId, summary: 'of a webhook', attributes: {} };
    await enqueueStarts(suite.db.manager, [unstarted]);
    await addSocial(customer);
    await addPeople(customer);
    return customer;
  }

  /** Adds a signed-in member who has a passkey, invites another person and approves an agent. */
  async function addPeople({ accountId }: Customer): Promise<void> {
    const browser = await signedIn(suite.db, suite.api.url, { accountId });
    const body = { name: SECRET, role: 'viewer', email: 'ada@example.com' };
    const invited = await browser.call('POST', '/app/api/invites', { body });
    expect(invited.status, invited.text).to.equal(201);
    await suite.db.manager.insert(Passkey, {
      id: createId('psk'),
      credentialId: randomUUID(),
      publicKey: Buffer.from('key'),
      counter: '0',
      transports: [],
      accountId,
      memberId: null,
      name: SECRET,
    });
    const tokens = await letIn(await newAgent(suite.api), browser);
    expect(tokens.scope).to.equal('read generate');
  }

  /** Adds a social account with a fee, a connect link, and two posts with their files. */
  async function addSocial(customer: Customer): Promise<void> {
    const { accountId } = customer;
    const { characterId, platform } = await connect(suite.api.deps, customer);
    await suite.db.manager.insert(SocialConnectLink, {
      tokenHash: randomUUID(),
      accountId,
      characterId,
      platform,
      redirectUrl: `https://${SECRET}`,
      expiresAt: new Date(),
    });
    const payer = { ...customer, now: new Date() };
    const accept = () => suite.db.transaction((tx) => acceptPost(tx, payer, [1, 1]));
    for (const { id } of [await accept(), await accept()]) {
      const source = await stored(`posts/${id}/${randomUUID().replaceAll('-', '')}.webp`);
      await suite.db.manager.update(SocialPost, { id }, { sources: [source], caption: SECRET });
      const made = await stored(`renditions/${id}/${randomUUID().replaceAll('-', '')}.jpg`);
      await suite.db.manager.update(SocialPublication, { postId: id }, { renditions: [made] });
      await suite.db.query('INSERT INTO media_fetch (key, post_id) VALUES ($1, $2)', [
        made.key,
        id,
      ]);
    }
    const first = 'SELECT id FROM social_post WHERE account_id = $1 ORDER BY id LIMIT 1';
    const [row]: { id: string }[] = await suite.db.query(first, [accountId]);
    await suite.db.transaction((tx) => settleWith(tx, row?.id ?? '', 1));
  }

  async function stored(key: string): Promise<PostSource> {
    await suite.api.deps.store.put(key, Buffer.from('file'), 'image/webp');
    return { key, contentType: 'image/webp', size: 4, width: 1, height: 1, durationMs: null };
  }

  it('is tested with rows in every table that refers to an account', async () => {
    const named = suite.db.entityMetadatas.filter(({ columns }) =>
      columns.some(({ databaseName }) => databaseName === 'account_id'),
    );
    const customer = await full();
    const filled = Object.keys(await rowsOf(customer));
    await deleteAccount(suite.api.deps, customer.accountId);
    expect(filled).to.have.members(named.map(({ tableName }) => tableName));
  });

  /** Tables that keep their rows: the ledger, and the daily sums of its holds. */
  const SPARED = ['account', 'api_key', 'hold', 'usage_day', 'ledger_tx', 'ledger_entry', 'member'];

  /** Counts the rows of an account by table, without empty tables. */
  async function rowsOf({ accountId }: Customer): Promise<Record<string, number>> {
    const tables = suite.db.entityMetadatas.filter(({ columns }) =>
      columns.some(({ databaseName }) => databaseName === 'account_id'),
    );
    const counts: [string, number][] = [];
    for (const { tableName } of tables) {
      const sql = `SELECT count(*)::int AS count FROM ${tableName} WHERE account_id = $1`;
      const [row]: { count: number }[] = await suite.db.query(sql, [accountId]);
      if (row && row.count > 0) counts.push([tableName, row.count]);
    }
    return Object.fromEntries(counts);
  }

  /** Lists every storage key in a row of the account. */
  async function keysOf({ accountId }: Customer): Promise<string[]> {
    const rows: { key: string }[] = await suite.db.query(
      `SELECT unnest(ARRAY[output_key, thumbnail_key]) AS key FROM generation WHERE account_id = $1
       UNION ALL SELECT unnest(ARRAY[staging_key, object_key]) FROM upload WHERE account_id = $1
       UNION ALL SELECT jsonb_array_elements_text(photos) FROM character WHERE account_id = $1
       UNION ALL SELECT jsonb_array_elements_text(photos) FROM product WHERE account_id = $1
       UNION ALL SELECT jsonb_array_elements(sources) ->> 'key' FROM social_post WHERE account_id = $1
       UNION ALL SELECT jsonb_array_elements(renditions) ->> 'key' FROM social_publication r
         JOIN social_post p ON p.id = r.post_id WHERE p.account_id = $1`,
      [accountId],
    );
    return rows.map(({ key }) => key).filter((key) => key !== null);
  }

  async function expectGone(customer: Customer, keys: readonly string[]): Promise<void> {
    const { accountId, client } = customer;
    const left = Object.keys(await rowsOf(customer));
    expect(left.filter((table) => !SPARED.includes(table))).to.deep.equal([]);
    for (const key of keys) expect(await suite.api.deps.store.stat(key), key).to.equal(null);
    const fetched = 'SELECT key FROM media_fetch WHERE key = ANY($1)';
    expect(await suite.db.query(fetched, [keys])).to.deep.equal([]);
    for (const table of ['account', 'member', 'ledger_tx']) {
      const own = table === 'account' ? 'id' : 'account_id';
      const sql = `SELECT 1 FROM ${table} t WHERE ${own} = $1 AND t::text LIKE $2`;
      expect(await suite.db.query(sql, [accountId, `%${SECRET}%`]), table).to.deep.equal([]);
    }
    const [account] = await suite.db.query(
      `SELECT deleted_at IS NOT NULL AS deleted, active_jobs, characters, products, webhooks,
         (sub + pur)::int AS balance FROM account WHERE id = $1`,
      [accountId],
    );
    expect(account).to.deep.equal({
      deleted: true,
      active_jobs: 0,
      characters: 0,
      products: 0,
      webhooks: 0,
      // One of three images completed (2), an account has a fee (50), one post is published (1).
      balance: 1_000 - 2 - 50 - 1,
    });
    expect((await client.get('/v1/account')).status).to.equal(401);
  }

  it('leaves only the ledger, without any file, prompt or working key', async () => {
    const [customer, other] = [await full(), await full()];
    const [keys, spared] = [await keysOf(customer), await keysOf(other)];
    expect(keys).to.have.length.above(10);
    const untouched = await rowsOf(other);
    const ledger = (await rowsOf(customer))['ledger_tx'] ?? 0;
    const removed = await deleteAccount(suite.api.deps, customer.accountId);
    expect(removed).to.include({
      generations: 3,
      characters: 1,
      products: 1,
      webhooks: 1,
      posts: 2,
    });
    await expectGone(customer, keys);
    expect((await rowsOf(customer))['ledger_tx'], 'three more refunds').to.equal(ledger + 3);
    expect(await rowsOf(other)).to.deep.equal(untouched);
    for (const key of spared) expect(await suite.api.deps.store.stat(key), key).not.to.equal(null);
    expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
    await deleteAccount(suite.api.deps, other.accountId);
  });

  it('finishes a deletion that was killed while it removed objects', async () => {
    const customer = await full();
    const keys = await keysOf(customer);
    const { store } = suite.api.deps;
    let kills = 0;
    for (let survives = 0; ; survives += 1) {
      let calls = 0;
      const remove: ObjectStore['remove'] = async (wanted) => {
        await store.remove(wanted);
        calls += 1;
        if (calls > survives % 2) throw new Error('killed');
      };
      const killed = await deleteAccount(
        { ...suite.api.deps, store: { ...store, remove } },
        customer.accountId,
      ).catch((error: Error) => error.message);
      if (killed !== 'killed') break;
      kills += 1;
      const left = await keysOf(customer);
      expect(left.length, 'rows still reference the remaining objects').to.be.at.least(1);
      expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
      if (kills === 6) {
        await deleteAccount(suite.api.deps, customer.accountId);
        break;
      }
    }
    expect(kills).to.be.above(2);
    await expectGone(customer, keys);
    const again = await deleteAccount(suite.api.deps, customer.accountId);
    expect(Object.values(again).every((count) => count === 0)).to.equal(true);
  });

  it('prevents resuming the account, or adding a key or a member, afterwards', async () => {
    const customer = await suite.customer();
    const { accountId } = customer;
    await deleteAccount(suite.api.deps, accountId);
    const refused = { code: 'CONFLICT' };
    expect(await failureOf(resumeAccount(suite.db.manager, accountId))).to.include(refused);
    expect(await failureOf(suite.key(accountId))).to.include(refused);
    const member = { id: createId('mem'), accountId, name: 'Ann' };
    expect(await failureOf(addMember(suite.db.manager, member))).to.include(refused);
  });

  it('returns NOT_FOUND for an account that does not exist', async () => {
    const { message } = await failureOf(deleteAccount(suite.api.deps, 'acc_none'));
    expect(message).to.include('No account acc_none');
  });
});
