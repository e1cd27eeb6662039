import { expect } from 'chai';
import { listFailureTexts } from '../../domain/generations/failure-texts.js';
import { JobFailed, ProviderFailure } from '../../domain/ports/provider.js';
import { Generation } from '../../entities/generation.js';
import { squareUrl } from '../support/data-url.js';
import { fakeProvider } from '../support/provider-fake.js';
import { clearText, closingOf, eventsOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { buildCustomer } from '../support/accounts.js';

/**
 * Message that a vendor may send, with the caller's prompt and with characters that PostgreSQL
 * refuses.
 */
const SAID = 'your prompt "zebrafinch at noon" \0\ud800 is not for us';
const KEPT = 'your prompt "zebrafinch at noon" \u{FFFD}\u{FFFD} is not for us';

describe("a provider's message about a failed step", () => {
  const rig = replayRig();
  const api = usePlatform({ change: rig.watch });
  const start = workersOfEachTest(api);

  it('appears in the timeline, but never in a history', async () => {
    const provider = fakeProvider(({ attempt }) => {
      if (attempt === 1) throw new ProviderFailure('unavailable', SAID, 503);
      throw new ProviderFailure('content_blocked', 'x'.repeat(9_000), 422);
    });
    await start({
      mediaDeps: {
        providers: new Map([[provider.name, provider]]),
        vision: {
          name: 'blind',
          version: '1',
          describe: () => Promise.reject(new ProviderFailure('rejected', SAID, 400)),
        },
      },
    });
    const { client } = await buildCustomer(api.deps.db, api.url);
    const { id } = (await client.image({ prompt: 'a fox', scene_image: squareUrl(64) })).body;
    expect(await closingOf(api.deps, id)).to.equal('FAILED CONTENT_BLOCKED');
    const { timeline } = (await client.get(`/v1/generations/${id}`)).body;
    expect(timeline.map(({ stage, message }) => `${stage}: ${message}`)).to.deep.equal([
      `scene_analysis: ${KEPT} Continued without it.`,
      `image_generation: ${KEPT} Tried again.`,
      `image_generation: ${'x'.repeat(500)} Stopped and refunded.`,
    ]);
    const text = clearText(await eventsOf(api.deps.temporal.client, id));
    expect(text).to.include('ProviderUnavailable');
    for (const said of ['zebrafinch', 'not for us', 'xxx']) expect(text).to.not.include(said);
  });

  it("appears in `generation show` if an operator's own server sent it, but callers never see it", async () => {
    const path = "cannot identify image file '/srv/comfy/input/broken.png'";
    const provider = fakeProvider(() => {
      throw new JobFailed('rejected', 'Node 1 (LoadImage): OSError.', null, null, path);
    });
    await start({ mediaDeps: { providers: new Map([[provider.name, provider]]) } });
    const { client } = await buildCustomer(api.deps.db, api.url);
    const { id } = (await client.image({ prompt: 'a fox' })).body;
    expect(await closingOf(api.deps, id)).to.equal('FAILED PROVIDER_ERROR');
    const { body } = await client.get(`/v1/generations/${id}`);
    expect(body.timeline.map(({ message }) => message)).to.deep.equal([
      'Node 1 (LoadImage): OSError. Continued with the next provider of the model.',
      'Node 1 (LoadImage): OSError. Stopped and refunded.',
    ]);
    const steps = await client.get(`/v1/generations/${id}/steps`);
    expect(JSON.stringify([body, steps.body])).not.to.include('/srv');
    expect(clearText(await eventsOf(api.deps.temporal.client, id))).not.to.include('/srv');
    const { failureTexts } = await api.deps.db.manager.findOneByOrFail(Generation, { id });
    const said = listFailureTexts(failureTexts);
    expect(said).to.have.lengthOf(2);
    for (const each of said) {
      expect(each).to.include({ text: 'Node 1 (LoadImage): OSError.', for_operators: path });
    }
  });
});
