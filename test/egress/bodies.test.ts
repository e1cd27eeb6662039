import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import type { RefusalReason } from '../../adapters/egress/refusal.js';
import { drain, GOOD, get, guard, PLENTY_MS, refused } from './rig.js';
import { closeServers } from '../support/loopback.js';
import {
  type Answer,
  drip,
  http,
  hungUp,
  isStalled,
  nextReader,
  pump,
  serve,
  type Site,
} from './servers.js';
import { until } from '../support/until.js';
import { failureOf } from '../support/failure.js';

const BOMB = gzipSync(Buffer.alloc(50 << 20));

/** Responses that are refused at a limit of 1,000 bytes, with the reason of the refusal. */
const ANSWERS: Readonly<Record<string, readonly [RefusalReason, Answer]>> = {
  'an endless body': [
    'too_large',
    (socket) => {
      socket.write(http(200));
      pump(socket, Infinity);
    },
  ],
  'an endless chunked body': [
    'too_large',
    (socket) =>
      socket.write(http(200, ['Transfer-Encoding: chunked'], `800\r\n${'x'.repeat(0x800)}`)),
  ],
  'one byte over the limit': ['too_large', (socket) => socket.end(http(200, [], 'x'.repeat(1001)))],
  'a Content-Length over the limit': [
    'too_large',
    (socket) => socket.end(http(200, ['Content-Length: 1001'], 'x')),
  ],
  'a huge Content-Length': [
    'reset',
    (socket) => socket.end(http(200, [`Content-Length: ${'9'.repeat(40)}`], 'x')),
  ],
  'a negative Content-Length': [
    'reset',
    (socket) => socket.end(http(200, ['Content-Length: -1'], 'x')),
  ],
  'two Content-Lengths': [
    'reset',
    (socket) => socket.end(http(200, ['Content-Length: 1', 'Content-Length: 2'], 'xx')),
  ],
  'a body shorter than declared': [
    'reset',
    (socket) => socket.end(http(200, ['Content-Length: 100'], 'some')),
  ],
  'a chunked body that breaks off': [
    'reset',
    (socket) => socket.end(http(200, ['Transfer-Encoding: chunked'], '5\r\nsome')),
  ],
  'a slow endless body': [
    'timeout',
    (socket) => {
      socket.write(http(200));
      drip(socket);
    },
  ],
  'a body that stalls': ['timeout', (socket) => socket.write(http(200, [], 'some'))],
  'no headers': ['timeout', () => undefined],
  'slow headers': [
    'timeout',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      drip(socket);
    },
  ],
  'endless interim responses': [
    'timeout',
    (socket) => {
      const more = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 50);
      socket.on('close', () => clearInterval(more));
    },
  ],
  'headers of over 16 KiB': [
    'too_large',
    (socket) => socket.end(http(200, [`X-Long: ${'x'.repeat(17 << 10)}`])),
  ],
  'a connection that closes before the headers': ['reset', (socket) => socket.end()],
  'a connection that is reset': ['reset', (socket) => socket.destroy()],
  'a response that is not HTTP': ['reset', (socket) => socket.end('220 mail.example ESMTP\r\n')],
  'a switch of protocols': [
    'reset',
    (socket) => socket.end('HTTP/1.1 101 Any\r\nUpgrade: x\r\n\r\n'),
  ],
  'a gzip bomb': [
    'encoding',
    (socket) => {
      socket.write(http(200, ['Content-Encoding: gzip', `Content-Length: ${BOMB.length}`]));
      socket.end(BOMB);
    },
  ],
  Brotli: ['encoding', (socket) => socket.end(http(200, ['Content-Encoding: br'], 'x'))],
  'a chain of encodings': [
    'encoding',
    (socket) => socket.end(http(200, [`Content-Encoding: ${'gzip, '.repeat(50)}identity`], 'x')),
  ],
  'two encoding headers': [
    'encoding',
    (socket) =>
      socket.end(http(200, ['Content-Encoding: identity', 'Content-Encoding: gzip'], 'x')),
  ],
};

const STATUSES = [201, 202, 203, 204, 205, 206, 400, 401, 403, 404, 410, 416, 429, 500, 503, 599];

