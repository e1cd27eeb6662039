import { expect } from 'chai';
import { removeAudio, addXmpBox } from '../../adapters/media/mp4-provenance.js';
import { toProvenanceXmp } from '../../adapters/media/provenance.js';
import { boxAt, boxes, seen } from '../../packages/studio/test/clip/clips.js';
import { fixture } from './inspection/samples.js';

const XMP = toProvenanceXmp({ generationId: 'gen_1', synthetic: 'algorithmic' });
const XMP_NAME = 'be7acfcb97a942e89c71999491e3afac';

/** Finds the XMP packets of a file as a reader does: by the name of a top-level box. */
const packets = (mp4: Buffer): string[] =>
  boxes(mp4)
    .filter(({ type, content }) => type === 'uuid' && content.toString('hex', 0, 16) === XMP_NAME)
    .map(({ content }) => content.toString('utf8', 16));

const failed = (bytes: Buffer) =>
  removeAudio(bytes).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error ? 'refused' : 'odd'),
  );

function box(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as Buffer)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

describe("a clip's provenance", () => {
  it('is a separate box at the end, so the other bytes stay unchanged', () => {
    const mp4 = Buffer.concat([
      box('ftyp', 'isom'),
      box('moov', box('mvhd', 'kept')),
      box('mdat', 'x'),
    ]);
    const labelled = addXmpBox(mp4, XMP);
    expect(labelled.subarray(0, mp4.length).equals(mp4)).to.equal(true);
    expect(packets(labelled)).to.deep.equal([XMP]);
    expect(labelled.length - mp4.length).to.equal(24 + Buffer.byteLength(XMP));
  });

  it("replaces the encoder's notes, which may contain a prompt", () => {
    const moov = box('moov', box('mvhd', 'kept'), box('udta', 'a secret prompt'));
    const mp4 = Buffer.concat([moov, box('mdat', 'pictures'), box('meta', 'secret settings')]);
    const labelled = addXmpBox(mp4, XMP);
    expect(labelled.includes('secret')).to.equal(false);
    expect(
      labelled.subarray(0, 24).equals(mp4.subarray(0, 24)),
      'the bytes before the box',
    ).to.equal(true);
    expect(labelled.includes('pictures')).to.equal(true);
    expect(boxes(labelled).map(({ type }) => type)).to.deep.equal(['moov', 'mdat', 'free', 'uuid']);
  });

  it('does not disturb players', async () => {
    const mp4 = fixture('clip.mp4');
    const [before, after] = [await seen(mp4), await seen(addXmpBox(mp4, XMP))];
    expect(after).to.deep.equal(before);
  });

  it('replaces an upstream label, and keeps other upstream boxes', () => {
    const note = Buffer.from('\0\0\0\x1cuuidC2PA-is-another-name', 'latin1');
    const upstream = Buffer.concat([addXmpBox(fixture('clip.mp4'), 'made elsewhere'), note]);
    const labelled = addXmpBox(upstream, XMP);
    expect(packets(labelled)).to.deep.equal([XMP]);
    expect(labelled.includes('made elsewhere')).to.equal(false);
    expect(labelled.includes('C2PA-is-another-name')).to.equal(true);
    expect(labelled.length).to.equal(upstream.length + 24 + Buffer.byteLength(XMP));
  });

  it('can follow a last box that extends to the end of the file', () => {
    const mp4 = Buffer.from(fixture('clip.mp4'));
    const { length } = mp4;
    const last = boxes(mp4).at(-1);
    if (!last) throw new Error('boxes');
    mp4.writeUInt32BE(0, length - last.content.length - 8);
    const labelled = addXmpBox(mp4, XMP);
    expect(packets(labelled)).to.deep.equal([XMP]);
  });

  it('can be appended to any bytes, even if they are not MP4', () => {
    expect(addXmpBox(Buffer.alloc(0), XMP).length).to.equal(24 + Buffer.byteLength(XMP));
    expect(addXmpBox(Buffer.from('no boxes in here'), XMP).includes('gen_1')).to.equal(true);
  });
});

describe('clips without sound', () => {
  for (const name of ['clip.mp4', 'clip.mov', 'fragmented.mp4']) {
    it(`keep every frame of ${name} unchanged, with the index first`, async () => {
      const mp4 = fixture(name);
      const [before, muted] = [await seen(mp4), await removeAudio(mp4)];
      expect(before.audio).to.have.length(1);
      const after = await seen(muted);
      expect(after.audio).to.be.empty;
      expect(after.video[0]).to.include({ codec: 'avc', width: 64, height: 48 });
      const data = (list: typeof before.video) =>
        list[0]?.packets.map((packet) => Buffer.from(packet.data).toString('hex'));
      expect(data(after.video)).to.deep.equal(data(before.video));
      expect(after.video[0]?.packets.map(({ type }) => type)).to.deep.equal(
        before.video[0]?.packets.map(({ type }) => type),
      );
      expect(after.seconds).to.be.closeTo(before.video[0]?.seconds ?? 0, 0.001);
      const order = boxes(muted).map(({ type }) => type);
      expect(order.indexOf('moov')).to.be.within(0, order.indexOf('mdat'));
      expect(boxAt(muted, 'moov', 'mvhd').length).to.be.above(20);
    });
  }

  it('stay unchanged if they have no sound to remove', async () => {
    const silent = await removeAudio(fixture('clip.mp4'));
    expect((await removeAudio(silent)).equals(silent)).to.equal(true);
  });

  it('are rejected if they have no picture', async () => {
    const files = [fixture('tone.m4a'), Buffer.from('no boxes in here'), fixture('mpeg4part2.mp4')];
    expect(await Promise.all(files.map(failed))).to.deep.equal(['refused', 'refused', 'refused']);
  });
});
