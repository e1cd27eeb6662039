import { X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import {
  findSigningIdentity,
  initSigningKeys,
  listRoots,
  rotateSigningKey,
  type SigningKeyDeps,
} from '../../domain/provenance/signing-keys.js';
import { checkSigningKey } from '../../domain/provenance/check-at-start.js';
import { makeLeaf, makeRoot } from '../../adapters/media/credentials/certificates.js';
import { createCredentialSigner } from '../../adapters/media/credentials/signer.js';
import { scrub } from '../../runtime/log-text.js';
import { createVault } from '../../runtime/vault.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { failureOf } from '../support/failure.js';

const SECRET = Buffer.alloc(32, 'keys').toString('base64');
const OTHER = Buffer.alloc(32, 'other').toString('base64');
const GENERATOR = { name: 'tests', version: '1' };

describe('signing keys', () => {
  const fresh = freshDatabase();
  const deps = (
    mode: SigningKeyDeps['provenance']['mode'] = 'on',
    change: Partial<SigningKeyDeps> = {},
  ): SigningKeyDeps => ({
    db: fresh.db,
    vault: createVault([SECRET]),
    provenance: { mode, identity: null, organization: 'Example', generator: GENERATOR },
    certificates: { makeRoot, makeLeaf },
    ...change,
  });
  const count = async () => (await fresh.db.query('SELECT 1 FROM signing_key')).length;
  beforeEach(() => fresh.db.query('DELETE FROM signing_key'));

  it('are made once, by the first process that needs them', async () => {
    const found = await Promise.all([1, 2, 3].map(() => findSigningIdentity(deps())));
    expect(await count()).to.equal(2);
    for (const one of found) expect(one).to.deep.equal(found[0]);
    const [leaf, root] = (found[0]?.certificates ?? []).map((pem) => new X509Certificate(pem));
    if (!leaf || !root) throw new Error('both certificates were expected');
    expect(leaf.checkIssued(root)).to.equal(true);
    expect(leaf.verify(root.publicKey)).to.equal(true);
    expect([leaf.ca, root.ca]).to.deep.equal([false, true]);
    expect(leaf.keyUsage).to.deep.equal(['1.3.6.1.5.5.7.3.4']);
    expect(leaf.subject).to.include('O=Example');
  });

  it('are stored sealed', async () => {
    await initSigningKeys(deps());
    const rows: { private_key: string }[] = await fresh.db.query(
      'SELECT private_key FROM signing_key',
    );
    for (const row of rows) expect(row.private_key).to.match(/^sealed\./);
  });

  it('are not replaced by a second init', async () => {
    expect(await initSigningKeys(deps())).to.equal(true);
    expect(await initSigningKeys(deps())).to.equal(false);
    expect(await count()).to.equal(2);
  });

  it('keep their root when they are rotated', async () => {
    const before = await findSigningIdentity(deps());
    await rotateSigningKey(deps());
    const after = await findSigningIdentity(deps());
    expect(after.privateKey).not.to.equal(before.privateKey);
    expect(after.certificates[1]).to.equal(before.certificates[1]);
    expect(await listRoots(deps())).to.deep.equal([before.certificates[1]]);
  });

  it('are renewed once before the certificate ends', async () => {
    const certificates = {
      makeRoot,
      makeLeaf: (...[root, name]: Parameters<typeof makeLeaf>) =>
        makeLeaf(root, name, new Date(), 20),
    };
    await initSigningKeys(deps('on', { certificates }));
    await Promise.all([1, 2, 3].map(() => findSigningIdentity(deps())));
    expect(await count()).to.equal(3);
    const { certificates: chain } = await findSigningIdentity(deps());
    const left = Date.parse(new X509Certificate(chain[0] ?? '').validTo) - Date.now();
    expect(left).to.be.above(390 * 86_400_000);
  });

  it('must exist if signing is required; the error names the command', async () => {
    const failure = await failureOf(findSigningIdentity(deps('required')));
    expect(failure.name).to.equal('SigningKeyUnusable');
    expect(scrub(failure.message)).to.match(/Run npm run admin -- provenance init/);
    expect(await count()).to.equal(0);
  });

  it('cannot be decrypted with another SECRETS_KEY, and the error names the setting', async () => {
    await initSigningKeys(deps());
    const failure = await failureOf(
      findSigningIdentity(deps('on', { vault: createVault([OTHER]) })),
    );
    expect(failure.message).to.match(/SECRETS_KEY/);
  });

  describe('at the start of a media process', () => {
    const credentialSigner = createCredentialSigner();
    const check = async (mode: SigningKeyDeps['provenance']['mode'], change = {}) => {
      const lines: string[] = [];
      const log = {
        warn: (_: object, text: string) => lines.push(`warn ${text}`),
        error: (_: object, text: string) => lines.push(`error ${text}`),
      };
      await checkSigningKey({ ...deps(mode, change), credentialSigner, log });
      return lines;
    };

    it('are made if signing is on', async () => {
      expect(await check('on')).to.deep.equal([]);
      expect(await count()).to.equal(2);
    });

    it('stop the process if signing is required and they are missing', async () => {
      expect((await failureOf(check('required'))).message).to.match(/There is no signing key/);
    });

    it('stop the process if signing is required and the certificate has expired', async () => {
      const { privateKey, certificate } = await makeLeaf(
        await makeRoot('Old'),
        'Old',
        new Date(0),
        1,
      );
      const identity = { privateKey, certificates: [certificate] };
      const provenance = { ...deps('required').provenance, identity };
      const failure = await failureOf(check('required', { provenance }));
      expect(scrub(failure.message)).to.match(/has expired.*1970.*provenance rotate/);
    });

    it('are reported in the log if signing is on and they are unusable', async () => {
      await initSigningKeys(deps());
      expect(await check('on', { vault: createVault([OTHER]) })).to.deep.equal([
        'error outputs cannot be signed, so none is delivered',
      ]);
    });

    it('are not read if signing is off', async () => {
      expect(await check('off')).to.deep.equal([
        'warn outputs are not signed (docs/provenance.md)',
      ]);
    });
  });
});
