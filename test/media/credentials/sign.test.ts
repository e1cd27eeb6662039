import { expect } from 'chai';
import { makeLeaf } from '../../../adapters/media/credentials/certificates.js';
import { failureOf } from '../../support/failure.js';
import { asParent, CONVERTED, CREATED, TRAINED, TYPES, unsigned, useCredentials } from './rig.js';

describe('Content Credentials', () => {
  const ours = useCredentials('Ours');
  const theirs = useCredentials('Upstream');

  for (const type of TYPES) {
    it(`are valid in a signed ${type}, and name the step, the model and the generation`, async () => {
      const signed = await ours.sign(await unsigned(type));
      const { state, chain } = await ours.read(signed);
      expect(state).to.equal('valid');
      expect(chain).to.have.length(1);
      expect(chain[0]).to.deep.include({
        issuer: 'Ours',
        commonName: 'Content Credentials',
        trusted: true,
        generator: 'media-generation-platform',
        actions: [
          {
            action: 'c2pa.created',
            digitalSourceType: TRAINED,
            softwareAgent: 'model-1',
            when: '2026-11-25T12:00:00Z',
          },
        ],
        generation: { id: 'img_1', model: 'model-1' },
        problems: [],
      });
    });

    it(`keep the manifest of an upstream's ${type} as the parent of our file`, async () => {
      const upstream = await theirs.sign(await unsigned(type));
      const made = await unsigned(type === 'video/mp4' ? type : 'image/webp');
      const signed = await ours.sign(made, CONVERTED, [asParent(upstream)]);
      const { state, chain } = await ours.read(signed);
      expect(state).to.equal('valid');
      expect(chain.map(({ issuer, trusted }) => [issuer, trusted])).to.deep.equal([
        ['Ours', true],
        ['Upstream', false],
      ]);
      expect(chain[0]?.ingredients).to.deep.equal([
        { relationship: 'parentOf', manifest: chain[1]?.label },
      ]);
    });

    it(`are absent from an unsigned ${type}`, async () => {
      expect(await ours.read(await unsigned(type))).to.deep.equal({ state: 'none', chain: [] });
    });
  }

  it('report an upstream file that was changed before it arrived', async () => {
    const upstream = await theirs.sign(await unsigned('image/png'));
    const changed = { ...upstream, bytes: flip(upstream.bytes, upstream.bytes.length - 40) };
    const signed = await ours.sign(await unsigned('image/webp'), CONVERTED, [asParent(changed)]);
    const { state, chain } = await ours.read(signed);
    expect(state).to.equal('valid');
    expect(chain[0]?.problems).to.deep.equal([]);
    expect(chain[1]?.problems).to.deep.equal(['assertion.dataHash.mismatch']);
  });

  it('list an ingredient with an unreadable manifest, without the manifest', async () => {
    const broken = { bytes: Buffer.from('not a picture'), contentType: 'image/png' };
    const signed = await ours.sign(await unsigned('image/webp'), CONVERTED, [asParent(broken)]);
    const { state, chain } = await ours.read(signed);
    expect(state).to.equal('valid');
    expect(chain[0]?.ingredients).to.deep.equal([{ relationship: 'parentOf', manifest: null }]);
  });

  it('are not trusted by a reader without our root', async () => {
    const { state, chain } = await ours.read(await ours.sign(await unsigned('image/webp')), []);
    expect(state).to.equal('valid');
    expect(chain[0]?.trusted).to.equal(false);
  });

  it('stay valid and trusted after the signing key was rotated', async () => {
    const before = await ours.sign(await unsigned('image/webp'));
    const { root } = ours.get();
    const leaf = await makeLeaf(root, 'Ours');
    ours.use({ privateKey: leaf.privateKey, certificates: [leaf.certificate, root.certificate] });
    const after = await ours.sign(await unsigned('image/webp'));
    for (const file of [before, after]) {
      const { state, chain } = await ours.read(file);
      expect([state, chain[0]?.trusted]).to.deep.equal(['valid', true]);
    }
  });

  it('are refused with StorageUnavailable if the certificate has expired', async () => {
    const { root, identity } = ours.get();
    const past = new Date(Date.now() - 10 * 86_400_000);
    const leaf = await makeLeaf(root, 'Ours', past, 1);
    ours.use({ privateKey: leaf.privateKey, certificates: [leaf.certificate] });
    const error = await failureOf(ours.sign(await unsigned('image/webp')));
    ours.use(identity);
    expect(error.name).to.equal('StorageUnavailable');
    expect(error.message).to.match(/certificate has expired.*provenance rotate/);
  });

  it('are refused if the certificate belongs to another key', async () => {
    const { root, identity } = ours.get();
    const other = await makeLeaf(root, 'Ours');
    ours.use({ privateKey: other.privateKey, certificates: identity.certificates });
    const error = await failureOf(ours.sign(await unsigned('image/webp'), CREATED));
    ours.use(identity);
    expect(error.message).to.match(/does not belong to the signing key/);
  });
});

/** Copies the bytes, with one of them changed. */
function flip(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
