import { expect } from 'chai';
import { presentGeneration, type GenerationView } from '../../domain/contract/generation.js';
import { summariseImage } from '../../domain/contract/image.js';

const view: GenerationView = {
  id: `gen_${'0'.repeat(32)}`,
  type: 'image',
  model: 'service-image',
  status: 'completed',
  credits: 3,
  refundedCredits: 1,
  outputKey: 'out/a.webp',
  thumbnailKey: 'out/a-400.webp',
  error: null,
  request: summariseImage({ prompt: 'a fox' }, 7),
  inputs: [],
  options: {},
  metadata: { order: '42', customer: 'c1' },
  title: null,
  favorite: false,
  timeline: [],
  makers: {},
  createdAt: new Date(1e3),
  completedAt: new Date(2e3),
};
const present = (change: Partial<GenerationView> = {}) =>
  presentGeneration(
    { ...view, ...change },
    {
      mediaUrl: (key) => `https://cdn.test/${key}`,
      libraryUrl: (id) => `https://api.test/app/library/${id}`,
      generationUrl: (id) => `https://api.test/v1/generations/${id}`,
    },
  );

describe('presentGeneration', () => {
  it('returns exactly the specified fields, with times in Unix milliseconds', () => {
    expect(present()).to.deep.equal({
      id: view.id,
      object: 'generation',
      type: 'image',
      model: 'service-image',
      status: 'completed',
      credits: 3,
      refunded_credits: 1,
      error: null,
      metadata: { customer: 'c1', order: '42' },
      title: null,
      favorite: false,
      timeline: [],
      simulated: null,
      result: {
        url: 'https://cdn.test/out/a.webp',
        thumbnail_url: 'https://cdn.test/out/a-400.webp',
        library_url: `https://api.test/app/library/${view.id}`,
      },
      request: view.request,
      progress: null,
      urls: {
        get: `https://api.test/v1/generations/${view.id}`,
        cancel: `https://api.test/v1/generations/${view.id}/cancel`,
        events: `https://api.test/v1/generations/${view.id}/events`,
      },
      created_at: 1e3,
      completed_at: 2e3,
    });
  });

  for (const status of ['queued', 'processing', 'failed', 'cancelled'] as const) {
    it(`returns null as the result of a ${status} generation, even if its keys are known`, () => {
      expect(present({ status }).result).to.equal(null);
    });
  }

  it('returns a result even if there is no thumbnail', () => {
    expect(present({ thumbnailKey: null }).result).to.include({ thumbnail_url: null });
  });

  it('returns null as the completion time of an unfinished generation', () => {
    expect(present({ status: 'queued', completedAt: null }).completed_at).to.equal(null);
  });
});
