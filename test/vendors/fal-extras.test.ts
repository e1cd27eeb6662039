import { expect } from 'chai';
import { FAL_KEY, startFalFake } from '@media-platform/stand-ins/providers/fal/fake.js';
import { json } from './accepted-rows.js';

describe('the fal stand-in', () => {
  const KEY = { authorization: `Key ${FAL_KEY}` };

  it('accepts an upload of the Python client, which fetches a token before it sends the bytes', async () => {
    const fake = await startFalFake({ checksPolicy: false });
    try {
      const address = `${fake.url}/storage/auth/token?storage_type=fal-cdn-v3`;
      const asked = await fetch(address, { ...json({}), headers: KEY });
      const token = (await asked.json()) as Record<'token' | 'token_type' | 'base_url', string>;
      const upload = (authorization: string) =>
        fetch(`${token.base_url}/files/upload`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'image/webp', 'x-fal-file-name': 'kite.webp' },
          body: 'bytes',
        });
      expect((await upload('Bearer another')).status).to.equal(401);
      const taken = await upload(`${token.token_type} ${token.token}`);
      expect(await taken.json()).to.have.property('access_url');
      expect(fake.uploads().map(({ bytes }) => bytes?.toString())).to.deep.equal(['bytes']);
      expect(fake.violations()).to.deep.equal([]);
    } finally {
      await fake.stop();
    }
  });

  for (const [store, isKnown] of [
    ['gcs', true],
    ['elsewhere', false],
  ] as const) {
    it(`${isKnown ? 'accepts' : 'refuses'} an upload to ${store}`, async () => {
      const fake = await startFalFake({ checksPolicy: false });
      try {
        const address = `${fake.url}/storage/upload/initiate?storage_type=${store}`;
        const about = json({ content_type: 'image/webp', file_name: 'kite.webp' });
        expect((await fetch(address, { ...about, headers: KEY })).ok).to.equal(isKnown);
      } finally {
        await fake.stop();
      }
    });
  }

  it('rejects an order without our privacy headers, unless it serves other clients', async () => {
    for (const checksPolicy of [true, false]) {
      const fake = await startFalFake({ checksPolicy });
      try {
        const headers = { ...KEY, 'content-type': 'application/json' };
        const order = { ...json({ prompt: 'a kite' }), headers };
        const answer = await fetch(`${fake.url}/fal-ai/nano-banana-2`, order);
        expect(answer.status).to.equal(checksPolicy ? 422 : 200);
      } finally {
        await fake.stop();
      }
    }
  });

  it('names the request in every status, with the logs that the Python client expects', async () => {
    const fake = await startFalFake({ checksPolicy: false });
    try {
      const headers = { ...KEY, 'content-type': 'application/json' };
      const order = { ...json({ prompt: 'a kite' }), headers };
      const ordered = await fetch(`${fake.url}/fal-ai/nano-banana-2`, order);
      const { request_id: id } = (await ordered.json()) as { readonly request_id: string };
      for (const state of ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']) {
        const polled = await fetch(`${fake.url}/fal-ai/nano-banana-2/requests/${id}/status`, {
          headers: KEY,
        });
        expect(polled.headers.get('x-fal-request-id')).to.equal(id);
        const status = (await polled.json()) as Record<string, unknown>;
        expect(status).to.include({ status: state });
        if (state !== 'IN_QUEUE') expect(status).to.have.property('logs');
      }
    } finally {
      await fake.stop();
    }
  });
});
