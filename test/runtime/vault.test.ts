import { expect } from 'chai';
import { isSealingKey } from '../../runtime/sealing.js';
import { createVault } from '../../runtime/vault.js';

const key = (fill: string) => Buffer.alloc(32, fill).toString('base64');

describe('the vault', () => {
  const vault = createVault([key('a')]);

  it('decrypts any text that it has encrypted', () => {
    for (const text of ['', 'whsec_abc', 'é'.repeat(10_000), '{"a":1}']) {
      expect(vault.open(vault.seal(text, 'whk_1'), 'whk_1')).to.equal(text);
    }
  });

  it('hides the text, and encrypts equal texts differently', () => {
    const [one, two] = [vault.seal('secret-word', 'whk_1'), vault.seal('secret-word', 'whk_1')];
    expect(one).to.match(/^sealed\.[0-9a-f]{8}\.[\w-]+$/);
    expect(one).not.to.equal(two);
    expect(Buffer.from(one?.split('.')[2] ?? '', 'base64url').toString('latin1')).not.to.include(
      'secret-word',
    );
  });

  it('rejects decryption for another owner, so that a text cannot be moved to another row', () => {
    expect(() => vault.open(vault.seal('secret', 'whk_1'), 'whk_2')).to.throw();
  });

  it('rejects a text that was changed, cut or encrypted elsewhere', () => {
    const sealed = vault.seal('secret', 'whk_1');
    const [name, id, data = ''] = sealed.split('.');
    const bytes = Buffer.from(data, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const text = `${name}.${id}.${changed.toString('base64url')}`;
      expect(() => vault.open(text, 'whk_1'), `byte ${index}`).to.throw();
    }
    expect(() => vault.open(sealed.slice(0, -4), 'whk_1')).to.throw();
    expect(() => vault.open('sealed', 'whk_1')).to.throw();
    expect(() => createVault([key('b')]).open(sealed, 'whk_1')).to.throw(/SECRETS_KEY has no key/);
  });

  it('decrypts with the old key after a key change, and encrypts with the new key', () => {
    const old = vault.seal('secret', 'whk_1');
    const changed = createVault([key('b'), key('a')]);
    expect(changed.open(old, 'whk_1')).to.equal('secret');
    const fresh = changed.seal('secret', 'whk_1');
    expect(() => vault.open(fresh, 'whk_1')).to.throw();
    expect(createVault([key('b')]).open(fresh, 'whk_1')).to.equal('secret');
  });

  it('requires keys of 32 bytes in base64', () => {
    expect(isSealingKey(key('a'))).to.equal(true);
    for (const wrong of ['', 'abc', Buffer.alloc(31).toString('base64'), `${key('a')} `]) {
      expect(isSealingKey(wrong)).to.equal(false);
      expect(() => createVault([wrong])).to.throw(TypeError);
    }
    expect(() => createVault([])).to.throw(TypeError);
  });
});
