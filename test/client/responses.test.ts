import { createServer } from 'node:http';
import { expect } from 'chai';
import { closeServers, openServer } from '../support/loopback.js';
import { failureOf, installedClient, recordingFetch } from './installed.js';

const FOX = { prompt: 'a red fox in snow' };
const PAGE = '<h1>Sign in</h1>';

describe('a call of the client', () => {
  const installed = installedClient();
  afterEach(closeServers);

  /** Starts a server with one response. @returns a client of it, and the requests */
  async function answerWith(status: number, type: string, body = PAGE) {
    const server = createServer((_, response) => {
      response.writeHead(status, { 'Content-Type': type, Location: '/login' }).end(body);
    });
    const { sent, fetch } = recordingFetch();
    const url = `http://127.0.0.1:${await openServer(server)}`;
    return { sent, media: installed.of(url, { apiKey: 'svc_live_x' }, { fetch }) };
  }

  for (const status of [200, 302]) {
    it(`fails without a retry if the response is a page with status ${status}`, async () => {
      const { sent, media } = await answerWith(status, 'text/html');
      const calls = [
        () => media.images.create(FOX),
        () => media.request('GET /v1/account'),
        () => media.generations.list().next(),
      ];
      for (const call of calls) {
        const error = await failureOf(call());
        if (!(error instanceof installed.client.UnexpectedResponseError)) throw error;
        expect(error).to.include({ status, body: PAGE, retryable: false });
      }
      expect(sent).to.have.length(calls.length);
    });
  }

  it('returns the response itself if the endpoint returns a file', async () => {
    const { media } = await answerWith(200, 'text/csv', 'id,cost');
    const response = await media.request('GET /v1/usage/export');
    expect(await response.text()).to.equal('id,cost');
  });

  it('fails before it sends anything if a header is invalid', async () => {
    const { sent, media } = await answerWith(200, 'text/html');
    const headers = { 'X-Order': 'a\nb' };
    expect(await failureOf(media.images.create(FOX, { headers }))).to.be.instanceOf(TypeError);
    expect(sent).to.deep.equal([]);
  });
});
