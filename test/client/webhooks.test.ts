import { expect } from 'chai';
import { webhookSuite } from '../api/webhooks-rig.js';
import { VECTORS } from '../docs/vectors.js';
import { failureOf, installedClient } from './installed.js';

describe('webhooks.unwrap of the client', () => {
  const suite = webhookSuite();
  const installed = installedClient();

  it('accepts and rejects exactly as the test vectors require', async () => {
    const { webhooks, SignatureError } = installed.client;
    for (const { name, secret, header, body, now, valid } of VECTORS) {
      const headers = { 'service-signature': header };
      const verdict = webhooks.unwrap(body, headers, secret, { now }).then(
        () => true,
        (error: unknown) => {
          // An empty body is authentic, but not JSON.
          if (error instanceof SyntaxError) return true;
          expect(error, name).to.be.instanceOf(SignatureError);
          return false;
        },
      );
      expect(await verdict, name).to.equal(valid);
    }
  });

  it('accepts real deliveries with the old and the new secret during a rotation', async () => {
    const customer = await suite.customer();
    const media = installed.of(suite.api.url, customer);
    const { webhooks, SignatureError } = installed.client;
    const url = suite.receiver.at('/rotated');
    const { id, secret: old } = await media.request('POST /v1/webhooks', { body: { url } });
    const { secret } = await media.request('POST /v1/webhooks/{id}/rotate_secret', {
      params: { id },
    });
    expect(secret).not.to.equal(old);
    await media.request('POST /v1/webhooks/{id}/test', { params: { id } });
    const [receipt] = await suite.receiver.received('/rotated', 1);
    if (!receipt) throw new Error('nothing was received');
    const { body, headers } = receipt;
    for (const secrets of [secret, old, ['whsec_other', old]]) {
      const event = await webhooks.unwrap(body, headers, secrets);
      expect(event.id).to.equal(receipt.event.id);
    }
    const bytes = new TextEncoder().encode(body);
    const event = await webhooks.unwrap(bytes, new Headers(headers), secret);
    expect(event.type).to.equal(receipt.event.type);
    for (const wrong of ['whsec_other', []]) {
      const error = await failureOf(webhooks.unwrap(body, headers, wrong));
      expect(error).to.be.instanceOf(SignatureError);
    }
  });

  it('allows the clock of the receiver to differ by five minutes, or as configured', async () => {
    const { webhooks, SignatureError } = installed.client;
    const [vector] = VECTORS;
    if (!vector) throw new Error('no vector');
    const { header, body, secret, now } = vector;
    const unwrapAt = (skew: number, toleranceSeconds?: number) =>
      webhooks.unwrap(body, { 'Service-Signature': header }, secret, {
        now: now + skew,
        toleranceSeconds,
      });
    for (const skew of [-3_600, -299, 299]) expect((await unwrapAt(skew)).id).to.equal('evt_1');
    expect((await unwrapAt(900, 1_000)).id).to.equal('evt_1');
    const error = await failureOf(unwrapAt(301));
    if (!(error instanceof SignatureError)) throw error;
    expect(error.message).to.equal(
      'The signature is 301 seconds old. Check the clock of this machine.',
    );
    expect(await failureOf(unwrapAt(31, 30))).to.be.instanceOf(SignatureError);
  });

  it('names a missing header, and rejects an empty secret', async () => {
    const { webhooks } = installed.client;
    const error = (await failureOf(webhooks.unwrap('{}', {}, 'whsec_x'))) as Error;
    expect(error.message).to.equal('The header Service-Signature is missing.');
    const [vector] = VECTORS;
    const headers = { 'Service-Signature': vector?.header };
    const { now } = vector ?? {};
    const empty = await failureOf(webhooks.unwrap('{}', headers, '', { now }));
    expect(empty).to.be.instanceOf(TypeError);
  });
});
