import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { createRenditionMaker } from '../../adapters/media/make-rendition.js';
import { encodeWith } from '../../adapters/media/encode-clip.js';
import { addXmpBox } from '../../adapters/media/mp4-provenance.js';
import { toProvenanceXmp } from '../../adapters/media/provenance.js';
import { RenditionImpossible, type ClipSource } from '../../domain/ports/rendition-maker.js';
import type { ClipPlan } from '../../domain/catalogue/renditions.js';
import { boxes, clip, seen } from '../../packages/studio/test/clip/clips.js';
import { encoderStub, type EncoderStub } from '../support/encoder-stub.js';
import { failureOf } from '../support/failure.js';
import { indexLast } from './index-last.js';
import { fixture } from './inspection/samples.js';

const XMP = toProvenanceXmp({ generationId: 'gen_1', synthetic: 'algorithmic' });
const PLAN: ClipPlan = {
  kind: 'video',
  mode: 'encode',
  maxWidth: 320,
  maxHeight: 180,
  maxBytes: 5_000_000,
};
const { signal } = new AbortController();

/** Yields the bytes in small pieces, as the object store does. */
const sourceOf = (bytes: Buffer, change: Partial<ClipSource> = {}): ClipSource => ({
  size: bytes.length,
  durationMs: 1_000,
  read: async ({ start, end }) => {
    const part = bytes.subarray(start, end + 1);
    const count = Math.ceil(part.length / 1_000);
    return Readable.from(
      Array.from({ length: count }, (_, at) => part.subarray(at * 1_000, (at + 1) * 1_000)),
    );
  },
  ...change,
});
const types = (mp4: Buffer): string[] => boxes(mp4).map(({ type }) => type);
const bare = (error: Error): readonly unknown[] => [error.constructor, error.message];

async function expectNothingLeft(): Promise<void> {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith('rendition-'));
  expect(left, 'files left behind').to.deep.equal([]);
}

describe("a clip's index", () => {
  const maker = createRenditionMaker(null);
  let made: Buffer;
  before(async () => {
    made = addXmpBox(await clip({ audio: true }), XMP);
  });
  afterEach(expectNothingLeft);

  it('is found by reading only box headers', async () => {
    let read = 0;
    const counting = (bytes: Buffer): ClipSource => {
      const source = sourceOf(bytes);
      return {
        ...source,
        read: (range) => {
          read += range.end - range.start + 1;
          return source.read(range);
        },
      };
    };
    expect(await maker.hasIndexInFront(counting(made), signal)).to.equal(true);
    expect(await maker.hasIndexInFront(counting(indexLast(made)), signal)).to.equal(false);
    expect(read).to.be.below(200);
    expect(await maker.hasIndexInFront(sourceOf(fixture('fragmented.mp4')), signal)).to.equal(true);
    for (const other of [fixture('clip.webm'), Buffer.from('x'), Buffer.alloc(100)]) {
      expect(await maker.hasIndexInFront(sourceOf(other), signal)).to.equal(false);
    }
  });

  it('moves to the front, while picture, sound and provenance stay unchanged', async () => {
    const last = indexLast(made);
    expect(types(last)).to.deep.equal(['ftyp', 'mdat', 'uuid', 'moov']);
    expect(await seen(last), 'a whole clip').to.deep.equal(await seen(made));
    const moved = await maker.moveIndex(sourceOf(last), (path) => readFile(path), signal);
    expect(types(moved)).to.deep.equal(['ftyp', 'moov', 'mdat', 'uuid']);
    expect(moved.equals(made), 'byte by byte').to.equal(true);
  });

  it('moves to the front even with 64-bit offsets', async () => {
    const last = indexLast(made);
    const wide = withWidePlaces(last);
    expect(await seen(wide)).to.deep.equal(await seen(made));
    const moved = await maker.moveIndex(sourceOf(wide), (path) => readFile(path), signal);
    expect(types(moved).slice(0, 2)).to.deep.equal(['ftyp', 'moov']);
    expect(await seen(moved)).to.deep.equal(await seen(made));
  });

  it('does not move if it is missing or damaged', async () => {
    const last = indexLast(made);
    const broken = Buffer.from(last);
    broken.writeUInt32BE(0xffff_ffff, broken.indexOf('stco') + 8);
    for (const bytes of [Buffer.from('nonsense'), fixture('clip.webm'), broken]) {
      const failure = await failureOf(
        maker.moveIndex(sourceOf(bytes), async () => undefined, signal),
      );
      expect(bare(failure)).to.deep.equal([
        RenditionImpossible,
        'The index of the clip cannot be moved.',
      ]);
    }
  });
});

/** Replaces the 32-bit offset tables of an index at the end of the file with 64-bit tables. */
function withWidePlaces(mp4: Buffer): Buffer {
  const start = mp4.lastIndexOf('moov') - 4;
  const widen = (parent: Buffer): Buffer => {
    const parts: Buffer[] = [];
    for (let at = 0; at < parent.length;) {
      const length = parent.readUInt32BE(at);
      const type = parent.toString('latin1', at + 4, at + 8);
      const content = parent.subarray(at + 8, at + length);
      if (['trak', 'mdia', 'minf', 'stbl'].includes(type)) parts.push(box(type, widen(content)));
      else if (type === 'stco') parts.push(box('co64', widePlaces(content)));
      else parts.push(parent.subarray(at, at + length));
      at += length;
    }
    return Buffer.concat(parts);
  };
  return Buffer.concat([mp4.subarray(0, start), box('moov', widen(mp4.subarray(start + 8)))]);
}

