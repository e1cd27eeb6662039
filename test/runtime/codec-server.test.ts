import { request as send, type Server } from 'node:http';
import { expect } from 'chai';
import { createCodecServer } from '../../runtime/codec-server.js';
import { readCodecServer } from '../../runtime/env-codec-server.js';
import { EnvError } from '../../runtime/env.js';
import { createPayloadCodec } from '../../runtime/payload-codec.js';
import { closeServer, listenLocally } from '../support/loopback.js';
import { runCommand } from '../cli/run-command.js';

const key = (fill: string) => Buffer.alloc(32, fill).toString('base64');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const TOKEN = 'abcdefghij0123456789';
const UI = 'http://localhost:8233';
const CLEAR = { metadata: { encoding: base64('json/plain') }, data: base64('"a red fox"') };

describe('the Temporal payload codec', () => {
  const codec = createPayloadCodec([key('a')]);
  const clear = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('"fox"') };

  it('decrypts what it has encrypted, and hides the content', async () => {
    const [sealed] = await codec.encode([clear]);
    expect(Buffer.from(sealed?.data ?? []).toString('latin1')).to.not.include('fox');
    const [opened] = await codec.decode(sealed ? [sealed] : []);
    expect(Buffer.from(opened?.data ?? []).toString()).to.equal('"fox"');
    expect(Buffer.from(opened?.metadata?.['encoding'] ?? []).toString()).to.equal('json/plain');
  });

  it('reads payloads from before the key was set, which are not encrypted', async () => {
    expect(await codec.decode([clear])).to.deep.equal([clear]);
  });

  it('encrypts with the first key and decrypts with any key', async () => {
    const old = await codec.encode([clear]);
    const both = createPayloadCodec([key('b'), key('a')]);
    expect(Buffer.from((await both.decode(old))[0]?.data ?? []).toString()).to.equal('"fox"');
    const idOf = async (of: typeof codec) =>
      String((await of.encode([clear]))[0]?.metadata?.['encryption-key-id']);
    expect(await idOf(both)).to.equal(await idOf(createPayloadCodec([key('b')])));
  });

  it('rejects a modified payload, and names the setting if a payload has another key', async () => {
    const sealed = await codec.encode([clear]);
    const other = createPayloadCodec([key('c')]);
    const failure = await other.decode(sealed).catch((error: unknown) => String(error));
    expect(failure).to.match(/TEMPORAL_CODEC_KEY has no key with id [0-9a-f]{8}/);
    const data = Buffer.from(sealed[0]?.data ?? []);
    data.writeUInt8(data.readUInt8(20) ^ 1, 20);
    const changed = await codec.decode([{ ...sealed[0], data }]).catch((error: unknown) => error);
    expect(changed).to.be.an('error');
  });
});

