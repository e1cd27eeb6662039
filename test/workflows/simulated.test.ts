import { expect } from 'chai';
import type { GenerationProvider } from '../../domain/ports/provider.js';
import { createLocalProvider } from '../../adapters/providers/local/provider.js';
import { Generation } from '../../entities/generation.js';
import { queuedFake } from '../support/queued-fake.js';
import { clearText, eventsOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { ended, order, orderClip, shape, type Order } from './pipeline.js';
import { usePlatform } from '../support/use-platform.js';

describe('the simulated flag', () => {
  const rig = replayRig();
  const local = createLocalProvider();
  const providers = new Map<string, GenerationProvider>([[local.name, local]]);
  const api = usePlatform({
    change: (deps) => rig.watch({ ...deps, providers }),
    workers: { mediaDeps: { providers } },
  });
  beforeEach(async () => {
    providers.clear();
    providers.set(local.name, local);
    await api.deps.db.query('DELETE FROM route_health');
  });

  const use = (name: string) => {
    const fake = queuedFake(name);
    providers.set(name, fake);
    return fake;
  };
  const eventOf = async ({ id }: Order) => {
    const [event]: { body: string }[] = await api.deps.db.query(
      "SELECT body FROM event WHERE id = 'evt_gen_' || $1 || '_completed'",
      [id],
    );
    return JSON.parse(event?.body ?? '{}').data;
  };

  it('is true for the local renderer, even after retries and a fallback, and in webhooks', async () => {
    for (const prompt of ['a fox', 'a fox simulate:fallback', 'a fox simulate:rate_limit=1']) {
      const made = await order(api, prompt);
      const body = await ended(api, made);
      expect([body.status, body.simulated], prompt).to.deep.equal(['completed', true]);
      expect(await eventOf(made)).to.deep.equal(body);
    }
  });

  it('is false if a provider generated the result, even if it was the second provider tried', async () => {
    const fal = use('fal');
    use('kie');
    expect((await ended(api, await order(api, 'a fox'))).simulated).to.equal(false);
    fal.plan('refused', 'refused', 'refused');
    const made = await order(api, 'a fox');
    const body = await ended(api, made);
    expect(shape(body).at(-1)).to.equal('image_generation fallback 503');
    expect(body.simulated).to.equal(false);
    const { makers } = await api.deps.db.manager.findOneByOrFail(Generation, { id: made.id });
    expect(makers).to.deep.equal({ image: { provider: 'kie', attempt: 4 } });
  });

  it('is true for a clip with a simulated first frame, and false if all of it is real', async () => {
    // OpenRouter generates clips, but no pictures.
    const film = use('openrouter');
    const mixed = await ended(api, await orderClip(api, 'a fox'));
    expect([film.taken.length, mixed.status, mixed.simulated]).to.deep.equal([
      1,
      'completed',
      true,
    ]);
    use('fal');
    expect((await ended(api, await orderClip(api, 'a fox'))).simulated).to.equal(false);
  });

  it('is null before anything is generated, and stays null if nothing is generated', async () => {
    const made = await order(api, 'a fox simulate:content_blocked');
    expect(made).to.have.property('id');
    const body = await ended(api, made);
    expect([body.status, body.simulated]).to.deep.equal(['failed', null]);
  });

  it('comes with one timeline entry for an unknown subject, which is not in the history', async () => {
    const made = await order(api, 'an axolotl');
    const body = await ended(api, made);
    expect(shape(body)).to.deep.equal(['image_generation fallback null']);
    expect(body.timeline[0]?.message)
      .to.match(/^The built-in renderer does not know "axolotl zebrafinch/)
      .and.include('drew a stand-in')
      .and.include('configure a provider');
    expect(clearText(await eventsOf(api.deps.temporal.client, made.id))).not.to.include('axolotl');
    expect((await ended(api, await order(api, 'a fox'))).timeline).to.deep.equal([]);
  });
});