describe('egress response bodies', () => {
  let site: Site;
  const serving = async (answer: Answer): Promise<Site> => (site = await serve(answer));
  afterEach(closeServers);

  for (const [what, [reason, answer]] of Object.entries(ANSWERS)) {
    it(`fail with ${reason} within the deadline and close the connection: ${what}`, async () => {
      await serving(answer);
      const deadlineMs = reason === 'timeout' ? 1_500 : PLENTY_MS;
      const started = performance.now();
      await refused(get(guard(site), `https://${GOOD}/`, { deadlineMs }), reason);
      // The timeouts of headers and chunks are longer. A slow sender that respects them could continue forever.
      if (reason === 'timeout') expect(performance.now() - started).to.be.below(PLENTY_MS / 2);
      await hungUp(site);
      expect(site.visits[0]?.socket.bytesWritten).to.be.lessThan(32 << 20);
    });
  }

  it('have separate timeouts for headers and chunks, which are far below the deadline', async () => {
    await serving((socket, { path }) => path === '/body' && socket.write(http(200, [], 'some')));
    for (const [path, limits, limit] of [
      ['head', { headersMs: 300 }, 'HEADERS'],
      ['body', { idleMs: 300 }, 'BODY'],
    ] as const) {
      const { cause } = await refused(
        get(guard(site, limits), `https://${GOOD}/${path}`),
        'timeout',
      );
      expect(cause).to.have.property('code', `UND_ERR_${limit}_TIMEOUT`);
    }
    await hungUp(site);
  });

  it(`are rejected in the same way for any of ${STATUSES.length} final statuses except 200`, async () => {
    await serving((socket, { path }) => socket.end(http(Number(path.slice(1)))));
    for (const status of STATUSES) {
      await refused(get(guard(site), `https://${GOOD}/${status}`), 'http_status');
    }
    expect(site.visits).to.have.length(STATUSES.length);
  });

  it('pass if they have exactly the maximum length, with or without a declared length, and if they are empty', async () => {
    const body = 'x'.repeat(1000);
    await serving((socket) => socket.end(http(200, [], body)));
    expect((await get(guard(site), `https://${GOOD}/`)).bytes).to.equal(1000);
    site.answer = (socket) => socket.end(http(200, ['Content-Length: 1000'], body));
    expect((await get(guard(site), `https://${GOOD}/`)).bytes).to.equal(1000);
    site.answer = (socket) => socket.end(http(200, ['Content-Encoding: identity']));
    expect((await get(guard(site), `https://${GOOD}/`)).bytes).to.equal(0);
  });

  it('are not read beyond the declared length', async () => {
    await serving((socket) => socket.end(http(200, ['Content-Length: 4'], 'some more')));
    let text = '';
    const sink = async (body: AsyncIterable<Buffer>): Promise<void> => {
      for await (const chunk of body) text += chunk.toString();
    };
    const options = { maxBytes: 1000, deadlineMs: PLENTY_MS, sink };
    const done = await guard(site).download(`https://${GOOD}/`, options);
    expect([done.bytes, text]).to.deep.equal([4, 'some']);
  });

  it('keep their declared type, so that the caller can detect a login page sent as an image', async () => {
    const page = '<!doctype html><form>';
    await serving((socket) => socket.end(http(200, ['Content-Type: image/png'], page)));
    const done = await get(guard(site), `https://${GOOD}/a.png`);
    expect(done).to.include({ contentType: 'image/png', bytes: page.length });
    site.answer = (socket) => socket.end(http(200, [], page));
    expect((await get(guard(site), `https://${GOOD}/`)).contentType).to.equal('');
  });

  it('stay at the server while the sink is busy, and then arrive completely: 200 MB', async () => {
    const size = 200 << 20;
    const reader = nextReader();
    await serving((socket) => {
      socket.write(http(200, [`Content-Length: ${size}`]));
      pump(socket, size);
    });
    let early = 0;
    const sink = async (body: AsyncIterable<Buffer>): Promise<void> => {
      for await (const chunk of body) {
        if (early === 0) {
          const [from, to] = [site.visits[0]?.socket, await reader];
          await until('both ends have stalled', async () => from && isStalled(from, to));
          early = chunk.length + (from?.bytesWritten ?? Infinity);
        }
      }
    };
    const options = { maxBytes: size, deadlineMs: 2 * PLENTY_MS, sink };
    const done = await guard(site).download(`https://${GOOD}/`, options);
    expect(done.bytes).to.equal(size);
    expect(early).to.be.lessThan(32 << 20);
  });

  it("fail with the sink's error, and close the connection", async () => {
    await serving((socket) => {
      socket.write(http(200));
      pump(socket, Infinity);
    });
    const full = new Error('the disk is full');
    const sink = (): Promise<void> => Promise.reject(full);
    const call = guard(site).download(`https://${GOOD}/`, {
      maxBytes: 9e9,
      deadlineMs: PLENTY_MS,
      sink,
    });
    expect(await failureOf(call)).to.equal(full);
    await hungUp(site);
  });

  it('are rejected if a sink ignores the end of a body or does not read all of it', async () => {
    await serving((socket) => socket.end(http(200, ['Content-Length: 100'], 'some')));
    const limits = { maxBytes: 1000, deadlineMs: PLENTY_MS };
    const deaf = (body: AsyncIterable<Buffer>): Promise<void> => drain(body).catch(() => undefined);
    await refused(guard(site).download(`https://${GOOD}/`, { ...limits, sink: deaf }), 'reset');
    const idle = guard(site).download(`https://${GOOD}/`, {
      ...limits,
      sink: async () => undefined,
    });
    expect(String(await failureOf(idle))).to.contain('left part of the body unread');
  });
});
