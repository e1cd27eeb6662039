import { expect } from 'chai';
import type { QuoteBody } from '../../domain/contract/quote.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import { squareUrl } from '../support/data-url.js';
import { randomFrom } from '../support/random.js';
import { apiSuite, type Customer } from './suite.js';

const REQUESTS = 160;
const SEED = 40;

/** Values of each field; undefined leaves the field out. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  text: [
    'Good morning.',
    'x'.repeat(500),
    'x'.repeat(501),
    'x'.repeat(4_000),
    'Zoë’s café 😀',
    'a simulate:slow=1',
    undefined,
    '',
    ' \n ',
    'x'.repeat(4_001),
    '😀'.repeat(2_001),
    7,
    null,
    ['a'],
    'a bowl of forbidden fruit',
    'a simulate:unknown',
    'half a pair \ud800',
  ],
  voice_key: [undefined, undefined, 'grace', 'edmund', 'lena', 'nobody', 7, ''],
  character_id: [undefined, undefined, undefined, 'own', 'foreign', 'a'.repeat(20), 7],
  language: [undefined, undefined, 'en', 'en-GB', 'de-DE', 'EN', 'e', 'English please', 7],
  speed: [undefined, 0.5, 1, 2, 0.49, 2.01, '1', -1],
  format: [undefined, 'wav', 'mp3', 'opus', 'WAV', 1],
  metadata: [undefined, undefined, { order: '42' }, { order: 42 }, 'order'],
  webhook_url: [undefined, undefined, undefined, 'http://10.0.0.1/hook', 'nonsense'],
  webhook_events: [undefined, undefined, undefined, ['speech.failed'], ['generation.failed'], []],
  voice: [undefined, undefined, undefined, undefined, 'grace'],
};

/** Converts a refusal of the real endpoint to the response that the quote should send. */
function asQuoted({ error }: ErrorBody): object {
  const { code, message, details } = error;
  if (code === 'VALIDATION_ERROR') return { code, message, details };
  return { code: 'VALIDATION_ERROR', message, details: { code, ...details } };
}

/** Removes `type`, which only quotes list in the message about an unknown field. */
const bare = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(/`?\b(?:type|or|and)\b`?/g, '')
    .replaceAll(/[\s,]+/g, ' ');

describe('a quote of speech', () => {
  const suite = apiSuite();
  let customer: Customer;
  let characters: Readonly<Record<string, string>>;
  const seen = { refused: 0, accepted: 0 };

  before(async () => {
    const raised = {
      requests_per_minute: 100_000,
      images_per_minute: 100_000,
      concurrent_jobs: 10_000,
    };
    customer = await suite.customer({ credits: 100_000, raised });
    const save = async ({ client }: Customer) => {
      const body = { name: 'Ava', gender: 'female', images: [squareUrl(8)], voice_key: 'miles' };
      return (await client.call<{ id: string }>('POST', '/v1/characters', { body })).body.id;
    };
    characters = { own: await save(customer), foreign: await save(await suite.customer()) };
  });

  const bodyOf = (random: ReturnType<typeof randomFrom>): Record<string, unknown> => {
    const isOdd = (field: string) => field === 'text' || random() < 0.45;
    const entries = Object.entries(VALUES).map(([field, values]) => {
      const value = isOdd(field) ? values[Math.floor(random() * values.length)] : values[0];
      return [field, characters[String(value)] ?? value] as const;
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };

  it(`agrees with the real endpoint on ${REQUESTS} generated requests`, async () => {
    const random = randomFrom(SEED);
    const { client, accountId } = customer;
    for (let n = 0; n < REQUESTS; n += 1) {
      const body = bodyOf(random);
      const quote = await suite.leavesNothing(accountId, () =>
        client.call<QuoteBody & ErrorBody>('POST', '/v1/quote', {
          body: { type: 'speech', ...body },
          idem: null,
        }),
      );
      const real = await client.call<SpeechBody & ErrorBody>('POST', '/v1/speech', { body });
      const what = `${n}: ${JSON.stringify(body).slice(0, 300)}\n${real.text}\n${quote.text}`;
      if (real.status === 202) {
        expect(quote.status, what).to.equal(200);
        expect(quote.body.credits, what).to.equal(real.body.credits);
        expect(quote.body.type).to.equal('speech');
        seen.accepted += 1;
      } else {
        expect([quote.status, real.status >= 400 && real.status < 500], what).to.deep.equal([
          400,
          true,
        ]);
        const { code, message, details } = quote.body.error;
        expect(bare({ code, message, details }), what).to.equal(bare(asQuoted(real.body)));
        seen.refused += 1;
      }
    }
    expect(seen.refused, JSON.stringify(seen)).to.be.at.least(120);
    expect(seen.accepted, JSON.stringify(seen)).to.be.at.least(5);
  });

  it('equals the charge for each length', async () => {
    const { client, accountId } = customer;
    for (const [length, credits] of [
      [1, 1],
      [500, 1],
      [501, 2],
      [4_000, 8],
    ] as const) {
      const { balance: before = 0 } = await suite.footprint(accountId);
      const body = { text: 'x'.repeat(length) };
      const real = await client.call<SpeechBody>('POST', '/v1/speech', { body });
      const { balance: after = 0 } = await suite.footprint(accountId);
      expect([real.body.credits, before - after], `${length}`).to.deep.equal([credits, credits]);
    }
  });
});