describe('the codec server', () => {
  let server: Server;
  let origin: string;
  before(async () => {
    server = createCodecServer({ codecKeys: [key('a')], token: TOKEN, origins: [UI] });
    origin = await listenLocally(server);
  });
  after(() => closeServer(server));

  const ask = (path: string, options: RequestInit = {}) =>
    fetch(`${origin}${path}`, { method: 'POST', body: '{"payloads": []}', ...options });
  const bearer = (token = TOKEN) => ({ Authorization: `Bearer ${token}` });
  async function payloads(path: string, given: object[]) {
    const answer = await ask(path, {
      headers: bearer(),
      body: JSON.stringify({ payloads: given }),
    });
    return { status: answer.status, body: (await answer.json()) as { payloads: object[] } };
  }

  it('encodes and decodes under any path prefix', async () => {
    const encoded = await payloads('/default/encode', [CLEAR]);
    expect(encoded.status).to.equal(200);
    expect(JSON.stringify(encoded.body)).to.not.include(CLEAR.data);
    const decoded = await payloads('/decode', encoded.body.payloads);
    expect(decoded.body).to.deep.equal({ payloads: [CLEAR] });
    expect((await payloads('/default/decode', [CLEAR])).body.payloads).to.deep.equal([CLEAR]);
  });

  it('requires the token, either in a header or as the first path segment', async () => {
    expect((await ask('/decode')).status).to.equal(401);
    expect((await ask('/decode', { headers: bearer(`${TOKEN}x`) })).status).to.equal(401);
    expect((await ask(`/${TOKEN}x/default/decode`)).status).to.equal(401);
    expect((await ask(`/${TOKEN}/default/decode`)).status).to.equal(200);
    expect((await ask('/decode', { headers: bearer() })).status).to.equal(200);
  });

  it('accepts requests only from Temporal UI pages', async () => {
    const from = (of: string) => ask(`/${TOKEN}/decode`, { headers: { Origin: of } });
    const allowed = await from(UI);
    expect(allowed.headers.get('access-control-allow-origin')).to.equal(UI);
    const refused = await from('https://evil.example');
    expect(refused.status).to.equal(403);
    expect(refused.headers.get('access-control-allow-origin')).to.equal(null);
    const preflight = await fetch(`${origin}/${TOKEN}/decode`, {
      method: 'OPTIONS',
      headers: { Origin: UI, 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).to.equal(204);
    expect(preflight.headers.get('access-control-allow-headers')).to.include('x-namespace');
  });

  it('rejects other paths and methods, invalid payload lists, and undecryptable payloads', async () => {
    const status = async (path: string, options: RequestInit) =>
      (await ask(path, { headers: bearer(), ...options })).status;
    expect(await status('/other', {})).to.equal(404);
    expect(await status('/decode', { method: 'PUT' })).to.equal(405);
    for (const body of ['not json', '{}', '{"payloads": 1}', '{"payloads": [null]}']) {
      expect(await status('/decode', { body }), body).to.equal(400);
    }
    const foreign = await createPayloadCodec([key('z')]).encode([{ data: Buffer.from('secret') }]);
    const [{ metadata = {}, data = null } = {}] = foreign;
    const wire = {
      metadata: Object.fromEntries(
        Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(String(value))]),
      ),
      data: Buffer.from(data ?? []).toString('base64'),
    };
    expect((await payloads('/decode', [wire])).status).to.equal(400);
  });

  it('rejects a body that is too large', async () => {
    const status = await new Promise((resolve) => {
      const call = send(`${origin}/decode`, { method: 'POST', headers: bearer() }, (answer) =>
        resolve(answer.statusCode),
      );
      call.on('error', () => undefined);
      const megabyte = Buffer.alloc(1_000_000, 'x');
      for (let sent = 0; sent < 17; sent += 1) call.write(megabyte);
    });
    expect(status).to.equal(413);
  });
});

describe('codec server settings', () => {
  const given = { TEMPORAL_CODEC_KEY: key('a'), CODEC_SERVER_TOKEN: TOKEN };

  it('default to loopback and the local UI, and require a key and a token', () => {
    expect(readCodecServer(given)).to.deep.equal({
      codecKeys: [key('a')],
      host: '127.0.0.1',
      port: 8234,
      token: TOKEN,
      origins: ['http://localhost:8233', 'http://127.0.0.1:8233'],
    });
    expect(() => readCodecServer({})).to.throw(
      EnvError,
      /TEMPORAL_CODEC_KEY[^]*CODEC_SERVER_TOKEN/,
    );
    const short = { ...given, CODEC_SERVER_TOKEN: 'short' };
    expect(() => readCodecServer(short)).to.throw(EnvError, /CODEC_SERVER_TOKEN must have/);
  });

  it('are listed by the command if missing', async () => {
    const ended = await runCommand('cli/codec-server.ts', [], {});
    expect(ended.code).to.equal(1);
    expect(ended.stderr).to.include('CODEC_SERVER_TOKEN is required');
  });
});
