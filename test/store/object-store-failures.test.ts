import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ObjectStore, StorageUnavailable } from '../../domain/ports/object-store.js';
import { failureOf } from '../support/failure.js';
import { deadEndpoint, storeAt } from '../support/object-store.js';
import { closeServers, openServer } from '../support/loopback.js';

const KEY = 'outputs/gen_1/picture.webp';

/** Every method of the object store, with arguments that would succeed on a working store. */
const CALLS: Record<string, (store: ObjectStore) => Promise<unknown>> = {
  ensureBucket: (store) => store.ensureBucket(),
  put: (store) => store.put(KEY, Buffer.from('bytes'), 'image/webp'),
  get: (store) => store.get(KEY, 100),
  stat: (store) => store.stat(KEY),
  read: (store) => store.read(KEY, { start: 0, end: 9 }),
  remove: (store) => store.remove([KEY]),
};

describe('the client of a failing object store', () => {
  const open = async (server: Server) => `http://127.0.0.1:${await openServer(server)}`;
  const serve = (answer: RequestListener) => open(createServer(answer));
  afterEach(closeServers);

  it('reports StorageUnavailable with its cause for every call if nothing listens on the port', async () => {
    const endpoint = await deadEndpoint();
    for (const [name, call] of Object.entries(CALLS)) {
      const error = await failureOf(call(storeAt(endpoint)));
      expect(error, name).to.be.instanceOf(StorageUnavailable);
      expect(error.cause, name).to.have.property('code', 'ECONNREFUSED');
    }
  });

  it('ends every call at its deadline and closes the connection if the store does not respond', async () => {
    const silent = createTcpServer((socket) => socket.resume());
    const store = storeAt(await open(silent), 150);
    for (const [name, call] of Object.entries(CALLS)) {
      const connected = once(silent, 'connection');
      const started = performance.now();
      const error = await failureOf(call(store));
      expect(error, name).to.be.instanceOf(StorageUnavailable);
      // The deadline in production is 10 s.
      expect(performance.now() - started, name).to.be.within(140, 9_000);
      const [socket] = (await connected) as [Socket];
      if (!socket.closed) await once(socket, 'close');
    }
  });

  it('rejects every call that moves bytes with the abort reason, and closes the connection', async () => {
    const silent = createTcpServer((socket) => socket.resume());
    const store = storeAt(await open(silent));
    const bytes = Buffer.from('bytes');
    const bulk: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
      put: (signal) => store.put(KEY, bytes, 'image/webp', signal),
      get: (signal) => store.get(KEY, 100, signal),
      copy: (signal) => store.copy(KEY, `${KEY}2`, 'etag', 'image/webp', signal),
    };
    for (const [name, call] of Object.entries(bulk)) {
      const connected = once(silent, 'connection');
      const [end, reason] = [new AbortController(), new Error('the step must end')];
      const failed = failureOf(call(end.signal));
      const [socket] = (await connected) as [Socket];
      end.abort(reason);
      expect(await failed, name).to.equal(reason);
      if (!socket.closed) await once(socket, 'close');
      expect(await failureOf(call(end.signal)), name).to.equal(reason);
    }
  });

  it('waits the usual time for headers, and for a body in proportion to its size', async () => {
    const silent = createTcpServer((socket) => socket.resume());
    const error = await failureOf(storeAt(await open(silent), 150).get(KEY, 250_000_000));
    expect(error.message).to.include('150 ms');
    const stalls = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': 200_000 }).write('some bytes');
    });
    const late = await failureOf(storeAt(stalls, 150).get(KEY, 250_000_000));
    expect(late.message).to.include('350 ms');
  });

  it('reports 5xx and 429 as StorageUnavailable without a retry', async () => {
    for (const status of [429, 500, 501, 503]) {
      let requests = 0;
      const endpoint = await serve((_request, response) => {
        requests += 1;
        response.writeHead(status).end('<Error><Code>SlowDown</Code></Error>');
      });
      expect(await failureOf(storeAt(endpoint).stat(KEY))).to.be.instanceOf(StorageUnavailable);
      expect(requests, String(status)).to.equal(1);
    }
  });

  it('reports a stalled or broken body as StorageUnavailable, whether read whole or as a stream', async () => {
    for (const breakOff of [false, true]) {
      const endpoint = await serve((_request, response) => {
        response.writeHead(200, { 'Content-Length': 1000 });
        response.write('some bytes', () => breakOff && response.destroy());
      });
      const store = storeAt(endpoint, 1_500);
      expect(await failureOf(store.get(KEY, 1000))).to.be.instanceOf(StorageUnavailable);
      const stream = await store.read(KEY, { start: 0, end: 999 });
      expect(stream && (await failureOf(buffer(stream)))).to.be.instanceOf(StorageUnavailable);
    }
  });

  it('stops reading an endless body without a length at maxBytes', async () => {
    const endpoint = await serve((_request, response) => {
      const more = (): boolean => response.write(Buffer.alloc(1 << 16)) && more();
      response.on('drain', more);
      more();
    });
    expect(await failureOf(storeAt(endpoint).get(KEY, 1 << 20))).to.be.instanceOf(RangeError);
  });

  it('repeats a request once if it used an idle connection that the server had closed', async () => {
    const used = new Set<Socket>();
    const endpoint = await serve((request, response) => {
      if (used.has(request.socket)) request.socket.destroy();
      else response.writeHead(200, { 'Content-Length': 3 }).end();
      used.add(request.socket);
    });
    const store = storeAt(endpoint);
    expect(await store.stat(KEY)).to.include({ size: 3 });
    expect(await store.stat(KEY)).to.include({ size: 3 });
    expect(used.size).to.equal(2);
  });

  it('closes the connection when the read stream is destroyed', async () => {
    const closed = Promise.withResolvers<void>();
    const endpoint = await serve((_request, response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'Content-Length': 1000 }).write('some bytes');
    });
    const stream = await storeAt(endpoint).read(KEY, { start: 0, end: 999 });
    stream?.destroy();
    await closed.promise;
  });

  it('rejects an endpoint with a path or another protocol', () => {
    for (const endpoint of ['http://host/path', 'ftp://host', 'host:9000']) {
      expect(() => storeAt(endpoint), endpoint).to.throw(TypeError);
    }
  });
});
