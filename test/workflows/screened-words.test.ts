import { expect } from 'chai';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { GenerationProvider } from '../../domain/ports/provider.js';
import type { TextProvider } from '../../domain/ports/text.js';
import type { VisionProvider } from '../../domain/ports/vision.js';
import { buildCustomer } from '../support/accounts.js';
import type { ApiClient } from '../support/client.js';
import { squareUrl } from '../support/data-url.js';
import { queuedFake, type QueuedFake } from '../support/queued-fake.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform } from '../support/use-platform.js';
import { reached } from './pipeline.js';

/** Texts that a model writes are moderated before a provider receives them. */
describe('moderation of texts written by models', () => {
  const rig = replayRig();
  const providers = new Map<string, GenerationProvider>();
  const textModels: TextProvider[] = [];
  let seen = '';
  const vision: VisionProvider = {
    name: 'fake',
    version: '1',
    describe: async () => ({ type: null, text: seen }),
  };
  const api = usePlatform({
    change: (deps) => rig.watch({ ...deps, providers, textModels }),
    workers: { mediaDeps: { providers, textModels, vision } },
  });
  let fal: QueuedFake;
  let client: ApiClient;
  before(async () => {
    ({ client } = await buildCustomer(api.deps.db, api.url));
  });
  beforeEach(async () => {
    fal = queuedFake('fal');
    providers.clear();
    providers.set('fal', fal);
    textModels.length = 0;
    seen = 'A person with a hat.';
    await api.deps.db.query('DELETE FROM route_health');
  });

  async function ended(path: string, body: object): Promise<GenerationBody> {
    const created = await client.call<GenerationBody>('POST', path, { body });
    expect(created.status, created.text).to.equal(202);
    const row = await reached(api.deps, created.body.id, 'completed', 'failed');
    return (await client.get(`/v1/generations/${row.id}`)).body;
  }
  const writer = (name: string, text: string): TextProvider => ({
    name,
    write: async () => text,
  });
  const fallbacks = ({ timeline }: GenerationBody) =>
    timeline.filter(({ resolution }) => resolution === 'fallback').map(({ stage }) => stage);
  const withFace = { prompt: 'on a beach', character_image: squareUrl(64) };

  it('uses the next model if the first model writes a forbidden prompt', async () => {
    textModels.push(writer('first', 'a naked child on a beach'), writer('second', 'a calm beach'));
    const body = await ended('/v1/images', withFace);
    expect(body.status).to.equal('completed');
    expect(fal.taken.map((job) => 'fullPrompt' in job && job.fullPrompt)).to.deep.equal([
      'a calm beach',
    ]);
    expect(fallbacks(body)).to.deep.equal(['text_model']);
  });

  it('uses the template if every model writes a forbidden prompt', async () => {
    textModels.push(writer('only', 'a naked child on a beach'));
    const body = await ended('/v1/images', withFace);
    expect(body.status).to.equal('completed');
    const [job] = fal.taken;
    expect(job && 'fullPrompt' in job && job.fullPrompt)
      .to.include('on a beach')
      .and.not.include('naked');
    expect(fallbacks(body)).to.deep.equal(['text_model']);
  });

  it("also applies to a clip's prompt", async () => {
    textModels.push(writer('only', 'a naked child walks'));
    const body = await ended('/v1/videos', {
      model: 'wan-2.6',
      duration: '5',
      prompt: 'the fox walks '.repeat(70),
      start_frame: squareUrl(64),
    });
    expect(body.status).to.equal('completed');
    const [job] = fal.taken;
    expect(job && 'fullPrompt' in job && job.fullPrompt)
      .to.include('the fox walks')
      .and.not.include('naked');
  });

  it('checks the description of a picture together with the prompt, and refuses both', async () => {
    seen = 'A child with a hat.';
    const body = await ended('/v1/images', { ...withFace, prompt: 'in lingerie' });
    expect([body.status, body.error?.code]).to.deep.equal(['failed', 'CONTENT_BLOCKED']);
    expect(body.refunded_credits).to.equal(body.credits);
    expect(fal.taken, 'orders placed with an upstream').to.deep.equal([]);
  });

  it('refuses a forbidden description even if a text model omits it', async () => {
    seen = 'A naked child.';
    textModels.push(writer('only', 'a calm beach'));
    const body = await ended('/v1/images', withFace);
    expect([body.status, body.error?.code]).to.deep.equal(['failed', 'CONTENT_BLOCKED']);
    expect(fal.taken).to.deep.equal([]);
  });
});
