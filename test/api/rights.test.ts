import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { changePlan } from '../../domain/accounts/change-plan.js';
import { raiseLimit } from '../../domain/accounts/raise-limit.js';
import { revokeKey } from '../../domain/accounts/mark-key-revoked.js';
import { resumeAccount, suspendAccount } from '../../domain/accounts/suspend-account.js';
import type { UploadBoxBody } from '../../domain/contract/upload-box.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { GOOD } from '../egress/rig.js';
import { http } from '../egress/servers.js';
import { joinAs } from '../support/accounts.js';
import { blackPng } from '../media/inspection/made.js';
import type { Customer } from './suite.js';
import { uploadSuite } from './uploads-rig.js';

describe('a change of rights while a request imports a file', () => {
  const suite = uploadSuite({ workers: null });
  const png = blackPng(64);

  /**
   * Sends a request whose import gets its file only after `meanwhile` has run.
   * @returns the response, and a function that repeats the request
   */
  async function whileHanging(
    { client }: Customer,
    meanwhile: () => Promise<unknown>,
    path = '/v1/images',
    more: object = { scene_image: `https://${GOOD}/photo.png` },
  ) {
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    suite.site.answer = (socket) => {
      reached.resolve();
      void go.promise.then(() => {
        socket.write(http(200, [`Content-Length: ${png.length}`]));
        socket.end(png);
      });
    };
    const idem = randomUUID();
    const send = () => client.call<ErrorBody>('POST', path, { body: more, idem });
    const sent = send();
    await reached.promise;
    await meanwhile();
    go.resolve();
    return { answer: await sent, send };
  }

  async function expectNoTrace({ accountId }: Customer): Promise<void> {
    const [row] = await suite.db.query(
      `SELECT sub::int, held_sub::int, active_jobs, characters,
         (SELECT count(*)::int FROM generation WHERE account_id = $1) AS generations,
         (SELECT count(*)::int FROM hold WHERE account_id = $1) AS holds,
         (SELECT count(*)::int FROM idempotency_key WHERE account_id = $1) AS answers,
         (SELECT count(*)::int FROM workflow_start WHERE account_id = $1) AS starts
       FROM account WHERE id = $1`,
      [accountId],
    );
    expect(row).to.deep.equal({
      sub: 1_000,
      held_sub: 0,
      active_jobs: 0,
      characters: 0,
      generations: 0,
      holds: 0,
      answers: 0,
      starts: 0,
    });
  }

  const ends: [string, (customer: Customer) => Promise<unknown>, number, string][] = [
    ['is revoked', ({ keyId }) => revokeKey(suite.db.manager, keyId), 401, 'UNAUTHORIZED'],
    [
      'belongs to a suspended account',
      ({ accountId }) => suspendAccount(suite.db.manager, accountId),
      403,
      'ACCOUNT_SUSPENDED',
    ],
  ];
  for (const [what, end, status, code] of ends) {
    it(`prevents the charge and the file if the key ${what}`, async () => {
      const customer = await suite.customer();
      const { answer } = await whileHanging(customer, () => end(customer));
      expect([answer.status, answer.body.error?.code]).to.deep.equal([status, code]);
      await expectNoTrace(customer);
      expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
      expect(await suite.kept(customer)).to.deep.equal([]);
    });

    it(`prevents the character if the key ${what}`, async () => {
      const customer = await suite.customer();
      const photo = { name: 'Mia', gender: 'female', images: [`https://${GOOD}/photo.png`] };
      const { answer } = await whileHanging(customer, () => end(customer), '/v1/characters', photo);
      expect([answer.status, answer.body.error?.code]).to.deep.equal([status, code]);
      await expectNoTrace(customer);
    });
  }

  for (const [path, body] of [
    ['/v1/images', { scene_image: `https://${GOOD}/photo.png` }],
    ['/v1/characters', { name: 'Mia', gender: 'female', images: [`https://${GOOD}/photo.png`] }],
    ['/v1/uploads', { url: `https://${GOOD}/photo.png` }],
  ] as const) {
    it(`makes POST ${path} fail for a member who becomes a viewer`, async () => {
      const customer = await suite.customer();
      const id = await joinAs(suite.db, customer, 'developer');
      const demote = () => suite.db.query("UPDATE member SET role = 'viewer' WHERE id = $1", [id]);
      const { answer } = await whileHanging(customer, demote, path, body);
      expect([answer.status, answer.body.error?.code]).to.deep.equal([403, 'FORBIDDEN']);
      await expectNoTrace(customer);
    });
  }

  it('closes an upload box if the member who opened it becomes a viewer', async () => {
    const customer = await suite.customer();
    const id = await joinAs(suite.db, customer, 'developer');
    const opened = await customer.client.call<UploadBoxBody>('POST', '/v1/upload-boxes', {
      body: {},
    });
    expect(opened.status, opened.text).to.equal(201);
    const state = () => fetch(`${suite.api.url}/box/${opened.body.id}/state`);
    expect((await state()).status).to.equal(200);
    await suite.db.query("UPDATE member SET role = 'viewer' WHERE id = $1", [id]);
    expect((await state()).status).to.equal(404);
  });

  it('makes the request fail if its price exceeds a lowered cap, and succeed once the cap is raised', async () => {
    const customer = await suite.customer();
    const cap = (value: number) =>
      suite.db.query('UPDATE api_key SET monthly_cap = $2 WHERE id = $1', [customer.keyId, value]);
    const { answer, send } = await whileHanging(customer, () => cap(1));
    expect([answer.status, answer.body.error?.code]).to.deep.equal([402, 'SPEND_CAP_REACHED']);
    expect(answer.body.error.details).to.include({ cap: 1, spent: 0 });
    await expectNoTrace(customer);
    await cap(100);
    expect((await send()).status).to.equal(202);
  });

  it('applies the job slots of a smaller plan', async () => {
    const customer = await suite.customer({ plan: 'agency' });
    const others = [await suite.queued(customer), await suite.queued(customer)];
    const { accountId } = customer;
    const { answer, send } = await whileHanging(customer, () =>
      changePlan(suite.db.manager, accountId, 'free'),
    );
    expect([answer.status, answer.body.error?.code]).to.deep.equal([429, 'CONCURRENCY_LIMIT']);
    expect(answer.body.error.details).to.deep.equal({ limit: 2 });
    const jobs = 'SELECT active_jobs FROM account WHERE id = $1';
    expect(await suite.db.query(jobs, [accountId])).to.deep.equal([{ active_jobs: 2 }]);
    for (const id of others) await suite.complete(id);
    expect((await send()).status).to.equal(202);
  });

  it('applies the character limit of a smaller plan', async () => {
    const customer = await suite.customer({ plan: 'agency' });
    const photo = { name: 'Mia', gender: 'female', images: [`https://${GOOD}/photo.png`] };
    suite.publish(png);
    const first = await customer.client.call('POST', '/v1/characters', { body: photo });
    expect(first.status, first.text).to.equal(201);
    const { answer } = await whileHanging(
      customer,
      () => changePlan(suite.db.manager, customer.accountId, 'free'),
      '/v1/characters',
      photo,
    );
    expect([answer.status, answer.body.error?.code]).to.deep.equal([403, 'LIMIT_REACHED']);
    expect(answer.body.error.details).to.include({ limit: 1, plan: 'free' });
  });

  it('lets the request succeed if a limit was raised or the account was resumed', async () => {
    const customer = await suite.customer({ plan: 'free', raised: { images_per_minute: 100 } });
    await suite.queued(customer);
    await suite.queued(customer);
    const { accountId } = customer;
    const { answer } = await whileHanging(customer, async () => {
      await suspendAccount(suite.db.manager, accountId);
      await raiseLimit(suite.db.manager, accountId, 'concurrent_jobs', 3);
      await resumeAccount(suite.db.manager, accountId);
    });
    expect(answer.status, answer.text).to.equal(202);
    expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
  });
});
