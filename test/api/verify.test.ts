import { expect } from 'chai';
import { makeLeaf, makeRoot } from '../../adapters/media/credentials/certificates.js';
import { toDeliverable } from '../../adapters/media/deliverable.js';
import type { ProvenanceSignal, VerificationBody } from '../../domain/contract/verification.js';
import { signOutput } from '../../domain/provenance/sign-output.js';
import { Generation } from '../../entities/generation.js';
import { CREATED } from '../media/credentials/rig.js';
import { blackPng } from '../media/inspection/made.js';
import { SAMPLES } from '../media/inspection/samples.js';
import { apiSuite, type Customer } from './suite.js';

type Type = ProvenanceSignal['type'];
type Results = Readonly<Record<Type, ProvenanceSignal>>;

describe('POST /v1/verify', () => {
  const suite = apiSuite();
  let customer: Customer;
  let side = 64;
  before(async () => (customer = await suite.customer()));

  /** Makes a generation's file like the built-in renderer. */
  async function makeOutput(): Promise<{ id: string; bytes: Buffer }> {
    const id = await suite.queued(customer);
    const { deps } = suite.api;
    const row = await suite.db.manager.findOneByOrFail(Generation, { id });
    // Different sizes, because equal pictures would share one record.
    const asset = blackPng((side += 8));
    const { image } = await toDeliverable(asset, { generationId: id, synthetic: 'algorithmic' });
    const file = { bytes: image, contentType: 'image/webp' };
    const arrived = { bytes: asset, contentType: 'image/png' };
    const origin = { synthetic: 'algorithmic', watermark: null } as const;
    const output = { row, file, asset: arrived, frame: null, ...origin };
    return { id, bytes: await signOutput(deps, output) };
  }

  async function send(bytes: Uint8Array, field = 'file'): Promise<Response> {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)]), 'file');
    return fetch(`${suite.api.url}/v1/verify`, { method: 'POST', body: form });
  }

  async function check(bytes: Uint8Array): Promise<VerificationBody & { found: Results }> {
    const answer = await send(bytes);
    const body = (await answer.json()) as VerificationBody;
    expect(answer.status, JSON.stringify(body)).to.equal(200);
    const found = Object.fromEntries(body.results.map((one) => [one.type, one]));
    return { ...body, found: found as Results };
  }

  it('recognises a file of this service by its signature, its label and its record', async () => {
    const { id, bytes } = await makeOutput();
    const { found, ...body } = await check(bytes);
    expect(body).to.include({
      object: 'content_provenance_check',
      content_type: 'image/webp',
    });
    expect(found.c2pa).to.include({
      outcome: 'detected',
      validation_state: 'trusted',
      generation_id: id,
      model: 'service-image',
    });
    expect(found.c2pa.generated_at).to.be.closeTo(Date.now(), 60_000);
    expect(found.c2pa.chain[0]?.actions[0]).to.include({ action: 'c2pa.created' });
    expect(found.xmp).to.include({ outcome: 'detected', generation_id: id });
    expect(found.record).to.include({ outcome: 'detected', generation_id: id });
    expect(found.watermark.outcome).to.equal('not_checked');
  });

  it('reports a changed file as invalid', async () => {
    const { bytes } = await makeOutput();
    const at = bytes.indexOf('VP8') + 40;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    const { found } = await check(bytes);
    expect(found.c2pa).to.include({ outcome: 'detected', validation_state: 'invalid' });
    expect(found.c2pa).to.include({ generation_id: null, model: null });
    expect(found.record.outcome).to.equal('not_detected');
  });

  it('finds the record and the manifest of a file whose metadata was removed', async () => {
    const { id, bytes } = await makeOutput();
    const { found: whole } = await check(bytes);
    const stripped = removeChunks(bytes, ['C2PA', 'XMP ', 'EXIF']);
    expect(stripped.length).to.be.below(bytes.length);
    const { found } = await check(stripped);
    expect([found.c2pa.outcome, found.xmp.outcome]).to.deep.equal(['not_detected', 'not_detected']);
    expect(found.record).to.include({ outcome: 'detected', generation_id: id });
    expect(whole.record.chain).to.deep.equal([]);
    expect(found.record.chain).to.deep.equal(whole.c2pa.chain);
  });

  it("does not trust another signer who uses this service's name", async () => {
    const organization = suite.api.deps.provenance.organization;
    const root = await makeRoot(organization);
    const leaf = await makeLeaf(root, organization);
    const identity = { privateKey: leaf.privateKey, certificates: [leaf.certificate] };
    const file = { bytes: await SAMPLES['image/jpeg'](), contentType: 'image/jpeg' };
    const signed = await suite.api.deps.credentialSigner.sign(
      identity,
      file,
      { ...CREATED, assertions: {} },
      [],
    );
    const { found } = await check(signed.bytes);
    expect(found.c2pa).to.include({
      outcome: 'detected',
      validation_state: 'valid',
      generation_id: null,
    });
    expect(found.c2pa.chain[0]?.trusted).to.equal(false);
  });

  it('finds nothing in a file without signals, or in a file that is not media', async () => {
    // Other tests with this database record the samples.
    for (const bytes of [blackPng(101), Buffer.from('no picture')]) {
      const { found } = await check(bytes);
      for (const { type, outcome } of Object.values(found)) {
        expect(outcome, type).to.equal(type === 'watermark' ? 'not_checked' : 'not_detected');
      }
    }
  });

  it('reads a file of this service by its URL, also at a private address', async () => {
    const { id, bytes } = await makeOutput();
    const [key = ''] = await suite.complete(id, bytes);
    const answer = await sendJson({ url: suite.api.deps.mediaUrl(key) });
    const { results } = (await answer.json()) as VerificationBody;
    expect(results[0]).to.include({ validation_state: 'trusted', generation_id: id });
    const missing = await sendJson({ url: suite.api.deps.mediaUrl(key.replace('.webp', '.mp4')) });
    expect(missing.status).to.equal(400);
  });

  it('is what a generation reports of its stored file', async () => {
    const { id, bytes } = await makeOutput();
    const path = `/v1/generations/${id}/provenance`;
    expect((await customer.client.get(path)).status, 'before its end').to.equal(409);
    await suite.complete(id, bytes);
    const { body } = await customer.client.get<VerificationBody>(path);
    expect(body.results[0]).to.include({ validation_state: 'trusted', generation_id: id });
    const stranger = await suite.customer();
    expect((await stranger.client.get(path)).status).to.equal(404);
  });

  it('works without a key, and does not store or charge anything', async () => {
    const { bytes } = await makeOutput();
    await suite.leavesNothing(customer.accountId, () => check(bytes));
  });

  const sendJson = (body: object) =>
    fetch(`${suite.api.url}/v1/verify`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  const wrong: readonly [string, () => Promise<Response>, string][] = [
    ['another field', () => send(Buffer.from('x'), 'image'), 'body.file'],
    ['an empty file', () => send(Buffer.alloc(0)), 'body.file'],
    ['a file of more than 20 MB', () => send(Buffer.alloc(20_000_001)), 'body.file'],
    ['a body without a URL', () => sendJson({}), 'body.url'],
    ['a private address', () => sendJson({ url: 'https://127.0.0.1/fox.webp' }), 'body.url'],
    ['an unknown field', () => sendJson({ url: 'https://example.com', key: 1 }), 'body.key'],
  ];
  for (const [name, act, path] of wrong) {
    it(`rejects ${name}`, async () => {
      const answer = await act();
      const { error } = (await answer.json()) as {
        error: { code: string; details: { issues: { path: string }[] } };
      };
      expect([answer.status, error.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(error.details.issues.map((one) => one.path)).to.include(path);
    });
  }

  it('accepts only POST', async () => {
    const answer = await fetch(`${suite.api.url}/v1/verify`);
    expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'POST']);
  });
});

/** Removes chunks of a WebP, like a program that strips metadata. */
function removeChunks(webp: Buffer, names: readonly string[]): Buffer {
  const kept = [webp.subarray(0, 12)];
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (!names.includes(webp.toString('latin1', at, at + 4))) kept.push(webp.subarray(at, end));
    at = end;
  }
  const all = Buffer.concat(kept);
  all.writeUInt32LE(all.length - 8, 4);
  return all;
}
