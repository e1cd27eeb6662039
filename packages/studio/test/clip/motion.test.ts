import { expect } from 'chai';
import { computePace, measurePace, type Pace } from '../../clip/motion.js';
import { clip, fixture, media, seen } from './clips.js';
import { difference, frameAt, framesOf, square } from './frames.js';
const PIXELS = 640 * 360;

/** Lists coded frames at 24 per second: a key frame of 9,000 bytes, then the given sizes. */
const coded = (sizes: readonly number[]) =>
  [9_000, ...sizes].map((bytes, at) => ({ at: at / 24, bytes, key: at === 0 }));
const times = (count: number, size: number) => Array.from({ length: count }, () => size);

/** Builds the pace of a clip of four seconds: one second of rest, then two of movement. */
function restThenMove(upright: boolean, cuts: readonly number[] = []): Pace {
  const activity = Float64Array.from({ length: 96 }, (_, at) => (at >= 24 && at < 72 ? 1 : 0));
  return { activity, cuts, upright, frames: 72 };
}

const task = (orientation: 'video' | 'image') => ({
  prompt: 'a dancer',
  motion: { clip: new Uint8Array(), orientation },
});

describe('motion control of local clips', () => {
  it('distinguishes rest from movement by the encoded frame sizes', () => {
    const moments = coded([...times(47, 15), ...times(48, 3_000)]);
    const { activity, cuts } = computePace(moments, { frames: 96, shown: 96, pixels: PIXELS });
    expect(activity[20]).to.be.below(0.15);
    expect(activity[80]).to.be.within(0.8, 1.2);
    expect(cuts).to.be.empty;
  });

  it('treats a frame many times the usual size as a cut, and adjacent large frames as a single cut', () => {
    const sizes = times(95, 1_000);
    sizes[39] = 20_000;
    sizes[40] = 9_000;
    const { activity, cuts } = computePace(coded(sizes), { frames: 96, shown: 96, pixels: PIXELS });
    expect(cuts).to.deep.equal([40]);
    expect(Math.max(...activity)).to.be.below(3);
  });

  it('reads frames in timestamp order for any coding order', () => {
    const moments = coded([...times(47, 15), ...times(48, 3_000)]);
    const numbers = { frames: 96, shown: 96, pixels: PIXELS };
    expect(computePace(moments.toReversed(), numbers)).to.deep.equal(computePace(moments, numbers));
  });

  it("reads a clip's length and shape in every container, and recognises a still clip", async () => {
    for (const name of ['clip.mp4', 'clip.mov', 'clip.m4v', 'clip.webm']) {
      const pace = await measurePace(fixture(name), 48);
      expect(pace, name).to.deep.include({ frames: 12, upright: false, cuts: [] });
      expect(pace.activity, name).to.have.length(48);
      expect(Math.max(...pace.activity), name).to.be.below(0.8);
      expect(pace.activity[12], name).to.equal(0);
    }
  });

  it('moves when the motion clip moves, rests when it rests, and holds the last frame', async () => {
    const frames = await framesOf(task('video'), restThenMove(false));
    const [start, rest, moved, end, held] = [0, 23, 60, 71, 95].map((at) => frameAt(frames, at));
    if (!start || !rest || !moved || !end || !held) throw new Error('five frames');
    const at = [start, rest, moved, end, held].map((frame) => square(frame).x);
    expect(Math.abs((at[1] ?? 0) - (at[0] ?? 0))).to.be.below(6);
    expect((at[1] ?? 0) - (at[2] ?? 0)).to.be.above(8);
    expect((at[2] ?? 0) - (at[3] ?? 0)).to.be.above(1);
    expect(difference(end, held)).to.equal(0);
  });

  it('moves along the longer side of the motion clip, or of the first frame', async () => {
    const travel = async (orientation: 'video' | 'image') => {
      const frames = await framesOf(task(orientation), restThenMove(true));
      const [start, end] = [square(frameAt(frames, 0)), square(frameAt(frames, 71))];
      return { x: end.x - start.x, y: end.y - start.y };
    };
    const [upright, wide] = [await travel('video'), await travel('image')];
    expect(upright.y).to.be.above(8);
    expect(wide.x).to.be.below(-8);
  });

  it('reframes at each cut in the motion clip', async () => {
    const frames = await framesOf(task('video'), restThenMove(false, [50]));
    const [before, cut, after] = [49, 50, 51].map((at) => frameAt(frames, at));
    if (!before || !cut || !after) throw new Error('three frames');
    expect(difference(before, cut)).to.be.above(2 * difference(cut, after));
    expect(square(cut).width).to.be.above(square(before).width);
  });

  it('renders a clip of exactly the requested length from a shorter motion clip', async () => {
    const motion = { clip: media(fixture('clip.mp4')), orientation: 'image' as const };
    const { video, seconds } = await seen(await clip({ seconds: 2, motion }));
    expect(seconds).to.equal(2);
    expect(video[0]?.packets).to.have.length(48);
    // The last frame is repeated, and a repeated frame takes hardly any bytes.
    const late = video[0]?.packets.slice(30).map(({ byteLength }) => byteLength) ?? [];
    expect(Math.max(...late)).to.be.below(120);
  });
});
