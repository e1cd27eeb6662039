import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { COMBINATIONS, type FieldCombination } from '../../domain/catalogue/combinations.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { VIDEO_RULES } from '../../domain/contract/unused-fields.js';
import { fixture } from '../media/inspection/samples.js';
import { blackPng } from '../media/inspection/made.js';
import { apiSuite, type Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';

const picture = dataUrl(blackPng(64));
const PAGE = new URL('../../docs/decisions/0010-nothing-given-is-dropped.md', import.meta.url);

/** Describes the conditions of a rule: `edit: true`, `scene_image`, `no prompt`. */
const conditionsOf = ({ when }: FieldCombination): string[] =>
  Object.entries(when).map(([field, condition]) => {
    if (condition === 'given') return field;
    return condition === 'absent' ? `no ${field}` : `${field}: ${condition}`;
  });

describe('the rules for conflicting request fields', () => {
  const suite = apiSuite();
  let customer: Customer;
  let values: Record<string, unknown>;
  before(async () => {
    const raised = { requests_per_minute: 100_000, concurrent_jobs: 1_000 };
    customer = await suite.customer({ plan: 'agency', credits: 100_000, raised });
    values = {
      prompt: 'a fox',
      character_image: picture,
      scene_image: picture,
      start_frame: picture,
      narration_audio: dataUrl(fixture('tone.wav'), 'audio/wav'),
      script: 'Hello there.',
      language: 'en-US',
      voice_key: 'grace',
      character_id: await made('characters', {
        name: 'Ada',
        gender: 'female',
      }),
      product_id: await made('products', { name: 'Soap' }),
    };
  });

  async function made(kind: string, body: object): Promise<string> {
    const wanted = { ...body, images: [picture] };
    const created = await customer.client.call<{ id: string }>('POST', `/v1/${kind}`, {
      body: wanted,
    });
    expect(created.status, created.text).to.equal(201);
    return created.body.id;
  }

  /** Builds the smallest request to which a rule applies. */
  function bodyOf({ on, when }: FieldCombination): Record<string, unknown> {
    if (on === 'speech') {
      const given = Object.keys(when).map((field) => [field, values[field]] as const);
      return { text: 'Hello there.', ...Object.fromEntries(given) };
    }
    const named = Object.entries(when).flatMap(([field, condition]) => {
      if (condition === 'absent') return [];
      return [[field, condition === 'given' ? values[field] : condition] as const];
    });
    const short = { model: 'seedance-2.0-mini', duration: '4', resolution: '480p' };
    const base = { ...(on === 'video' && short), prompt: 'a fox', scene_image: picture };
    const { scene_image: scene, prompt, ...rest } = { ...base, ...Object.fromEntries(named) };
    return {
      ...rest,
      ...(on === 'image' && when['scene_image'] !== 'absent' && { scene_image: scene }),
      ...(when['prompt'] !== 'absent' && { prompt }),
    };
  }

  const send = (type: FieldCombination['on'], body: object) => {
    if (type === 'speech') {
      return customer.client.call<GenerationBody>('POST', '/v1/speech', { body });
    }
    return type === 'image' ? customer.client.image(body) : customer.client.video(body);
  };
  const quote = (type: FieldCombination['on'], body: object) =>
    customer.client.refused('POST', '/v1/quote', { body: { type, ...body }, idem: null });

  for (const row of COMBINATIONS) {
    const { on, outcome, field, says, when } = row;
    const name = `${on}: ${conditionsOf(row).join(' + ')}`;
    if (outcome === 'refused') {
      it(`refuse ${name} in requests and quotes, report the field, and do not store anything`, async () => {
        const body = bodyOf(row);
        const { accountId } = customer;
        const real = await suite.leavesNothing(accountId, () => send(on, body));
        const quoted = await quote(on, body);
        for (const answer of [real, quoted]) {
          expect(answer.status, answer.text).to.equal(400);
          const { error } = JSON.parse(answer.text);
          expect(error.details.issues).to.deep.include({ path: `body.${field}`, message: says });
          const [meets] = Object.keys(when).filter((one) => one !== field);
          expect(`${field} ${says}`).to.include(meets);
        }
      });
    } else {
      it(`accept ${name} and add a note to the timeline`, async () => {
        const answer = await send(on, bodyOf(row));
        expect(answer.status, answer.text).to.equal(202);
        expect(answer.body.timeline.map(({ message }) => message)).to.deep.equal([says]);
        expect(answer.body.timeline[0]).to.include({
          stage: 'prompt_merge',
          resolution: 'fallback',
        });
        expect(says).to.include(field);
      });
    }
  }

  it('accept product_id with character_id without a note', async () => {
    const { character_id, product_id } = values;
    for (const [type, body] of [
      ['image', { character_id, product_id }],
      ['video', { model: 'veo-3', character_id, product_id }],
    ] as const) {
      const answer = await send(type, body);
      expect(answer.status, answer.text).to.equal(202);
      expect(answer.body.timeline).to.deep.equal([]);
    }
  });

  it('include two tags that differ only in case', async () => {
    const reference_images = [
      { tag: '@Bag', image: picture },
      { tag: '@bag', image: picture },
    ];
    const answer = await customer.client.image({ prompt: 'x', reference_images });
    expect(answer.status, answer.text).to.equal(400);
    expect(answer.text).to.include('@bag is used twice');
  });

  it('match the page about decisions exactly', async () => {
    const page = await readFile(PAGE, 'utf8');
    const listed = page
      .split('\n')
      .filter((line) => /^\| (?:image|speech|video) \|/.test(line))
      .map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .slice(1, 4)
          .join(' | '),
      );
    expect(listed).to.have.members([
      ...COMBINATIONS.map((row) =>
        [
          row.on,
          conditionsOf(row)
            .map((text) => `\`${text}\``)
            .join(' '),
          row.outcome,
        ].join(' | '),
      ),
      ...VIDEO_RULES.map(({ fields }) =>
        ['video', fields.map((text) => `\`${text}\``).join(' '), 'noted'].join(' | '),
      ),
      'image | `seed` `model` | noted',
    ]);
  });
});
