import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { EVENT_TYPES, type EventType } from '../../domain/catalogue/event-types.js';
import { EventSchema, buildEventSchema } from '../../domain/contract/event.js';
import { buildWebhookHeaders } from '../../domain/contract/webhook-signature.js';
import { examples, withSections } from './sections.js';
import { PROGRAMS, run, snippetOf } from './snippets.js';
import { VECTORS, vectorsFile } from './vectors.js';

/** Removes the names of schemas. A schema may occur twice with one name, which only the document resolves. */
const withoutNames = (schema: object): object =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value))) as object;

const REFRESH = 'run `tsx test/docs/write.ts` and commit what it changes';
const docs = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

const verification = (page: string): string => page.split('## Verify the signature\n')[1] ?? '';

describe('docs/webhooks.md', () => {
  let page: string;
  before(async () => {
    page = await docs('webhooks.md');
  });

  it('states the retries, errors and events that are in the code', () => {
    expect(withSections(page), REFRESH).to.equal(page);
  });

  it('names every event type, with examples that match the schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addFormat('uri', (text: string) => URL.canParse(text));
    const shown = Object.entries(examples());
    expect(shown.map(([type]) => type)).to.have.members(
      EVENT_TYPES.filter((type) => !type.startsWith('social_post.')),
    );
    for (const [type, text] of shown) {
      const event = JSON.parse(text) as { type: EventType };
      for (const named of [EventSchema, buildEventSchema(event.type)]) {
        const schema = withoutNames(named);
        expect(ajv.validate(schema, event), `${type}: ${ajv.errorsText()}`).to.equal(true);
      }
    }
    for (const type of EVENT_TYPES) expect(page).to.include(`### ${type}`);
  });

  for (const program of PROGRAMS) {
    it(`has a ${program.language} program that accepts and rejects exactly as the vectors require`, async () => {
      const verdicts = await run(program, snippetOf(verification(page), program.language), VECTORS);
      const wrong = VECTORS.filter(({ valid }, index) => verdicts[index] !== valid);
      expect(wrong.map(({ name }) => name)).to.deep.equal([]);
      expect(verdicts).to.have.length(VECTORS.length);
    }).timeout(130_000);
  }

  it('names the verification of both clients', () => {
    const [text = ''] = verification(page).split('\n#');
    const guides = ['client.md', '../clients/python/README.md'];
    for (const guide of guides) expect(text).to.include(`](${guide}#webhooks)`);
    expect(text.split('`webhooks.unwrap`')).to.have.length(guides.length + 1);
  });

  it('is tested only with installed programs: a missing program fails the test', async () => {
    const [program] = PROGRAMS;
    if (!program) throw new Error('no program');
    const absent = { ...program, command: 'no-such-command' };
    const message = await run(absent, '', VECTORS).catch((error: Error) => error.message);
    expect(message).to.include('`no-such-command` is needed');
  });
});

describe('docs/signature-vectors.json', () => {
  it('equals the output of the code, with at least 20 valid and 20 invalid cases', async () => {
    expect(await docs('signature-vectors.json'), REFRESH).to.equal(vectorsFile());
    expect(VECTORS.length).to.be.at.least(20);
    for (const valid of [true, false]) {
      expect(VECTORS.filter((vector) => vector.valid === valid).length).to.be.at.least(8);
    }
  });

  it("agrees with Stripe's library on every vector", () => {
    const { signature } = new Stripe('sk_test_unused').webhooks;
    // Stripe's library treats an empty body as a mistake of the caller, and throws.
    const bodies = VECTORS.filter(({ body }) => body !== '');
    for (const { name, secret, header, body, now, valid } of bodies) {
      const verify = () =>
        signature?.verifyHeader(body, header, secret, 300, undefined, now * 1_000);
      if (valid) expect(verify(), name).to.equal(true);
      else expect(verify, name).to.throw();
    }
  });

  it('agrees with the signatures of the platform: with one secret, and with two during a rotation', () => {
    const at = new Date(1_763_700_000_000);
    for (const [index, { name, secret, body, header, now, valid }] of VECTORS.entries()) {
      const rotated = name.startsWith('rotation');
      if (!valid || header.includes('v0') || rotated || now !== at.getTime() / 1_000) continue;
      const signed = buildWebhookHeaders(
        { id: `dlv_${index}`, eventId: 'evt_1', type: 'credits.low', body, secrets: [secret] },
        at,
      );
      expect(signed['Service-Signature'], name).to.equal(header);
    }
    const [first] = VECTORS;
    const rotation = VECTORS.find(({ name }) => name === 'rotation, receiver has the new secret');
    const other = VECTORS.find(({ name }) => name === 'another secret')?.secret ?? '';
    const both = buildWebhookHeaders(
      {
        id: 'dlv_1',
        eventId: 'evt_1',
        type: 'credits.low',
        body: first?.body ?? '',
        secrets: [first?.secret ?? '', other],
      },
      at,
    );
    expect(both['Service-Signature']).to.equal(rotation?.header);
  });

  it('works with a Standard Webhooks library and either secret during a rotation', () => {
    const secrets = [...new Set(VECTORS.map(({ secret }) => secret))].slice(0, 2);
    const body = VECTORS[0]?.body ?? '';
    const delivery = { id: 'dlv_1', eventId: 'evt_1', type: 'credits.low', body, secrets };
    const headers = buildWebhookHeaders(delivery, new Date());
    for (const secret of secrets) new Webhook(secret).verify(body, headers);
    const one = buildWebhookHeaders({ ...delivery, secrets: secrets.slice(1) }, new Date());
    expect(() => new Webhook(secrets[0] ?? '').verify(body, one)).to.throw();
  });
});
