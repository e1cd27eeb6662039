import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createResignActivities } from '../../activities/resign.js';
import type { ResignPage } from '../../domain/catalogue/resigning.js';
import type { CredentialFile, CredentialSigner } from '../../domain/ports/content-credentials.js';
import { StorageUnavailable } from '../../domain/ports/object-store.js';
import { removeGeneration } from '../../domain/generations/remove-generation.js';
import type { SignOutputDeps } from '../../domain/provenance/sign-output.js';
import { countOutputs } from '../../domain/provenance/list-outputs.js';
import {
  findSigningIdentity,
  listRoots,
  readFingerprint,
  rotateSigningKey,
} from '../../domain/provenance/signing-keys.js';
import { failureOf } from '../support/failure.js';
import { unsigned, useCredentials } from '../media/credentials/rig.js';
import { acceptedOfEachTest, activityBench } from './bench.js';

describe('signing stored outputs again', () => {
  const bench = activityBench();
  const accepted = acceptedOfEachTest(bench);
  const upstream = useCredentials('Upstream');

  /** Stores a signed output, then replaces the key. */
  async function store({ bytes }: Pick<CredentialFile, 'bytes'>): Promise<void> {
    const made = await bench.generate(accepted.id);
    if (!made) throw new Error('it was not claimed');
    await bench.deps.store.put(made.assetKey, Buffer.from(bytes), 'image/png');
    const input = { generationId: accepted.id, assetKey: made.assetKey, provider: 'fal' };
    await bench.run(() => bench.media().keepOutput(input));
    await bench.run(() => bench.state.completeGeneration({ generationId: accepted.id }));
    await rotateSigningKey(bench.deps);
  }

  const buildPage = (): ResignPage => ({
    accountId: accepted.accountId,
    before: Date.now() + 60_000,
    startedAt: Date.now() + 60_000,
    after: '',
  });

  const resign = (changes: Partial<SignOutputDeps> = {}) =>
    bench.run(() => createResignActivities({ ...bench.deps, ...changes }).resignPage(buildPage()));

  async function readStored() {
    const { outputKey } = await bench.row(accepted);
    const bytes = await bench.deps.store.get(outputKey ?? '', 10_000_000);
    if (!bytes) throw new Error('nothing is stored');
    const roots = await listRoots(bench.deps);
    const { credentials } = await bench.deps.credentialReader.examine(bytes, roots);
    return { bytes, ...credentials };
  }

  const remove = () =>
    removeGeneration(
      bench.deps,
      accepted.accountId,
      { id: accepted.id, object: 'generation' },
      {
        ...bench.claimOf(accepted),
        status: 200,
      },
    );

  const findRecords = (): Promise<{ sha256: string; signed_by: string }[]> =>
    bench.deps.db.query(
      'SELECT * FROM content_credential WHERE generation_id = $1 ORDER BY created_at',
      [accepted.id],
    );

  it('replaces the object under its key, with the old file and its provider as parents', async () => {
    await store(await upstream.sign(await unsigned('image/png')));
    const before = await readStored();
    expect(await resign()).to.include({ signed: 1, skipped: 0, failed: 0, isLast: true });
    const { bytes, state, chain } = await readStored();
    expect(state).to.equal('valid');
    expect(chain.map(({ label }) => label).slice(1)).to.deep.equal(
      before.chain.map(({ label }) => label),
    );
    expect(chain.map(({ trusted }) => trusted)).to.deep.equal([true, true, false]);
    expect(chain[0]?.actions.map(({ action }) => action)).to.deep.equal([
      'c2pa.opened',
      'c2pa.edited.metadata',
    ]);
    expect(chain[0]?.generation).to.include({ generation_id: accepted.id });
    const last = (await findRecords()).at(-1);
    expect(last?.sha256).to.equal(createHash('sha256').update(bytes).digest('hex'));
    expect(last?.signed_by).to.equal(readFingerprint(await findSigningIdentity(bench.deps)));
  });

  it('skips an output that the present key has signed', async () => {
    await store(await unsigned('image/png'));
    await resign();
    const { bytes } = await readStored();
    expect(await resign()).to.include({ signed: 0, skipped: 1 });
    expect((await readStored()).bytes.equals(bytes)).to.equal(true);
  });

  it('signs an output that has no manifest yet', async () => {
    await store(await unsigned('image/png'));
    const { outputKey } = await bench.row(accepted);
    const { bytes } = await unsigned('image/webp');
    await bench.deps.store.put(outputKey ?? '', Buffer.from(bytes), 'image/webp');
    expect(await resign()).to.include({ signed: 1 });
    const { state, chain } = await readStored();
    expect([state, chain.length]).to.deep.equal(['valid', 1]);
  });

  it('signs once when the recorded file did not reach the store at first', async () => {
    await store(await unsigned('image/png'));
    const put = () => Promise.reject(new StorageUnavailable('down'));
    const failing = { ...bench.deps.store, put };
    expect(await resign({ store: failing })).to.include({ failed: 1 });
    expect(await resign()).to.include({ signed: 1 });
    expect((await readStored()).chain).to.have.length(2);
    expect(await resign()).to.include({ skipped: 1 });
  });

  it('leaves no object of a generation that is deleted meanwhile', async () => {
    await store(await unsigned('image/png'));
    const { outputKey } = await bench.row(accepted);
    const put: typeof bench.deps.store.put = async (...given) => {
      await remove();
      await bench.deps.store.put(...given);
    };
    expect(await resign({ store: { ...bench.deps.store, put } })).to.include({ skipped: 1 });
    expect(await bench.deps.store.stat(outputKey ?? '')).to.equal(null);
  });

  it('does not store a signature of a generation that is deleted during the signature', async () => {
    await store(await unsigned('image/png'));
    const { outputKey } = await bench.row(accepted);
    const sign: CredentialSigner['sign'] = async (...given) => {
      await remove();
      return bench.deps.credentialSigner.sign(...given);
    };
    const credentialSigner = { ...bench.deps.credentialSigner, sign };
    expect(await resign({ credentialSigner })).to.include({ skipped: 1 });
    expect(await bench.deps.store.stat(outputKey ?? '')).to.equal(null);
  });

  it('counts an output whose file is missing as failed, and names it', async () => {
    await store(await unsigned('image/png'));
    const { outputKey } = await bench.row(accepted);
    await bench.deps.store.remove([outputKey ?? '']);
    expect(await resign()).to.deep.include({ failed: 1, failures: [accepted.id] });
  });

  it('repeats the page later when no key can sign', async () => {
    await store(await unsigned('image/png'));
    const identity = { privateKey: 'none', certificates: ['none'] };
    const provenance = { ...bench.deps.provenance, identity };
    expect(await failureOf(resign({ provenance }))).to.include({ type: 'StorageUnavailable' });
  });

  it('counts the outputs to sign without signing', async () => {
    await store(await unsigned('image/png'));
    const before = await readStored();
    const present = async () => {
      const fingerprint = readFingerprint(await findSigningIdentity(bench.deps));
      return countOutputs(bench.deps.db, buildPage(), fingerprint);
    };
    expect(await present()).to.deep.equal({ total: 1, signed: 0 });
    expect((await readStored()).bytes.equals(before.bytes)).to.equal(true);
    await resign();
    expect(await present()).to.deep.equal({ total: 1, signed: 1 });
    const earlier = { ...buildPage(), before: 1_000 };
    expect(await countOutputs(bench.deps.db, earlier, '')).to.deep.equal({ total: 0, signed: 0 });
  });
});
