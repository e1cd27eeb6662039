import { expect } from 'chai';
import { testServers } from '../support/hooks.js';
import { adminJson, openAccount, runCommand, type Refused } from './run-command.js';

interface Moved {
  plan: string;
  surplus_ended: boolean;
  surplus: { limit_name: string; limit: number; count: number; ids: string[] }[];
}
interface Shown {
  plan: string;
  suspended: boolean;
  deleted_at: string | null;
  keys: { key_id: string; revoked_at: string | null }[];
  members: { member_id: string; removed_at: string | null }[];
}

const show = async (id: string) => (await adminJson<Shown>(['account', 'show', id])).json;
const keyFor = (id: string, ...more: string[]) =>
  adminJson<{ key_id: string }>(['key', 'create', '--account', id, ...more]);

describe('admin commands that end access', () => {
  it('report what exceeds a new plan (set-plan), and revoke it only with --revoke-surplus', async () => {
    const id = await openAccount('creator');
    const { json: second } = await keyFor(id);
    const words = ['account', 'set-plan', id, '--plan', 'free'];
    const moved = await adminJson<Moved>(words);
    const surplus = [{ limit_name: 'api_keys', limit: 1, count: 1, ids: [second.key_id] }];
    expect(moved.json).to.deep.include({ plan: 'free', surplus_ended: false, surplus });
    expect((await show(id)).keys.map((key) => key.revoked_at)).to.deep.equal([null, null]);
    const ended = await adminJson<Moved>([...words, '--revoke-surplus']);
    expect(ended.json).to.deep.include({ plan: 'free', surplus_ended: true, surplus });
    const left = (await show(id)).keys.filter((key) => key.revoked_at === null);
    expect(left.map((key) => key.key_id)).not.to.include(second.key_id);
    expect(left).to.have.length(1);
    const again = await adminJson<Moved>([...words, '--revoke-surplus']);
    expect(again.json.surplus).to.deep.equal([]);
  });

  it('revoke the keys of a removed member (member remove), and can be repeated', async () => {
    const id = await openAccount('creator');
    const added = ['member', 'add', '--account', id, '--name', 'Ann'];
    const { member_id: member } = (await adminJson<{ member_id: string }>(added)).json;
    const { json: key } = await keyFor(id, '--member', member);
    const words = ['member', 'remove', member];
    const first = await adminJson<object>(words);
    expect(first.json).to.deep.include({ changed: true, revoked_keys: [key.key_id] });
    const second = await adminJson<object>(words);
    expect(second.json).to.deep.include({ changed: false, revoked_keys: [] });
    const shown = await show(id);
    expect(shown.members[0]?.removed_at).to.be.a('string');
    expect(shown.keys.find(({ key_id: its }) => its === key.key_id)?.revoked_at).to.be.a('string');
    const refused = await adminJson<Refused>([
      'key',
      'create',
      '--account',
      id,
      '--member',
      member,
    ]);
    expect(refused.json.error.code).to.equal('NOT_FOUND');
  });

  it('require --yes and the object store for account delete, after which sign-in is impossible', async () => {
    const id = await openAccount('free', 10);
    const words = ['account', 'delete', id];
    const careless = await adminJson<Refused>(words);
    expect([careless.code, careless.json.error.code]).to.deep.equal([2, 'USAGE']);
    const without = await adminJson<Refused>([...words, '--yes']);
    expect(without.json.error.message).to.include('S3_ACCESS_KEY');
    expect((await show(id)).deleted_at, 'the deletion has not begun').to.equal(null);

    const { databaseUrl, s3 } = testServers();
    const env = {
      DATABASE_URL: databaseUrl,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
    };
    const done = await runCommand('cli/admin/main.ts', [...words, '--yes', '--json'], env);
    expect(JSON.parse(done.stdout)).to.deep.include({ account_id: id, deleted: true });
    const shown = await show(id);
    expect(shown.deleted_at).to.be.a('string');
    expect(shown.keys.every(({ revoked_at: at }) => at !== null)).to.equal(true);
    const resumed = await adminJson<Refused>(['account', 'resume', id]);
    expect(resumed.json.error.code).to.equal('CONFLICT');
  });
});
