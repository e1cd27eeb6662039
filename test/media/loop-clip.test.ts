import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { loopClip } from '../../adapters/media/loop-clip.js';
import { failureOf } from '../support/failure.js';

/** Half a second. */
const CLIP = new URL('inspection/fixtures/clip.mp4', import.meta.url);

async function facts(bytes: Buffer) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('no picture');
  let packets = 0;
  let last = -1;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets += 1;
    last = Math.max(last, packet.timestamp);
  }
  const audio = await input.getPrimaryAudioTrack();
  return { packets, last, seconds: await track.computeDuration(), sound: audio !== null };
}

describe('a motion clip that is too short for its upstream', () => {
  let clip: Buffer;
  before(async () => {
    clip = await readFile(CLIP);
  });

  it('is repeated from its start until it is long enough, frame by frame', async () => {
    const before = await facts(clip);
    const looped = await facts(await loopClip(clip, 3));
    expect(looped.seconds).to.be.within(3, 3 + before.seconds);
    expect(looped.packets % before.packets).to.equal(0);
    expect(looped.packets / before.packets).to.equal(Math.ceil(3 / before.seconds));
    expect(looped.sound).to.equal(false);
  });

  it('is left as it is when it is long enough', async () => {
    expect(await loopClip(clip, 0.4)).to.equal(clip);
  });

  it('is refused when it is no clip', async () => {
    expect(await failureOf(loopClip(Buffer.from('no clip'), 3))).to.be.instanceOf(Error);
  });
});
