import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import type { GenerationProvider } from '../../domain/ports/provider.js';
import type { ProviderJob } from '../../domain/ports/provider-job.js';
import type { FileCheck } from '../../domain/ports/file-check.js';
import { squareUrl } from '../support/data-url.js';
import { queuedFake } from '../support/queued-fake.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { ended, orderClip } from './pipeline.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('an order that waits at its vendor', () => {
  const rig = replayRig();
  const fake = queuedFake('kie');
  /** Pictures that the vendor received; a picture disappears when it is garbage-collected. */
  const given: WeakRef<Buffer>[] = [];
  const vendor: GenerationProvider = {
    ...fake,
    serves: (model) => !model.includes('banana'),
    submit(job, context) {
      if (job.kind !== 'video') throw new TypeError('only clips are ordered here');
      given.push(new WeakRef(job.firstFrame.bytes));
      const kept: ProviderJob = { ...job, firstFrame: { ...job.firstFrame, bytes: NOTHING } };
      return fake.submit(kept, context);
    },
  };
  const providers = new Map<string, GenerationProvider>();
  const api = usePlatform({
    change(deps) {
      for (const [name, provider] of deps.providers) providers.set(name, provider);
      providers.set(vendor.name, vendor);
      return rig.watch({ ...deps, providers });
    },
  });
  const start = workersOfEachTest(api);

  it('does not keep pictures in memory, and the next worker does not load them again', async () => {
    let loaded = 0;
    const photo: FileCheck['photo'] = (...args) => {
      loaded += 1;
      return api.deps.fileCheck.photo(...args);
    };
    const mediaDeps = { providers, fileCheck: { ...api.deps.fileCheck, photo } };
    const first = await start({ mediaDeps, grace: '0s' });
    fake.plan('held');
    const made = await orderClip(api, 'a fox', { start_frame: squareUrl(64) });
    await until('the vendor is polled', async () => fake.polls() > 0);
    await until('the picture is released from memory', async () => {
      collectGarbage();
      return given[0]?.deref() === undefined;
    });
    expect([given.length, loaded]).to.deep.equal([1, 1]);
    await first.stop();
    const polls = fake.polls();
    await start({ mediaDeps });
    await until('the order is polled', async () => fake.polls() > polls);
    expect([given.length, loaded], 'nothing was loaded or ordered again').to.deep.equal([1, 1]);
    fake.release();
    expect((await ended(api, made)).status).to.equal('completed');
  });
});

const NOTHING = Buffer.alloc(0);
