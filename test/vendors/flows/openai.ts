import { expect } from 'chai';
import OpenAI from 'openai';
import { pictureOf } from '../../providers/jobs.js';
import {
  API_KEY,
  startOpenAiFake,
  type OpenAiFake,
} from '@media-platform/stand-ins/providers/openai/fake.js';
import { dataUrl } from '../../support/data-url.js';
import { failureOf } from '../../support/failure.js';
import type { VendorFlow } from '../flow.js';
import { loopbackFetch } from '../loopback-fetch.js';

async function withOpenAi(work: (openai: OpenAI, fake: OpenAiFake) => Promise<void>) {
  const fake = await startOpenAiFake(API_KEY, { checksPolicy: false });
  try {
    const fetch = loopbackFetch((url) => url);
    await work(new OpenAI({ apiKey: API_KEY, baseURL: fake.url, fetch, maxRetries: 0 }), fake);
    expect(fake.violations(), 'protocol violations').to.deep.equal([]);
  } finally {
    await fake.stop();
  }
}

const SCHEMA = {
  type: 'object',
  properties: { animal: { type: 'string' } },
  required: ['animal'],
  additionalProperties: false,
};

export const OPENAI_FLOWS: readonly VendorFlow[] = [
  {
    client: 'openai',
    does: 'asks about a picture, and gets JSON that matches a schema',
    run: () =>
      withOpenAi(async (openai, fake) => {
        fake.next({ content: '{"animal":"fox"}' });
        const { bytes, contentType } = await pictureOf('#806040');
        const answer = await openai.chat.completions.parse({
          model: 'm-1',
          temperature: 0,
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'Which animal?' },
                { type: 'image_url', image_url: { url: dataUrl(bytes, contentType) } },
              ],
            },
          ],
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'animal', strict: true, schema: SCHEMA },
          },
        });
        expect(answer.choices[0]?.message.content).to.equal('{"animal":"fox"}');
        expect(answer.usage?.total_tokens).to.equal(12);
      }),
  },
  {
    client: 'openai',
    does: 'moderates a text with a picture, and gets a rate limit error',
    run: () =>
      withOpenAi(async (openai, fake) => {
        const scores = { violence: 0.9 };
        const results = [
          { flagged: true, categories: { violence: true }, category_scores: scores },
        ];
        fake.next({ status: 200, body: { id: 'modr-1', model: 'm-1', results } });
        const { bytes, contentType } = await pictureOf('#806040');
        const input = [
          { type: 'text' as const, text: 'a fight' },
          { type: 'image_url' as const, image_url: { url: dataUrl(bytes, contentType) } },
        ];
        const judged = await openai.moderations.create({ model: 'm-1', input });
        expect(judged.results[0]?.category_scores.violence).to.equal(0.9);
        const body = { error: { message: 'Rate limit reached', type: 'requests', code: null } };
        fake.next({ status: 429, body });
        const failure = await failureOf(openai.moderations.create({ model: 'm-1', input }));
        expect(failure).to.be.instanceOf(OpenAI.RateLimitError);
      }),
  },
];
