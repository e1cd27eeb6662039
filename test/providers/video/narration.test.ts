import { BufferSource, EncodedPacketSink, Input, MP3, MP4, OGG, WEBM, ADTS } from 'mediabunny';
import { expect } from 'chai';
import { fixture } from '../../storage/inspection/samples.js';
import { clip, media, seen } from './clips.js';

/** The packets of a sound file. */
async function packetsOf(bytes: Buffer): Promise<Uint8Array[]> {
  const input = new Input({
    formats: [MP4, MP3, OGG, WEBM, ADTS],
    source: new BufferSource(bytes),
  });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('no sound');
  const list: Uint8Array[] = [];
  const framed = await input.getFormat();
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    // A bare AAC stream has a header of seven bytes before each packet, which MP4 has no place for.
    list.push(framed === ADTS ? data.subarray(7) : data);
  }
  return list;
}

/** Half a second of 16-bit PCM, mono: a tone of full strength, then silence. */
function wav(rate: number, seconds: number): Buffer {
  const samples = Buffer.alloc(rate * seconds * 2);
  for (let at = 0; at < rate * seconds; at += 1) {
    samples.writeInt16LE(Math.round(30_000 * Math.sin((2 * Math.PI * 440 * at) / rate)), at * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

const total = (packets: readonly { readonly byteLength: number }[]): number =>
  packets.reduce((sum, { byteLength }) => sum + byteLength, 0);

describe('narration of local clips', function () {
  this.timeout(60_000);

  const copied = {
    'tone.mp3': 'mp3',
    'tone.m4a': 'aac',
    'tone.aac': 'aac',
    'tone.ogg': 'opus',
    'tone.weba': 'opus',
    'vorbis.ogg': 'vorbis',
  };
  for (const [file, codec] of Object.entries(copied)) {
    it(`keeps the packets of ${file} as they are, from the first frame on`, async () => {
      const bytes = fixture(file);
      const { audio, seconds } = await seen(await clip({ audio: true, narration: media(bytes) }));
      expect(audio).to.have.length(1);
      expect(audio[0]?.codec).to.equal(codec);
      expect(seconds).to.equal(1);
      const [first] = audio[0]?.packets ?? [];
      expect(first?.timestamp).to.be.closeTo(0, 0.001);
      const heard = audio[0]?.packets.map(({ data }) => Buffer.from(data).toString('hex'));
      const given = (await packetsOf(bytes)).map((data) => Buffer.from(data).toString('hex'));
      expect(heard).to.deep.equal(given);
    });
  }

  it('is cut to the length of the clip', async () => {
    const narration = media(wav(16_000, 3));
    const { audio, seconds } = await seen(await clip({ audio: true, narration }));
    expect(seconds).to.equal(1);
    expect(audio[0]?.seconds).to.be.within(0.95, 1);
  });

  it('is heard over the ambience when it is PCM, at any rate', async () => {
    const alone = await seen(await clip({ audio: true }));
    for (const rate of [4_000, 44_100]) {
      const narration = media(wav(rate, 1));
      const { audio } = await seen(await clip({ audio: true, narration }));
      expect(audio[0]?.codec).to.equal('aac');
      expect(audio[0]?.packets[0]?.data).not.to.deep.equal(alone.audio[0]?.packets[0]?.data);
      expect(total(audio[0]?.packets ?? [])).to.be.above(2_000);
    }
  });
});
