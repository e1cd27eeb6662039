import { expect } from 'chai';
import { adminJson, openAccount, runAdmin, type Refused } from './run-command.js';

interface Granted {
  granted: number;
  already_granted: boolean;
  credits: { subscription: number; purchased: number };
}

const words = (id: string, amount: string, bucket: string, ref?: string) => [
  'credits',
  'grant',
  id,
  '--amount',
  amount,
  '--bucket',
  bucket,
  ...(ref ? ['--ref', ref] : []),
];

describe('admin credits grant', () => {
  it('adds credits once per ref, and reports a repeated grant', async () => {
    const id = await openAccount('creator', 10);
    const first = await adminJson<Granted>(words(id, '50', 'purchased', 'invoice-1'));
    const second = await adminJson<Granted>(words(id, '50', 'purchased', 'invoice-1'));
    const third = await runAdmin(words(id, '50', 'purchased', 'invoice-1'));
    expect(first.json).to.include({ granted: 50, already_granted: false });
    expect(second.json).to.include({ granted: 0, already_granted: true });
    expect(second.json.credits).to.deep.equal({ subscription: 10, purchased: 50 });
    expect([second.code, third.code]).to.deep.equal([0, 0]);
    expect(third.stdout).to.include('invoice-1 was already granted; nothing was added');
  });

  it('adds credits once for concurrent grants with the same ref', async () => {
    const id = await openAccount('creator');
    const grants = [1, 2, 3].map(() => adminJson<Granted>(words(id, '7', 'subscription', 'twin')));
    const granted = (await Promise.all(grants)).map(({ json }) => json.granted);
    expect(granted.toSorted()).to.deep.equal([0, 0, 7]);
  });

  it('rejects a ref that belongs to a different grant, and adds nothing', async () => {
    const id = await openAccount('creator');
    await adminJson(words(id, '50', 'subscription', 'invoice-2'));
    const amount = await adminJson<Refused>(words(id, '60', 'subscription', 'invoice-2'));
    const bucket = await adminJson<Refused>(words(id, '50', 'purchased', 'invoice-2'));
    expect([amount.json.error.code, bucket.json.error.code]).to.deep.equal([
      'CONFLICT',
      'CONFLICT',
    ]);
    const { json } = await adminJson<Granted>(['account', 'show', id]);
    expect(json.credits).to.include({ subscription: 50, purchased: 0 });
  });

  it('accepts the same ref for a different account', async () => {
    const ids = [await openAccount('free'), await openAccount('free')];
    for (const id of ids) {
      const { json } = await adminJson<Granted>(words(id, '5', 'subscription', 'invoice-3'));
      expect(json.granted).to.equal(5);
    }
  });

  it('adds credits every time without a ref', async () => {
    const id = await openAccount('free');
    await adminJson(words(id, '5', 'subscription'));
    const { json } = await adminJson<Granted>(words(id, '5', 'subscription'));
    expect(json.credits.subscription).to.equal(10);
  });
});
