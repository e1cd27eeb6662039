import { expect } from 'chai';
import type { ModelsBody } from '../../domain/contract/model.js';
import type { QuoteBody } from '../../domain/contract/quote.js';
import { apiSuite } from './suite.js';

describe('GET /v1/models', () => {
  const suite = apiSuite();

  it('lists the image model as specified', async () => {
    const { client } = await suite.customer();
    const { status, body } = await client.get<ModelsBody>('/v1/models');
    expect(status).to.equal(200);
    expect(body.object).to.equal('list');
    expect(body.api_credit_multiplier).to.equal(2);
    // Other tests with this database have results, too.
    const { typical_seconds: _, ...image } = body.image;
    expect(image).to.deep.equal({
      id: 'service-image',
      aspect_ratios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
      resolutions: ['1K', '2K', '4K'],
      credits: { '1K': 2, '2K': 2, '4K': 3 },
      max_reference_images: 6,
    });
    expect(body.retention.uploads_days).to.equal(7);
    expect(body.provenance).to.deep.equal({ content_credentials: true, watermark: false });
    expect(body.characters).to.deep.equal({ preset: 2 });
  });

  it('offers only options that the create endpoint accepts', async () => {
    const { client } = await suite.customer({ credits: 1_000, raised: { concurrent_jobs: 100 } });
    const { image } = (await client.get<ModelsBody>('/v1/models')).body;
    for (const aspect_ratio of image.aspect_ratios) {
      for (const resolution of image.resolutions) {
        const body = { prompt: 'a red fox', aspect_ratio, resolution };
        const answer = await client.image(body);
        expect(answer.status, answer.text).to.equal(202);
        expect(answer.body.credits).to.equal(image.credits[resolution]);
        expect(answer.body.request).to.deep.include(body);
      }
    }
  });
});

describe('GET /v1/models with a different multiplier', () => {
  const suite = apiSuite({ env: { API_CREDIT_MULTIPLIER: '1.5' } });

  it('lists the quoted and charged prices, rounded up', async () => {
    const { client } = await suite.customer();
    const { image } = (await client.get<ModelsBody>('/v1/models')).body;
    expect(image.credits).to.deep.equal({ '1K': 2, '2K': 2, '4K': 3 });
    for (const [resolution, credits] of Object.entries(image.credits)) {
      const body = { prompt: 'a red fox', resolution };
      const quote = await client.call<QuoteBody>('POST', '/v1/quote', {
        body: { type: 'image', ...body },
      });
      expect(quote.body.credits).to.equal(credits);
      expect((await client.image(body)).body.credits).to.equal(credits);
    }
  });
});
