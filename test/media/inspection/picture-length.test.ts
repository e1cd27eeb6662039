import { expect } from 'chai';
import { useInspector } from './harness.js';
import { oddClip } from './odd-clips.js';
import { fixture } from './samples.js';

describe("a video's length", () => {
  const { inspect, refusal } = useInspector();
  const lengthOf = async (clip: Buffer) => (await inspect(clip)).durationSeconds;

  it('is the length of its picture track, not its sound', async () => {
    expect(await lengthOf(oddClip({ sound: { stretch: 4 } }))).to.be.closeTo(0.5, 0.01);
    expect(await lengthOf(oddClip({ picture: { stretch: 4 } }))).to.be.closeTo(2, 0.01);
  });

  it('can be close to zero', async () => {
    const picture = { stretch: 1 / 3_000, timescale: 0x7fff_ffff };
    expect(await lengthOf(oddClip({ picture, sound: { stretch: 4 } }))).to.be.below(0.001);
    expect(await lengthOf(fixture('tiny.mp4'))).to.be.below(0.001);
  });

  const pictures = {
    'has no duration': { stretch: 0 },
    'ends before 0': { mediaTime: 0x7fff_ffff },
    'has no timescale': { timescale: 0 },
  };
  it('is rejected for zero.mp4, whose picture track has no duration', async () => {
    expect((await refusal(fixture('zero.mp4'))).reason).to.equal('undecodable');
  });

  for (const [name, picture] of Object.entries(pictures)) {
    it(`is rejected when its picture track ${name}`, async () => {
      expect((await refusal(oddClip({ picture }))).reason).to.equal('undecodable');
    });
  }
});
