import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { toFile } from 'openai';
import sharp from 'sharp';
import { apiSuite } from '../api/suite.js';
import { failureOf } from '../support/failure.js';
import { openAiOf } from './openai-rig.js';

describe('content provenance checks with the OpenAI client for Node', () => {
  const suite = apiSuite({ workers: {} });
  const open = async () => openAiOf(suite.api.url, await suite.customer());

  it('find the signature and the record of an image, but no signature in a copy', async () => {
    const client = await open();
    const answer = await client.images.generate({ prompt: 'a fox', response_format: 'url' });
    const { pathname } = new URL(answer.data?.[0]?.url ?? '');
    const image = await fetch(suite.api.url + pathname);
    const picture = Buffer.from(await image.arrayBuffer());
    const check = async (bytes: Buffer) =>
      client.contentProvenanceChecks.create({ file: await toFile(bytes, 'fox.webp') });
    const { results, ...body } = await check(picture);
    expect(body.object).to.equal('content_provenance_check');
    expect(body.created_at).to.be.closeTo(Date.now() / 1_000, 60);
    expect(results.map(({ type }) => type)).to.deep.equal(['c2pa', 'record']);
    const [signature, record] = results;
    expect(signature).to.include({ outcome: 'detected', validation_state: 'trusted' });
    expect(signature?.model).to.equal('service-image');
    expect(Date.parse(signature?.generated_at ?? '')).to.be.closeTo(Date.now(), 60_000);
    expect(record).to.include({ outcome: 'detected', model: 'service-image' });

    const bare = await check(await sharp(picture).webp({ lossless: true }).toBuffer());
    expect(bare.results[0]).to.deep.equal({
      type: 'c2pa',
      outcome: 'not_detected',
      validation_state: 'not_present',
      issuer: null,
      model: null,
      generated_at: null,
    });
  });

  const refused = {
    'a request without a file': { file: undefined, status: 400 },
    'an empty file': { file: Buffer.alloc(0), status: 400 },
    'a file of more than 20 MB': { file: randomBytes(20_000_001), status: 400 },
  };
  for (const [name, { file, status }] of Object.entries(refused)) {
    it(`refuse ${name}`, async () => {
      const body = { file: file && (await toFile(file, 'x.webp')) } as never;
      const error = await failureOf((await open()).contentProvenanceChecks.create(body));
      expect(error).to.include({ status });
      expect(error).to.have.property('param').that.contains('file');
    });
  }
});
