import { expect } from 'chai';
import { picture } from '../media/inspection/samples.js';
import { apiSuite, type Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';

/** No worker runs, so nothing is ordered from the providers. */
const KEYS = { FAL_API_KEY: 'a', KIE_API_KEY: 'b', OPENROUTER_API_KEY: 'c' };

describe('notes on fields that real providers ignore', () => {
  const suite = apiSuite({ env: KEYS });
  let customer: Customer;
  let frame: string;
  before(async () => {
    const raised = { requests_per_minute: 100_000, concurrent_jobs: 1_000 };
    customer = await suite.customer({ plan: 'agency', credits: 100_000, raised });
    frame = dataUrl(await picture(600, 400).png().toBuffer());
  });

  async function notesOf(type: 'image' | 'video', body: object): Promise<string[]> {
    const answer = await customer.client[type]({ prompt: 'a fox', ...body });
    expect(answer.status, answer.text).to.equal(202);
    return answer.body.timeline.map(({ message }) => message);
  }

  it('mention a requested seed that a provider cannot use, but not a random seed', async () => {
    const reason = 'does not accept one there';
    const [image, kling] = [
      await notesOf('image', { seed: 7 }),
      await notesOf('video', { model: 'kling-3.0', resolution: '720p', seed: 7 }),
    ];
    expect(image).to.have.length(1);
    expect(image[0]).to.include(`no effect with kie: service-image ${reason}`);
    expect(kling).to.have.length(1);
    expect(kling[0]).to.include('no effect with fal, kie, openrouter');
    expect(await notesOf('video', { model: 'veo-3', seed: 7 })).to.deep.equal([]);
    expect(await notesOf('image', {})).to.deep.equal([]);
    expect(await notesOf('video', { model: 'kling-3.0' })).to.deep.equal([]);
  });

  it('mention references sent with a first frame if the provider accepts fewer', async () => {
    const reference_images = [1, 2, 3].map((n) => ({ tag: `@r${n}`, image: frame }));
    const wanted = { model: 'kling-3.0', start_frame: frame, reference_images };
    const [standard] = await notesOf('video', { ...wanted, resolution: '720p' });
    expect(standard).to.include('3 of 3 reference images').and.include('with openrouter');
    expect(await notesOf('video', { ...wanted, resolution: '1080p' })).to.deep.equal([]);
  });

  it('mention an aspect ratio that differs from the first frame, which the clip follows', async () => {
    const wanted = { model: 'kling-3.0', start_frame: frame, resolution: '1080p' };
    const [note, ...more] = await notesOf('video', { ...wanted, aspect_ratio: '9:16' });
    expect(more).to.deep.equal([]);
    expect(note).to.include('aspect_ratio is not used with fal, kie');
    expect(await notesOf('video', { ...wanted, aspect_ratio: '16:9' })).to.deep.equal([]);
    expect(await notesOf('video', wanted)).to.deep.equal([]);
    const veo = { model: 'veo-3', start_frame: frame, aspect_ratio: '9:16' };
    expect(await notesOf('video', veo)).to.deep.equal([]);
  });

  it('do not mention a directive, because the request is refused', async () => {
    const prompt = 'a fox simulate:timeout';
    for (const [path, body] of [
      ['/v1/images', { prompt }],
      ['/v1/videos', { prompt, model: 'veo-3' }],
      ['/v1/quote', { type: 'image', prompt }],
      ['/v1/quote', { type: 'video', prompt, model: 'veo-3' }],
    ] as const) {
      const answer = await customer.client.refused('POST', path, { body });
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.text).to.include('only the built-in renderer supports directives');
    }
  });
});

describe('directives in a prompt', () => {
  const suite = apiSuite();

  const WRONG: readonly [text: string, says: string][] = [
    ['simulate:time_out', 'did you mean `timeout`?'],
    ['simulate:provider_eror=2', 'did you mean `provider_error`?'],
    ['simulate:earthquake', 'known: simulate:provider_error, simulate:rate_limit'],
    ['simulate:slow', 'from 0 to 120'],
    ['simulate:slow=999', 'from 0 to 120'],
    ['simulate:slow=1 simulate:slow=2', 'twice'],
  ];
  for (const [text, says] of WRONG) {
    it(`are refused for "${text}" everywhere with a suggestion, and have no side effects`, async () => {
      const { accountId, client } = await suite.customer();
      const prompt = `a fox ${text} in snow`;
      const [name = ''] = text.split(' ');
      for (const [path, body] of [
        ['/v1/images', { prompt }],
        ['/v1/videos', { prompt, model: 'veo-3' }],
        ['/v1/quote', { type: 'image', prompt }],
        ['/v1/quote', { type: 'video', prompt, model: 'veo-3' }],
      ] as const) {
        const answer = await suite.leavesNothing(accountId, () =>
          client.refused('POST', path, { body }),
        );
        expect(answer.status, answer.text).to.equal(400);
        const issues = answer.body.error.details?.['issues'] as { path: string; message: string }[];
        const [issue] = issues;
        expect(issue?.path).to.equal('body.prompt');
        expect(issue?.message).to.include(says).and.include(name.split('=')[0]);
      }
    });
  }
});
