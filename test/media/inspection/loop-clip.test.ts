import { expect } from 'chai';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { MEGABYTE } from '../../../domain/catalogue/media-types.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { failureOf } from '../../support/failure.js';
import { useInspector } from './harness.js';
import { oddClip } from './odd-clips.js';
import { fixture } from './samples.js';

/** Stretches the fixture, which lasts half a second. */
const clipOfSeconds = (seconds: number) =>
  oddClip({ picture: { stretch: seconds / 0.5 }, sound: { stretch: seconds / 0.5 } });

async function facts(bytes: Buffer) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('no picture');
  const packets: Buffer[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    packets.push(Buffer.from(data));
  }
  const sound = (await input.getPrimaryAudioTrack()) !== null;
  return { packets, seconds: await track.computeDuration(), sound };
}

describe('a motion clip that is too short for its provider', () => {
  const { get } = useInspector();

  it('is repeated from its start, frame by frame, until it is long enough', async () => {
    const clip = clipOfSeconds(1.25);
    const before = await facts(clip);
    expect(before.seconds).to.be.closeTo(1.25, 0.01);
    const looped = await facts(await get().loop(clip, 3));
    expect(looped.seconds).to.be.closeTo(3 * 1.25, 0.01);
    const { packets } = before;
    expect(looped.packets).to.deep.equal([...packets, ...packets, ...packets]);
    expect(looped.sound).to.equal(false);
  });

  it('keeps the last bytes of a file that ends with its picture data', async () => {
    const clip = await get().loop(clipOfSeconds(1.25), 3);
    const { packets } = await facts(clip);
    const looped = await facts(await get().loop(clip, 4));
    expect(looped.packets).to.deep.equal([...packets, ...packets]);
  });

  it('stays unchanged if it is already long enough', async () => {
    const clip = clipOfSeconds(1.25);
    expect((await get().loop(clip, 1)).equals(clip)).to.equal(true);
  });

  it('is rejected if the file is not a clip', async () => {
    const failure = await failureOf(get().loop(Buffer.from('no clip'), 3));
    expect(failure).to.be.instanceOf(MediaRefused).and.include({ reason: 'undecodable' });
  });

  const timeless = { stretch: 1 / 3_000, timescale: 0x7fff_ffff };
  const odd = {
    'a picture track without duration': oddClip({ picture: { stretch: 0 }, sound: { stretch: 4 } }),
    'a picture track of a billionth of a second': oddClip({
      picture: timeless,
      sound: { stretch: 4 },
    }),
    'a picture track of half a second': oddClip({ sound: { stretch: 4 } }),
    'a picture track of negative duration': oddClip({ picture: { mediaTime: 0x7fff_ffff } }),
    'the picture track of tiny.mp4': fixture('tiny.mp4'),
    'the picture track of zero.mp4': fixture('zero.mp4'),
  };
  for (const [name, clip] of Object.entries(odd)) {
    it(`is rejected as undecodable, not by a timeout: ${name}`, async () => {
      const failure = await failureOf(get().loop(clip, 3));
      expect(failure).to.be.instanceOf(MediaRefused).and.include({ reason: 'undecodable' });
    });
  }

  it('is rejected if repeating it would exceed the upload limit', async () => {
    const padding = Buffer.alloc(70 * MEGABYTE);
    padding.writeUInt32BE(padding.length);
    padding.write('free', 4, 'latin1');
    const failure = await failureOf(get().loop(Buffer.concat([clipOfSeconds(1.25), padding]), 3));
    expect(failure).to.be.instanceOf(MediaRefused).and.include({ reason: 'too_large' });
  });
});
