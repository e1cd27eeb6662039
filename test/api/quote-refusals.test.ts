import { expect } from 'chai';
import { createFetchFile } from '../../adapters/egress/fetch-file.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { guard } from '../egress/rig.js';
import type { Answer } from '../support/client.js';
import { BODIES } from './quote-refusals/bodies.js';
import type { RefusedCase } from './quote-refusals/case.js';
import { Effects } from './quote-refusals/effects.js';
import { resolver } from './quote-refusals/names.js';
import { NO_ROOM, REFERENCES } from './quote-refusals/references.js';
import { buildWorld, type World } from './quote-refusals/world.js';
import { uploadSuite } from './uploads-rig.js';

const CASES: readonly RefusedCase[] = [...BODIES, ...REFERENCES, ...NO_ROOM];

/** The fields that only a quote has, and the separators in a list of fields. */
const OWN_FIELDS = /`?\b(?:type|motion_video_seconds|or|and)\b`?/g;
const bare = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll(OWN_FIELDS, '')
    .replaceAll(/[\s,]+("?)/g, (_, quote: string) => quote || ' ');

/** Converts a refusal of the real endpoint to the response that the quote should send. */
function asQuoted({ error }: ErrorBody): object {
  const { code, message, details } = error;
  if (code === 'VALIDATION_ERROR') return { status: 400, code, message, details };
  return { status: 400, code: 'VALIDATION_ERROR', message, details: { code, ...details } };
}

function summarise({ status, body: { error } }: Answer<ErrorBody>): object {
  return { status, code: error.code, message: error.message, details: error.details };
}

describe('a quote, like the real endpoint, refuses', () => {
  const effects = new Effects();
  const suite = uploadSuite({
    workers: { mediaDeps: effects.unwatched },
    change: (deps) => {
      const fetchFile = createFetchFile(guard(suite.site, { resolver }));
      return effects.watch({ ...deps, fetchFile });
    },
  });
  let world: World;
  let equal = 0;
  before(async () => {
    world = await buildWorld(suite);
  });
  after(() => console.log(`      ${equal} of ${CASES.length} equal`));

  for (const { what, type, body, as } of CASES) {
    it(what, async () => {
      const { client, accountId } = as === 'full' ? world.full : world.customer;
      const wanted = await body(world);
      const quoted = await effects.none(suite, accountId, () =>
        client.refused('POST', '/v1/quote', { body: { type, ...wanted }, idem: null }),
      );
      const real = await client.refused('POST', `/v1/${type}s`, { body: wanted });
      expect(real.status, real.text).to.be.within(400, 499);
      expect(bare(summarise(quoted))).to.equal(bare(asQuoted(real.body)));
      equal += 1;
    });
  }

  it('every request of this list of at least 120 different requests', () => {
    expect(new Set(CASES.map(({ what }) => what)).size).to.equal(CASES.length);
    expect(CASES.length).to.be.at.least(120);
  });
});
