import { createHash } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import { makeLeaf, makeRoot } from '../../adapters/media/credentials/certificates.js';
import type { MediaDeps } from '../../activities/media.js';
import { toProvenanceXmp } from '../../adapters/media/provenance.js';
import { LOCAL_SOURCES } from '../../domain/catalogue/model-source.js';
import { SOURCE_TYPE } from '../../domain/catalogue/source-types.js';
import type { CredentialFile, CredentialSigner } from '../../domain/ports/content-credentials.js';
import { listRoots } from '../../domain/provenance/signing-keys.js';
import { failureOf } from '../support/failure.js';
import { CREATED, unsigned, useCredentials } from '../media/credentials/rig.js';
import { failingPuts, SHORT_CLIP } from '../workflows/pipeline.js';
import { acceptedOfEachTest, activityBench } from './bench.js';

describe('a stored output', () => {
  const bench = activityBench();
  const accepted = acceptedOfEachTest(bench);
  const upstream = useCredentials('Upstream');

  /** Runs the storage step for an upstream's picture. */
  async function keep(
    { bytes }: Pick<CredentialFile, 'bytes'>,
    changes: Partial<MediaDeps> = {},
    provider = 'fal',
  ): Promise<void> {
    const made = await bench.generate(accepted.id);
    if (!made) throw new Error('it was not claimed');
    await bench.deps.store.put(made.assetKey, Buffer.from(bytes), 'image/png');
    const input = { generationId: accepted.id, assetKey: made.assetKey, provider };
    await bench.run(() => bench.media(changes).keepOutput(input));
  }

  async function readStored() {
    const { outputKey } = await bench.row(accepted);
    const bytes = await bench.deps.store.get(outputKey ?? '', 10_000_000);
    if (!bytes) throw new Error('nothing is stored');
    const roots = await listRoots(bench.deps);
    const { credentials } = await bench.deps.credentialReader.examine(bytes, roots);
    return { bytes, ...credentials };
  }

  const findRecords = (): Promise<{ sha256: string; size: string; manifest: Buffer }[]> =>
    bench.deps.db.query('SELECT * FROM content_credential WHERE generation_id = $1', [accepted.id]);

  it('is signed after its other metadata is written, and names its generation', async () => {
    await keep(await unsigned('image/png'));
    const { bytes, state, chain } = await readStored();
    expect(state).to.equal('valid');
    expect(chain).to.have.length(1);
    expect(chain[0]).to.include({ trusted: true, generator: 'media-generation-platform' });
    const { model } = await bench.row(accepted);
    expect(chain[0]?.generation).to.deep.include({ generation_id: accepted.id, model });
    const names = ['service', 'version', 'generation_id', 'model', 'time'];
    expect(chain[0]?.generation).to.have.all.keys(names);
    expect(chain[0]?.actions).to.have.length(1);
    expect(chain[0]?.actions[0]).to.include({
      action: 'c2pa.created',
      digitalSourceType: SOURCE_TYPE.trained,
      softwareAgent: model,
    });
    const { xmpAsString } = await sharp(bytes).metadata();
    expect(xmpAsString).to.contain(accepted.id);
  });

  it('is recorded with its exact hash, its size and its manifest', async () => {
    await keep(await unsigned('image/png'));
    const { bytes } = await readStored();
    const [record, ...others] = await findRecords();
    expect(others).to.deep.equal([]);
    expect(record?.sha256).to.equal(createHash('sha256').update(bytes).digest('hex'));
    expect(Number(record?.size)).to.equal(bytes.length);
    expect(bytes.includes(record?.manifest ?? 'no manifest')).to.equal(true);
  });

  it('does not claim training data if our renderer made it', async () => {
    await keep(await unsigned('image/png'), {}, 'local');
    const { chain } = await readStored();
    expect(chain[0]?.actions[0]?.digitalSourceType).to.equal(SOURCE_TYPE.algorithmic);
  });

  for (const type of ['image/png', 'image/jpeg', 'image/webp'] as const) {
    it(`keeps the manifest of an upstream's ${type} as its parent`, async () => {
      await keep(await upstream.sign(await unsigned(type)));
      const { state, chain } = await readStored();
      expect(state).to.equal('valid');
      expect(chain.map(({ issuer }) => issuer)).to.deep.equal([chain[0]?.issuer, 'Upstream']);
      expect(chain[0]?.ingredients).to.deep.equal([
        { relationship: 'parentOf', manifest: chain[1]?.label },
      ]);
      const actions = chain[0]?.actions.map(({ action }) => action);
      expect(actions).to.deep.equal(['c2pa.opened', 'c2pa.transcoded']);
      expect(chain[1]?.problems).to.deep.equal([]);
    });
  }

  it('keeps the manifest of a picture that was edited, and lists references as inputs', async () => {
    const scene = await upstream.sign(await unsigned('image/jpeg'));
    const inputs = [
      { role: 'scene', tag: null, key: `uploads/${accepted.id}`, contentType: 'image/jpeg' },
      { role: 'character', tag: 'ava', key: 'uploads/none', contentType: 'image/webp' },
    ];
    await bench.deps.store.put(`uploads/${accepted.id}`, Buffer.from(scene.bytes), 'image/jpeg');
    await bench.generate(accepted.id);
    await bench.deps.db.query(
      `UPDATE generation SET inputs = $2, request = request || '{"edit": true}' WHERE id = $1`,
      [accepted.id, JSON.stringify(inputs)],
    );
    await keep(await unsigned('image/png'));
    const { bytes, state, chain } = await readStored();
    expect(state).to.equal('valid');
    expect(chain[0]?.ingredients).to.deep.equal([
      { relationship: 'parentOf', manifest: chain[1]?.label },
      { relationship: 'inputTo', manifest: null },
    ]);
    const actions = chain[0]?.actions.map(({ action }) => action);
    expect(actions).to.deep.equal(['c2pa.opened', 'c2pa.edited']);
    expect(bytes.includes('ava')).to.equal(false);
  });

  it('lists a source with too large a manifest, without the manifest', async () => {
    const note = { 'org.example.note': { text: 'x'.repeat(2_100_000) } };
    const large = { ...CREATED, assertions: note };
    await keep(await upstream.sign(await unsigned('image/png'), large));
    const { bytes, state, chain } = await readStored();
    expect(state).to.equal('valid');
    expect(bytes.length).to.be.below(100_000);
    expect(chain[0]?.ingredients).to.deep.equal([{ relationship: 'parentOf', manifest: null }]);
  });

  it("keeps the manifests of an upstream's clip and of the frame that it films", async () => {
    const { client } = await bench.customer();
    const { body } = await client.video({ ...SHORT_CLIP, prompt: 'a fox' });
    const { id } = body;
    const [route] = LOCAL_SOURCES;
    if (!route) throw new Error('the renderer has no route');
    const input = { generationId: id, route, attempt: 1 };
    await bench.run(() => bench.media().generateImage(input));
    const [clip, frame] = [`work/${id}/clip`, `work/${id}/frame`] as const;
    const files = { [clip]: 'video/mp4', [frame]: 'image/webp' } as const;
    for (const [key, type] of Object.entries(files)) {
      const { bytes } = await upstream.sign(await unsigned(type));
      await bench.deps.store.put(key, Buffer.from(bytes), type);
    }
    const made = { generationId: id, assetKey: clip, provider: 'fal', frame };
    await bench.run(() => bench.media().keepVideo(made));
    const { outputKey } = await bench.row({ id, accountId: '' });
    const bytes = await bench.deps.store.get(outputKey ?? '', 10_000_000);
    if (!bytes) throw new Error('nothing is stored');
    const { credentials } = await bench.deps.credentialReader.examine(bytes, []);
    const { state, chain } = credentials;
    expect(state).to.equal('valid');
    expect(chain.slice(1).map(({ issuer, problems }) => [issuer, problems])).to.deep.equal([
      ['Upstream', []],
      ['Upstream', []],
    ]);
    expect(chain[0]?.ingredients).to.deep.equal([
      { relationship: 'parentOf', manifest: chain[1]?.label },
      { relationship: 'inputTo', manifest: chain[2]?.label },
    ]);
    expect(bytes.includes(toProvenanceXmp({ generationId: id, synthetic: 'trained' }))).to.equal(
      true,
    );
  });

  it('is signed once when the step is repeated after the file was stored', async () => {
    const counted = countSignatures();
    const store = failingPuts(bench.deps.store, (key) => key.includes('-thumb'));
    const signer = { credentialSigner: counted.signer };
    await failureOf(keep(await unsigned('image/png'), { store, ...signer }));
    const before = await readStored();
    await keep(await unsigned('image/png'), signer);
    expect((await readStored()).bytes.equals(before.bytes)).to.equal(true);
    expect(counted.count()).to.equal(1);
    expect(await findRecords()).to.have.length(1);
  });

  it('is not stored until it can be signed', async () => {
    const expired = await makeLeaf(await makeRoot('Old'), 'Old', new Date(0), 1);
    const { privateKey, certificate } = expired;
    const identity = { privateKey, certificates: [certificate] };
    const provenance = { ...bench.deps.provenance, identity };
    const failure = await failureOf(keep(await unsigned('image/png'), { provenance }));
    expect(failure).to.include({ type: 'StorageUnavailable' });
    expect(await bench.objects(`outputs/${accepted.id}/`)).to.deep.equal([]);

    await keep(await unsigned('image/png'));
    expect((await readStored()).state).to.equal('valid');
  });

  it('is stored unsigned when signing is off', async () => {
    const provenance = { ...bench.deps.provenance, mode: 'off' } as const;
    await keep(await unsigned('image/png'), { provenance });
    expect((await readStored()).state).to.equal('none');
    expect(await findRecords()).to.deep.equal([]);
  });

  function countSignatures(): { signer: CredentialSigner; count: () => number } {
    const own = bench.deps.credentialSigner;
    let calls = 0;
    const sign: CredentialSigner['sign'] = (...args) => {
      calls += 1;
      return own.sign(...args);
    };
    return { signer: { ...own, sign }, count: () => calls };
  }
});