function widePlaces(table: Buffer): Buffer {
  const count = table.readUInt32BE(4);
  const wide = Buffer.alloc(8 + 8 * count);
  table.copy(wide, 0, 0, 8);
  for (let nth = 0; nth < count; nth += 1) {
    wide.writeBigUInt64BE(BigInt(table.readUInt32BE(8 + 4 * nth)), 8 + 8 * nth);
  }
  return wide;
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

describe('a re-encoded clip', () => {
  const stubs: EncoderStub[] = [];
  let small: Buffer;
  let source: Buffer;
  before(async () => {
    small = await clip();
    source = addXmpBox(await clip({ width: 640, height: 360 }), XMP);
  });
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.remove()));
    await expectNothingLeft();
  });
  const stub = async (made: Parameters<typeof encoderStub>[0]): Promise<EncoderStub> => {
    const started = await encoderStub(made);
    stubs.push(started);
    return started;
  };

  it('is measured and labelled as generated', async () => {
    const { program, calls } = await stub(small);
    const maker = createRenditionMaker(program);
    expect(maker.canEncode).to.equal(true);
    const { bytes, ...facts } = await maker.encodeClip(
      sourceOf(source),
      PLAN,
      async ({ path, ...made }) => ({ ...made, bytes: await readFile(path) }),
      signal,
    );
    expect(facts).to.deep.equal({
      size: bytes.length,
      width: 320,
      height: 180,
      durationMs: 1_000,
    });
    expect(bytes.subarray(0, small.length).equals(small)).to.equal(true);
    expect(types(bytes).at(-1)).to.equal('uuid');
    expect(bytes.includes(XMP)).to.equal(true);
    const [args = []] = await calls();
    expect(args).to.include('-nostdin').and.include('+faststart').and.include('libx264');
    const valueOf = (name: string) => args[args.indexOf(name) + 1];
    expect(valueOf('-protocol_whitelist')).to.equal('file');
    expect(valueOf('-vf')).to.include(`w='min(iw,320)':h='min(ih,180)'`);
    expect(
      args.filter((one) => one === '-threads'),
      'to read and to write',
    ).to.have.length(2);
  });

  it('has a lower bit rate if it is longer, so that the file is small enough', async () => {
    const rates = [];
    for (const durationMs of [1_000, 60_000, 900_000, null]) {
      const { program, calls } = await stub(small);
      const plan = { ...PLAN, maxBytes: 100_000_000 };
      await createRenditionMaker(program).encodeClip(
        sourceOf(source, { durationMs }),
        plan,
        async () => undefined,
        signal,
      );
      const [args = []] = await calls();
      rates.push(Number(args[args.indexOf('-maxrate') + 1]));
    }
    expect(rates).to.deep.equal([10_000_000, 10_000_000, 672_000, 1_072_000]);
  });

  it('is rejected if it differs from the requested dimensions', async () => {
    const { program } = await stub(small);
    const maker = createRenditionMaker(program);
    for (const change of [{ maxWidth: 318 }, { maxHeight: 178 }, { maxBytes: 1_000 }]) {
      const failure = await failureOf(
        maker.encodeClip(sourceOf(source), { ...PLAN, ...change }, async () => undefined, signal),
      );
      expect(bare(failure)).to.deep.equal([
        RenditionImpossible,
        'The clip cannot be made small enough.',
      ]);
    }
  });

  it('fails permanently if it is unreadable or too slow, and is retried if the program is missing', async () => {
    const encode = async (program: string, deadlineMs?: number) =>
      failureOf(
        encodeWith(
          program,
          { from: '/nowhere', to: '/nowhere', plan: PLAN, durationMs: 1 },
          signal,
          deadlineMs,
        ),
      );
    const late = await encode((await stub('hangs')).program, 100);
    expect(bare(late)).to.deep.equal([RenditionImpossible, 'The clip takes too long to encode.']);
    const failed = await encode((await stub('fails')).program);
    expect(bare(failed)).to.deep.equal([RenditionImpossible, 'The clip cannot be read.']);
    expect(await encode('/nowhere/ffmpeg')).to.not.be.instanceOf(RenditionImpossible);
  });

  it('rejects with the abort reason when aborted, and is not started if the file is incomplete', async () => {
    const { program, calls } = await stub('hangs');
    const ending = new AbortController();
    const work = createRenditionMaker(program).encodeClip(
      sourceOf(source),
      PLAN,
      async () => undefined,
      ending.signal,
    );
    ending.abort(new Error('enough'));
    expect((await failureOf(work)).name).to.be.oneOf(['AbortError', 'Error']);
    const cut = sourceOf(source, { size: source.length + 1 });
    const failure = await failureOf(
      createRenditionMaker(program).encodeClip(cut, PLAN, async () => undefined, signal),
    );
    expect(failure.message).to.equal('The clip came incomplete.');
    expect(await calls()).to.deep.equal([]);
  });

  it('requires ffmpeg', async () => {
    const maker = createRenditionMaker(null);
    expect(maker.canEncode).to.equal(false);
    const work = maker.encodeClip(sourceOf(source), PLAN, async () => undefined, signal);
    expect(await failureOf(work)).to.be.instanceOf(RenditionImpossible);
  });
});
