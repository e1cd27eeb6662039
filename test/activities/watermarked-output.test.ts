import { expect } from 'chai';
import sharp from 'sharp';
import { detectCode } from '@media-platform/stand-ins/watermark/pixels.js';
import type { MediaDeps } from '../../activities/media.js';
import { listRoots } from '../../domain/provenance/signing-keys.js';
import { failureOf } from '../support/failure.js';
import { watermarkFake } from '../support/watermark-fake.js';
import { unsigned, useCredentials } from '../media/credentials/rig.js';
import { failingPuts } from '../workflows/pipeline.js';
import { acceptedOfEachTest, activityBench } from './bench.js';

const PNG = { 'content-type': 'image/png' };

describe('a watermarked output', () => {
  const { fake, options } = watermarkFake();
  const bench = activityBench(options);
  const accepted = acceptedOfEachTest(bench);
  const upstream = useCredentials('Upstream');

  async function keep(bytes: Uint8Array, changes: Partial<MediaDeps> = {}): Promise<void> {
    const made = await bench.generate(accepted.id);
    if (!made) throw new Error('it was not claimed');
    await bench.deps.store.put(made.assetKey, Buffer.from(bytes), 'image/png');
    const input = { generationId: accepted.id, assetKey: made.assetKey, provider: 'fal' };
    await bench.run(() => bench.media(changes).keepOutput(input));
  }

  async function readStored() {
    const { outputKey, thumbnailKey } = await bench.row(accepted);
    const bytes = await bench.deps.store.get(outputKey ?? '', 10_000_000);
    const thumbnail = await bench.deps.store.get(thumbnailKey ?? '', 10_000_000);
    if (!bytes || !thumbnail) throw new Error('nothing is stored');
    const roots = await listRoots(bench.deps);
    const { credentials } = await bench.deps.credentialReader.examine(bytes, roots);
    return { bytes, thumbnail, ...credentials };
  }

  async function listCodes(): Promise<(string | null)[]> {
    const sql = 'SELECT watermark FROM content_credential WHERE generation_id = $1';
    const rows: { watermark: string | null }[] = await bench.deps.db.query(sql, [accepted.id]);
    return rows.map(({ watermark }) => watermark);
  }

  it('carries its recorded code, also in the preview, and its manifest says so', async () => {
    await keep(await paint());
    const { bytes, thumbnail, state, chain } = await readStored();
    const [code] = await listCodes();
    expect(code).to.match(/^[0-9a-f]{15}$/);
    expect(await detectCode(bytes)).to.equal(code);
    expect(await detectCode(thumbnail)).to.equal(code);
    expect(state).to.equal('valid');
    const actions = chain[0]?.actions.map(({ action }) => action);
    expect(actions).to.deep.equal(['c2pa.created', 'c2pa.watermarked.unbound']);
  });

  it("names the mark between the upstream's file and its conversion", async () => {
    const { bytes } = await upstream.sign(await unsigned('image/png'));
    await keep(bytes);
    const { state, chain } = await readStored();
    expect(state).to.equal('valid');
    const actions = chain[0]?.actions.map(({ action }) => action);
    expect(actions).to.deep.equal(['c2pa.opened', 'c2pa.watermarked.unbound', 'c2pa.transcoded']);
  });

  it('gets the same code when the step is repeated', async () => {
    const before = fake().embedded().length;
    const store = failingPuts(bench.deps.store, (key) => key.startsWith('outputs/'));
    await failureOf(keep(await paint(), { store }));
    await keep(await paint());
    const codes = fake().embedded().slice(before);
    expect(codes).to.have.length(2);
    expect(new Set(codes).size).to.equal(1);
    expect(await detectCode((await readStored()).bytes)).to.equal(codes[0]);
  });

  const broken = {
    'answers with an error': { status: 503, text: 'busy' },
    'ends the connection': 'reset',
    'answers with another picture': { status: 200, headers: PNG, bytes: Buffer.from('no png') },
    'answers with another type': { status: 200, json: {} },
  } as const;
  for (const [name, reply] of Object.entries(broken)) {
    it(`is not stored while the service ${name}, and then stored by a retry`, async () => {
      fake().next(reply);
      const failure = await failureOf(keep(await paint()));
      expect(failure).to.include({ type: 'StorageUnavailable' });
      expect(await bench.objects(`outputs/${accepted.id}/`)).to.deep.equal([]);
      await keep(await paint());
      expect(await detectCode((await readStored()).bytes)).to.equal((await listCodes())[0]);
    });
  }

  it('is not stored if the service answers with half of the picture', async () => {
    const half = (await paint()).subarray(0, 2_000);
    fake().next({ status: 200, headers: PNG, bytes: half });
    expect(await failureOf(keep(await paint()))).to.include({ type: 'StorageUnavailable' });
  });

  it('has no mark, no code and no such action without a service', async () => {
    const before = fake().embedded().length;
    await keep(await paint(), { watermark: null });
    const { bytes, chain } = await readStored();
    expect(fake().embedded()).to.have.length(before);
    expect(await detectCode(bytes)).to.equal(null);
    expect(await listCodes()).to.deep.equal([null]);
    expect(chain[0]?.actions.map(({ action }) => action)).to.deep.equal(['c2pa.created']);
  });
});

/** Paints a picture with bright, dark and detailed parts. */
function paint(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
  const create = { width: 48, height: 32, channels: 3, noise, background: 'grey' } as const;
  return sharp({ create }).resize(288, 192).png().toBuffer();
}
