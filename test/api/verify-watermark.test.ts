import { expect } from 'chai';
import sharp from 'sharp';
import type { ModelsBody } from '../../domain/contract/model.js';
import type { VerificationBody } from '../../domain/contract/verification.js';
import { signOutput } from '../../domain/provenance/sign-output.js';
import { Generation } from '../../entities/generation.js';
import { blackPng } from '../media/inspection/made.js';
import { watermarkFake } from '../support/watermark-fake.js';
import { ApiSuite, registerSuite } from './suite.js';

describe('POST /v1/verify with a watermark service', () => {
  const { fake, options } = watermarkFake();
  const suite = registerSuite(new ApiSuite(), options);

  async function check(bytes: Uint8Array) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'file');
    const answer = await fetch(`${suite.api.url}/v1/verify`, { method: 'POST', body: form });
    const { results } = (await answer.json()) as VerificationBody;
    expect(answer.status).to.equal(200);
    return results.find(({ type }) => type === 'watermark');
  }

  /** Marks and signs a picture like the storage step. */
  async function makeMarked(code: string): Promise<{ id: string; bytes: Buffer }> {
    const id = await suite.queued(await suite.customer());
    const { deps } = suite.api;
    const row = await suite.db.manager.findOneByOrFail(Generation, { id });
    const asset = { bytes: blackPng(256), contentType: 'image/png' };
    const bytes = await deps.watermark?.embed(asset, code);
    if (!bytes) throw new Error('there is no service');
    const file = { bytes, contentType: 'image/png' };
    const origin = { synthetic: 'algorithmic', watermark: code } as const;
    const signed = await signOutput(deps, { row, file, asset, frame: null, ...origin });
    return { id, bytes: signed };
  }

  const codes = {
    png: '0123456789abcde',
    jpeg: 'edcba9876543210',
    webp: '5a5a5a5a5a5a5a5',
  } as const;
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    it(`finds the generation and the manifest of a picture that was scaled and encoded again as ${format}`, async () => {
      const { id, bytes } = await makeMarked(codes[format]);
      const copy = await sharp(bytes).resize(200).toFormat(format, { quality: 70 }).toBuffer();
      const found = await check(copy);
      expect(found).to.include({ outcome: 'detected', generation_id: id, model: 'service-image' });
      expect(found?.generated_at).to.be.closeTo(Date.now(), 60_000);
      expect(found?.chain).to.have.length(1);
      expect(found?.chain[0]).to.deep.include({ trusted: true, problems: [] });
      const steps = found?.chain[0]?.actions.map(({ action }) => action);
      expect(steps).to.deep.equal(['c2pa.created', 'c2pa.watermarked.unbound']);
    });
  }

  it('does not find an unmarked picture, or one with an unknown code', async () => {
    const file = { bytes: blackPng(256), contentType: 'image/png' };
    const unknown = await suite.api.deps.watermark?.embed(file, 'fffffffffffffff');
    for (const bytes of [file.bytes, unknown ?? Buffer.alloc(0)]) {
      expect(await check(bytes)).to.include({ outcome: 'not_detected', generation_id: null });
    }
  });

  const broken = {
    'answers with an error': { status: 500, text: 'out of memory' },
    'ends the connection': 'reset',
    'answers without an id': { status: 200, json: {} },
    'answers with an impossible id': { status: 200, json: { id: '<script>' } },
    'answers with something else': { status: 200, text: 'ok' },
  } as const;
  for (const [name, reply] of Object.entries(broken)) {
    it(`reports not_checked, and all other signals, if the service ${name}`, async () => {
      fake().next(reply);
      expect(await check(blackPng(64))).to.include({ outcome: 'not_checked' });
    });
  }

  it('does not send files that it cannot read to the watermark service', async () => {
    const before = fake().countDetections();
    expect(await check(Buffer.from('no picture'))).to.include({ outcome: 'not_checked' });
    expect(fake().countDetections()).to.equal(before);
  });

  it('is announced by GET /v1/models', async () => {
    const { client } = await suite.customer();
    const { body } = await client.get<ModelsBody>('/v1/models');
    expect(body.provenance).to.deep.equal({ content_credentials: true, watermark: true });
  });
});
