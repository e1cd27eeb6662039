import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import { createKey } from '../../domain/accounts/create-key.js';
import { PLANS } from '../../domain/catalogue/plans.js';
import { createId } from '../../domain/contract/ids.js';
import { createDataSource } from '../../entities/data-source.js';
import { Member } from '../../entities/member.js';
import { testServers } from '../support/hooks.js';
import { adminJson, openAccount, runAdmin, type Refused } from './run-command.js';

interface Keys {
  keys: {
    key_id: string;
    scopes: string[];
    monthly_cap: number | null;
    member_id: string | null;
    revoked_at: string | null;
  }[];
}

interface Removed {
  readonly member_id: string;
  readonly changed: boolean;
  readonly revoked_keys: string[];
  readonly team_keys: string[];
}

async function useDatabase<T>(work: (db: DataSource) => Promise<T>): Promise<T> {
  const db = await createDataSource(testServers().databaseUrl, 1).initialize();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const create = <T>(account: string, ...more: string[]) =>
  adminJson<T>(['key', 'create', '--account', account, ...more]);

describe('admin keys', () => {
  it('create prints the key and its id, and list shows scopes and cap without the key', async () => {
    const id = await openAccount('creator');
    const more = ['--scopes', 'read,generate', '--monthly-cap', '10'];
    const { json } = await create<{ key_id: string; api_key: string }>(id, ...more);
    expect(json).to.have.all.keys('key_id', 'api_key');
    const list = await adminJson<Keys>(['key', 'list', '--account', id]);
    const found = list.json.keys.find((key) => key.key_id === json.key_id);
    expect(found).to.deep.include({ scopes: ['read', 'generate'], monthly_cap: 10 });
    expect(list.stdout).to.not.include(json.api_key);
  });

  it('create is limited by the plan, and a revoked key frees a slot', async () => {
    const id = await openAccount('free');
    expect(PLANS.free.api_keys).to.equal(1);
    const full = await create<Refused>(id);
    expect(full.code).to.equal(1);
    expect(full.json.error.code).to.equal('LIMIT_REACHED');
    const list = await adminJson<Keys>(['key', 'list', '--account', id]);
    await runAdmin(['key', 'revoke', list.json.keys[0]?.key_id ?? '']);
    expect((await create(id)).code).to.equal(0);
  });

  it('revoke can be repeated, and reports whether it changed anything', async () => {
    const id = await openAccount('free');
    const { json } = await adminJson<Keys>(['key', 'list', '--account', id]);
    const words = ['key', 'revoke', json.keys[0]?.key_id ?? ''];
    const first = await adminJson<{ changed: boolean }>(words);
    const second = await adminJson<{ changed: boolean }>(words);
    expect([first.json.changed, second.json.changed]).to.deep.equal([true, false]);
  });

  it('revoke stops after a few seconds if the key is locked, and explains what to do', async () => {
    const id = await openAccount('free');
    const { json } = await adminJson<Keys>(['key', 'list', '--account', id]);
    const keyId = json.keys[0]?.key_id ?? '';
    const refused = await useDatabase((db) =>
      db.transaction(async (tx) => {
        await tx.query('SELECT 1 FROM api_key WHERE id = $1 FOR UPDATE', [keyId]);
        return adminJson<Refused>(['key', 'revoke', keyId]);
      }),
    );
    expect(refused.code).to.equal(1);
    expect(refused.json.error.code).to.equal('UNAVAILABLE');
    expect(refused.json.error.message).to.match(/locked by other work/);
  });

  it('create rejects a member of another account', async () => {
    const [own, other] = [await openAccount('creator'), await openAccount('creator')];
    const { json } = await adminJson<{ member_id: string }>([
      'member',
      'add',
      '--account',
      own,
      '--name',
      'Ann',
    ]);
    expect(json.member_id).to.match(/^mem_[0-9a-f]{32}$/);
    const refused = await create<Refused>(other, '--member', json.member_id);
    expect(refused.json.error.code).to.equal('NOT_FOUND');
    const made = await create<{ key_id: string }>(own, '--member', json.member_id);
    const list = await adminJson<Keys>(['key', 'list', '--account', own]);
    const found = list.json.keys.find((key) => key.key_id === made.json.key_id);
    expect(found?.member_id).to.equal(json.member_id);
  });

  it('list shows the scopes that the key of a viewer still has', async () => {
    const id = await openAccount('creator');
    const words = ['member', 'add', '--account', id, '--name', 'Ann'];
    const { json } = await adminJson<{ member_id: string }>(words);
    const made = await create<{ key_id: string }>(id, '--member', json.member_id);
    await useDatabase((db) => db.manager.update(Member, json.member_id, { role: 'viewer' }));
    const list = await adminJson<Keys>(['key', 'list', '--account', id]);
    const found = list.json.keys.find((key) => key.key_id === made.json.key_id);
    expect(found?.scopes).to.deep.equal(['read']);
  });

  it('member remove revokes personal keys and lists the team keys that the member created', async () => {
    const id = await openAccount('agency');
    const words = ['member', 'add', '--account', id, '--name', 'Ann'];
    const { member_id: memberId } = (await adminJson<{ member_id: string }>(words)).json;
    const own = await create<{ key_id: string }>(id, '--member', memberId);
    const team = { id: createId('key'), accountId: id, memberId: null, madeBy: memberId };
    await useDatabase((db) =>
      db.transaction((tx) => createKey(tx, { ...team, scopes: ['read'], monthlyCap: null })),
    );
    const removed = await adminJson<Removed>(['member', 'remove', memberId]);
    expect(removed.json).to.include({ member_id: memberId, changed: true });
    expect(removed.json.revoked_keys).to.deep.equal([own.json.key_id]);
    expect(removed.json.team_keys).to.deep.equal([team.id]);
    const ended = await runAdmin(['member', 'remove', memberId]);
    expect(ended.stdout + ended.stderr)
      .to.include(team.id)
      .and.include('`key revoke`');
    await runAdmin(['key', 'revoke', team.id]);
    const again = await adminJson<Removed>(['member', 'remove', memberId]);
    expect(again.json).to.deep.include({ changed: false, team_keys: [] });
  });
});
