import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import { ApiClient, type Answer } from '../support/client.js';
import { closeServer, listenLocally } from '../support/loopback.js';
import { startApi, type TestApi } from '../support/platform.js';
import { apiSuite } from './suite.js';

/** Starts a local server that responds to every request with a text. */
async function startPrivate(): Promise<{ origin: string; server: Server; paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.end('private');
  });
  return { origin: await listenLocally(server), server, paths };
}

describe('EGRESS_ALLOW and WEBHOOK_ALLOW', () => {
  const suite = apiSuite();
  let target: Awaited<ReturnType<typeof startPrivate>>;
  let forImports: TestApi;
  let forWebhooks: TestApi;
  before(async () => {
    target = await startPrivate();
    forImports = await startApi({ EGRESS_ALLOW: target.origin });
    forWebhooks = await startApi({ WEBHOOK_ALLOW: target.origin });
  });
  after(async () => {
    await forImports?.stop();
    await forWebhooks?.stop();
    if (target) await closeServer(target.server);
  });

  async function send(api: TestApi, path: string): Promise<Answer<unknown>> {
    const { apiKey } = await suite.customer();
    const body = { url: `${target.origin}${path}` };
    return new ApiClient(api.url, apiKey).call('POST', path, { body });
  }

  it('let imports reach an address that webhooks may not reach', async () => {
    await send(forImports, '/v1/uploads');
    expect(target.paths, 'it was fetched, although it is not a picture').to.deep.equal([
      '/v1/uploads',
    ]);
    const registered = await send(forImports, '/v1/webhooks');
    expect(registered.status, registered.text).to.equal(400);
  });

  it('let webhooks reach an address that imports may not reach', async () => {
    const registered = await send(forWebhooks, '/v1/webhooks');
    expect(registered.status, registered.text).to.equal(201);
    target.paths.length = 0;
    const imported = await send(forWebhooks, '/v1/uploads');
    expect(imported.status, imported.text).to.equal(400);
    expect(target.paths, 'nothing was sent').to.deep.equal([]);
  });
});
