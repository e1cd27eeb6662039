import { expect } from 'chai';
import { createHexSecret } from '../../domain/contract/ids.js';
import { blackPng } from '../media/inspection/made.js';
import { sendRaw } from './raw.js';
import type { UploadBody } from '../../domain/contract/upload.js';
import { uploadSuite } from './uploads-rig.js';

const png = blackPng(64);

describe("an upload's URL", () => {
  const suite = uploadSuite({ workers: null });
  const has = async (key: string) => (await suite.api.deps.store.stat(key)) !== null;
  const keyOf = ({ url }: UploadBody) => new URL(url).pathname.slice('/media/'.length);

  /** Sends every kind of request that returns a file's content. @returns the statuses */
  async function statusesOf({ url }: UploadBody, etag: string): Promise<number[]> {
    const path = new URL(url).pathname;
    const get = (headers: Record<string, string>) => ({ method: 'GET', path, headers });
    const asks = [
      get({}),
      { ...get({}), method: 'HEAD' },
      get({ Range: 'bytes=0-3' }),
      get({ 'If-None-Match': etag }),
    ];
    // Uses raw HTTP, because `fetch` would add `Cache-Control: no-cache` to the last request.
    const answers = await Promise.all(asks.map((ask) => sendRaw(suite.api.url, ask)));
    return answers.map(({ status }) => status);
  }

  it('is served and cached only until the upload expires', async () => {
    const upload = await suite.inline(await suite.customer(), png);
    const served = await suite.served(upload.url);
    expect(Buffer.from(await served.arrayBuffer()).equals(png)).to.equal(true);
    expect(served.headers.get('cache-control')).to.equal('private, max-age=300');
    const etag = served.headers.get('etag') ?? '';
    expect(await statusesOf(upload, etag)).to.deep.equal([200, 200, 206, 304]);
    const expire = (when: string) =>
      suite.db.query(`UPDATE upload SET expires_at = ${when} WHERE id = $1`, [upload.id]);
    await expire("now() + interval '200 s'");
    const nearEnd = (await suite.served(upload.url)).headers.get('cache-control');
    expect(Number(/^private, max-age=(\d+)$/.exec(nearEnd ?? '')?.[1])).to.be.within(0, 200);
    await expire('now()');
    expect(await statusesOf(upload, etag)).to.deep.equal([404, 404, 404, 404]);
    expect((await suite.served(upload.url)).headers.get('cache-control')).to.equal(null);
    expect(await has(keyOf(upload)), 'the sweep has not run yet').to.equal(true);
  });

  it('serves only the checked file, and not an unreferenced copy', async () => {
    const upload = await suite.inline(await suite.customer(), png);
    for (const key of [
      `uploads/${upload.id}/${createHexSecret()}`,
      `uploads/upl_${createHexSecret()}/${createHexSecret()}`,
    ]) {
      await suite.api.deps.store.put(key, png, 'image/png');
      const url = suite.api.deps.mediaUrl(key);
      expect((await suite.served(url)).status, key).to.equal(404);
    }
    expect((await suite.served(upload.url)).status).to.equal(200);
  });
});
