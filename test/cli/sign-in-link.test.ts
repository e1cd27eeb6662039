import { expect } from 'chai';
import { createId } from '../../domain/contract/ids.js';
import { adminJson, openAccount, type Refused } from './run-command.js';

describe('admin sign-in link', () => {
  const link = <T>(...words: string[]) => adminJson<T>(['sign-in-link', ...words]);

  it('prints a URL with the secret after #, and its expiry time', async () => {
    const id = await openAccount('creator');
    const { json } = await link<{ url: string; expires_at: string }>('--account', id, '--operator');
    expect(json.url).to.match(/^http:\/\/localhost:\d+\/app\/sign-in#[\w-]{43}$/);
    const minutes = (Date.parse(json.expires_at) - Date.now()) / 60_000;
    expect(minutes).to.be.within(10, 15);
  });

  it('rejects an unknown account or member', async () => {
    const id = await openAccount('creator');
    for (const words of [
      ['--account', createId('acc')],
      ['--account', id, '--member', createId('mem')],
    ]) {
      const { code, json } = await link<Refused>(...words);
      expect([code, json.error.code]).to.deep.equal([1, 'NOT_FOUND']);
    }
  });
});
