import { expect } from 'chai';
import { Readable } from 'node:stream';
import { makeArchive } from '../../api/make-archive.js';
import { createId } from '../../domain/contract/ids.js';
import { until } from '../support/until.js';
import { apiSuite, type Customer } from './suite.js';

/** Reads the files of an uncompressed ZIP. Each file follows its header. */
function unpack(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const central = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const count = zip.readUInt16LE(central + 10);
  let at = zip.readUInt32LE(central + 16);
  for (let n = 0; n < count; n += 1) {
    const [method, size, name, extra, comment, from] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    expect(method, 'stored, not compressed').to.equal(0);
    const start = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
    files.set(
      zip.toString('utf8', at + 46, at + 46 + name),
      zip.toString('utf8', start, start + size),
    );
    at += 46 + name + extra + comment;
  }
  return files;
}

describe('GET /v1/generations/archive', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000, raised: { concurrent_jobs: 100 } });
  });

  const completed = async (prompt: string, bytes: string) => {
    const id = await suite.queued(customer, prompt);
    const [key = ''] = await suite.complete(id);
    await suite.api.deps.store.put(key, Buffer.from(bytes), 'image/webp');
    await suite.db.query('UPDATE generation SET created_at = $2 WHERE id = $1', [
      id,
      new Date('2026-11-22T10:00:00Z'),
    ]);
    return id;
  };
  const download = async (ids: readonly string[]) => {
    const answer = await fetch(`${suite.api.url}/v1/generations/archive?ids=${ids.join(',')}`, {
      headers: { Authorization: `Bearer ${customer.apiKey}` },
    });
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it('packs each file once, unchanged and with a descriptive name', async () => {
    const fox = await completed('A red fox: <script>../../etc</script>', 'fox bytes');
    const hare = await completed('Füchschen 狐狸 🦊', 'hare bytes');
    const { answer, bytes } = await download([fox, hare, fox]);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('application/zip');
    expect(answer.headers.get('content-length')).to.equal(String(bytes.length));
    expect(answer.headers.get('content-disposition')).to.match(
      /^attachment; filename="generations-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect([...unpack(bytes)]).to.deep.equal([
      [`2026-11-22_A-red-fox-script-etc-script_${fox}.webp`, 'fox bytes'],
      [`2026-11-22_Füchschen-狐狸_${hare}.webp`, 'hare bytes'],
    ]);
  });

  it("refuses a generation without a file, and treats another account's id like an unknown id", async () => {
    const own = await completed('fox', 'bytes');
    const stranger = await suite.customer();
    const foreign = await suite.queued(stranger);
    await suite.complete(foreign);
    const refused = async (ids: readonly string[]) => {
      const path = `/v1/generations/archive?ids=${ids.join(',')}`;
      const { status, body } = await customer.client.refused('GET', path);
      return [status, body.error.code];
    };
    expect(await refused([own, foreign])).to.deep.equal([404, 'NOT_FOUND']);
    expect(await refused([createId('gen')])).to.deep.equal([404, 'NOT_FOUND']);
    expect(await refused([await suite.queued(customer)])).to.deep.equal([409, 'CONFLICT']);
    expect(await refused([])).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(await refused(['fox'])).to.deep.equal([400, 'VALIDATION_ERROR']);
    const many = Array.from({ length: 101 }, () => own);
    expect(await refused(many)).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('serves three concurrent archives per account, and a fourth one after one of them has finished', async () => {
    const id = await completed('fox', 'x'.repeat(200));
    const { archives } = suite.api.edge;
    const leave = [1, 2, 3].map(() => archives.enter(customer.accountId));
    const path = `/v1/generations/archive?ids=${id}`;
    const refused = await customer.client.refused('GET', path);
    expect([refused.status, refused.body.error.code]).to.deep.equal([429, 'RATE_LIMITED']);
    expect(refused.body.error.message).to.contain('3 archives');
    leave.pop()?.();
    expect((await download([id])).answer.status).to.equal(200);
    await until('the third archive has released its slot', async () => archives.waiting === 2);
    // A refused request holds no slot.
    const unknown = `/v1/generations/archive?ids=${createId('gen')}`;
    expect((await customer.client.refused('GET', unknown)).status).to.equal(404);
    expect(archives.waiting).to.equal(2);
    for (const out of leave) out();
  });

  it('closes the stream from the store and frees its slot when the client disconnects', async () => {
    const id = await completed('fox', 'x'.repeat(8_000_000));
    const { archives } = suite.api.edge;
    const open: Readable[] = [];
    const { store } = suite.api.deps;
    const read = store.read.bind(store);
    store.read = async (...asked) => {
      const stream = await read(...asked);
      if (stream) open.push(stream);
      return stream;
    };
    try {
      for (let n = 1; n <= 4; n += 1) {
        const gone = new AbortController();
        const answer = await fetch(`${suite.api.url}/v1/generations/archive?ids=${id}`, {
          headers: { Authorization: `Bearer ${customer.apiKey}` },
          signal: gone.signal,
        });
        expect(answer.status).to.equal(200);
        await answer.body?.getReader().read();
        gone.abort();
        await until('the slot of the archive is free', async () => archives.waiting === 0);
        await until('the reads from the store have ended', async () =>
          open.every(({ destroyed }) => destroyed),
        );
        expect(open).to.have.length(n);
      }
    } finally {
      store.read = read;
    }
  });

  it('refuses a file that is missing in the store before it sends anything', async () => {
    const id = await suite.queued(customer);
    await suite.api.deps.store.remove(await suite.complete(id));
    const path = `/v1/generations/archive?ids=${id}`;
    expect((await customer.client.refused('GET', path)).status).to.equal(404);
  });
});

describe('makeArchive', () => {
  const file = (name: string, size: number) => ({ key: name, name, size, at: new Date(0) });

  it('reads one file at a time, only as fast as the client receives it', async () => {
    const opened: string[] = [];
    const chunk = Buffer.alloc(65_536);
    const store = {
      read: async (key: string) => {
        opened.push(key);
        return Readable.from(
          Array.from({ length: 100 }, () => chunk),
          { highWaterMark: 1 },
        );
      },
    };
    const files = ['a', 'b', 'c'].map((name) => file(name, chunk.length * 100));
    const { body } = makeArchive(store, files, 'some.zip');
    for await (const _ of body) {
      expect(opened, 'the first piece').to.deep.equal(['a']);
      break;
    }
    expect(opened).to.deep.equal(['a']);
  });

  it('closes the stream from the store when the client disconnects', async () => {
    const source = new Readable({ read: () => undefined });
    source.push(Buffer.from('some'));
    const closed = new Promise((resolve) => source.once('close', resolve));
    const { body } = makeArchive({ read: async () => source }, [file('a', 10)], 'some.zip');
    let taken = 0;
    for await (const piece of body) {
      taken += (piece as Buffer).length;
      if (taken > 30) break;
    }
    await closed;
    expect(source.destroyed).to.equal(true);
  });

  it('fails if a file has disappeared, so that the archive is not mistaken for complete', async () => {
    const { body } = makeArchive({ read: async () => null }, [file('a', 10)], 'some.zip');
    let failed = false;
    try {
      for await (const _ of body) continue;
    } catch {
      failed = true;
    }
    expect(failed).to.equal(true);
  });
});
