import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createWatermark } from '../../adapters/media/watermark.js';
import { until } from '../support/until.js';
import { SAMPLES } from '../media/inspection/samples.js';

const CODE = '0123456789abcde';

describe('deploy/watermark/server.py', () => {
  let server: ChildProcess;
  let url = '';
  let log: Promise<string>;

  before('the server starts', async () => {
    const env = { ...process.env, WATERMARK_ENCODER: 'stub_encoder', WATERMARK_PORT: '0' };
    const started = spawn('python3', ['deploy/watermark/server.py'], {
      env: { ...env, PYTHONPATH: 'test/deploy', PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server = started;
    log = text(started.stderr);
    const [line] = await once(createInterface(started.stdout), 'line');
    url = String(line);
  });
  after('the server ends on SIGTERM', async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect((await ended)[0]).to.equal(0);
    expect(await log).to.contain('RuntimeError: the model failed');
  });

  const post = (path: string, body: Uint8Array<ArrayBuffer>, contentType = 'image/png') =>
    fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': contentType }, body });

  for (const contentType of ['image/png', 'image/jpeg', 'image/webp'] as const) {
    it(`marks an ${contentType} for our client, and finds the id again`, async () => {
      const watermark = createWatermark(url);
      const file = { bytes: await SAMPLES[contentType](), contentType };
      expect(await watermark.detect(file)).to.equal(null);
      const bytes = await watermark.embed(file, CODE);
      expect(await watermark.detect({ bytes, contentType })).to.equal(CODE);
    });
  }

  it('is healthy', async () => {
    expect((await fetch(`${url}/healthz`)).status).to.equal(200);
  });

  const image = Buffer.from('image');
  const refused: readonly [string, () => Promise<Response>, number][] = [
    ['an unknown path', () => post('/other', image), 404],
    ['an unknown path to read', () => fetch(`${url}/encode`), 404],
    ['another type', () => post('/detect', image, 'text/html'), 415],
    ['a missing id', () => post('/encode', image), 400],
    ['an id that is too long', () => post(`/encode?id=${CODE}f`, image), 400],
    ['a body that is not an image', () => post('/detect', Buffer.from('refused')), 422],
    ['an image that makes the model fail', () => post('/detect', Buffer.from('broken')), 500],
  ];
  for (const [name, act, status] of refused) {
    it(`refuses ${name}, without details`, async () => {
      const answer = await act();
      expect(answer.status).to.equal(status);
      expect(await answer.text())
        .to.match(/^\{"error": "[^"]+"\}$/)
        .and.not.contain('secret');
    });
  }

  it('refuses a body without or with too large a length before it is sent', async () => {
    expect(await sendHead('Transfer-Encoding: chunked')).to.contain(' 411 ');
    expect(await sendHead('Content-Length: 64000001')).to.contain(' 413 ');
    expect(await sendHead('Content-Length: -1')).to.contain(' 411 ');
  });

  it('refuses a ninth concurrent request, and serves again when the others have ended', async () => {
    const open = Array.from({ length: 8 }, () => startBody());
    await Promise.all(open.map((socket) => once(socket, 'connect')));
    const answers = async (status: number) => (await post('/detect', image)).status === status;
    // A socket is connected before the server has read its request.
    await until('the server is full', () => answers(503));
    for (const socket of open) socket.destroy();
    await until('the server has room again', () => answers(200));
  });

  function startBody() {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write('POST /detect HTTP/1.1\r\nContent-Type: image/png\r\nContent-Length: 9\r\n\r\n');
    return socket;
  }

  async function sendHead(line: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(`POST /detect HTTP/1.1\r\nContent-Type: image/png\r\n${line}\r\n\r\n`);
    return text(socket);
  }
});
