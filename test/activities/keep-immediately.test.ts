import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { SLACK_MS } from '../../activities/keep-alive.js';
import type { GeneratedAsset } from '../../activities/generate-step.js';
import type { MediaDeps } from '../../activities/media.js';
import { LOCAL_SOURCES } from '../../domain/catalogue/model-source.js';
import type { DirectProvider } from '../../domain/ports/provider.js';
import { failureOf } from '../support/failure.js';
import { fakeProvider } from '../support/provider-fake.js';
import { QUIET } from '../support/workers.js';
import { failingPuts, SHORT_CLIP } from '../workflows/pipeline.js';
import { acceptedOfEachTest, activityBench } from './bench.js';

const [route] = LOCAL_SOURCES;

/** A direct provider returns the picture itself, so the step that generates it also stores it. */
describe('an output stored by the step that generates it', () => {
  const bench = activityBench();
  const accepted = acceptedOfEachTest(bench);
  const outputs = () => bench.objects(`outputs/${accepted.id}/`);
  const raw = () => bench.objects(`work/${accepted.id}/`);

  /** @param time limit of the step in milliseconds; long enough by default */
  function make(changes: Partial<MediaDeps> = {}, time = 300_000): Promise<GeneratedAsset | null> {
    if (!route) throw new Error('the renderer has no route');
    const input = { generationId: accepted.id, route, attempt: 1, keep: true };
    return new MockActivityEnvironment({ startToCloseTimeoutMs: time }, { logger: QUIET }).run(() =>
      bench.media(changes).generateImage(input),
    );
  }

  const keepLater = async (made: GeneratedAsset | null) => {
    if (!made) throw new Error('it was not claimed');
    await bench.run(() => bench.media().keepOutput({ generationId: accepted.id, ...made }));
  };

  const stepsOf = (id: string): Promise<{ stage: string; outcome: string | null }[]> =>
    bench.deps.db.query(
      'SELECT stage, outcome FROM generation_step WHERE generation_id = $1 ORDER BY stage',
      [id],
    );

  it('is stored with its thumbnail and without a raw asset', async () => {
    expect(await make()).to.include({ keeping: 'kept' });
    const { outputKey, thumbnailKey } = await bench.row(accepted);
    expect(await outputs()).to.deep.equal([outputKey, thumbnailKey].toSorted());
    expect(await raw()).to.deep.equal([]);
  });

  it('has separate stages and times for generating and storing', async () => {
    await make();
    expect(await stepsOf(accepted.id)).to.deep.equal([
      { stage: 'image_generation', outcome: 'ok' },
      { stage: 'storage', outcome: null },
    ]);
    await bench.run(() => bench.state.completeGeneration({ generationId: accepted.id }));
    const [, storage] = await stepsOf(accepted.id);
    expect(storage).to.deep.equal({ stage: 'storage', outcome: 'ok' });
  });

  it("is not generated again when the step's result is lost", async () => {
    const provider = fakeProvider();
    const providers = new Map([[provider.name, provider]]);
    const first = await make({ providers });
    const before = await bench.everything(accepted);
    expect(await make({ providers })).to.deep.equal(first);
    expect(provider.calls).to.have.length(1);
    expect(await bench.everything(accepted)).to.deep.equal(before);
  });

  it('remains a raw asset when storing fails, until the next step stores it', async () => {
    const store = failingPuts(bench.deps.store, (key) => key.startsWith('outputs/'));
    const made = await make({ store });
    expect(made).to.include({ keeping: 'store_failed' });
    expect(await raw()).to.deep.equal([made?.assetKey]);
    await keepLater(made);
    expect(await outputs()).to.have.length(2);
    expect(await raw()).to.deep.equal([]);
  });

  it('remains a raw asset when the step times out during storing', async () => {
    const { store } = bench.deps;
    const put: typeof store.put = (key, bytes, type, signal) =>
      key.startsWith('outputs/') && signal
        ? new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          })
        : store.put(key, bytes, type, signal);
    const made = await make({ store: { ...store, put } }, SLACK_MS + 1_500);
    expect(made).to.include({ keeping: 'store_failed' });
    await keepLater(made);
    expect(await outputs()).to.have.length(2);
  });

  it('fails with StorageUnavailable when the store rejects every write', async () => {
    const failure = await failureOf(make({ store: failingPuts(bench.deps.store, () => true) }));
    expect(failure).to.include({ type: 'StorageUnavailable', nonRetryable: true });
  });

  it('is rejected by the step that stores it when the file is not a picture', async () => {
    const broken: DirectProvider = {
      name: 'local',
      mode: 'direct',
      generate: async () => ({ bytes: Buffer.from('no picture'), contentType: 'image/png' }),
    };
    const made = await make({ providers: new Map([[broken.name, broken]]) });
    expect(made).to.include({ keeping: 'not_kept' });
    expect(await failureOf(keepLater(made))).to.include({ type: 'ProviderRejected' });
  });

  it("is not rendered again if a clip's result was lost and its first frame no longer exists", async () => {
    const { client, accountId } = await bench.customer();
    const { body } = await client.video({ ...SHORT_CLIP, prompt: 'a fox' });
    const { id } = body;
    const { providers } = bench.deps;
    if (!route) throw new Error('the renderer has no route');
    const input = { generationId: id, route };
    const media = bench.media({ providers });
    const frame = await bench.run(() => media.generateImage({ ...input, attempt: 1, keep: false }));
    const film = { ...input, attempt: 2, frame: frame?.assetKey ?? null, keep: true };
    const first = await bench.run(() => media.generateVideo(film));
    expect(first).to.include({ keeping: 'kept' });
    expect(await bench.objects(`work/${id}/`)).to.deep.equal([]);
    expect(await bench.objects(`outputs/${id}/`)).to.have.length(2);
    const before = await bench.everything({ id, accountId });
    expect(await bench.run(() => media.generateVideo(film))).to.deep.equal(first);
    expect(await bench.everything({ id, accountId })).to.deep.equal(before);
  });
});
