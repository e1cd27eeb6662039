import { BufferSource, EncodedPacketSink, Input, MP4, QTFF, WEBM } from 'mediabunny';
import { FRAME_RATE } from './encoder.js';

/** The pace of a clip, a number per frame of ours: how much moves in it then, 1 being its usual. */
export interface Pace {
  readonly activity: Float64Array;
  /** Frames at which the clip cuts to another shot. */
  readonly cuts: readonly number[];
  /** The clip is higher than wide. */
  readonly upright: boolean;
  /** Frames up to the end of the clip; from there on everything is held. */
  readonly frames: number;
}

interface Moment {
  readonly at: number;
  readonly bytes: number;
  readonly key: boolean;
}

/** 30 s of a slow-motion clip at 240 frames a second, and some. */
const PACKETS_MAX = 8192;
/** A frame that depends on others is this much larger than usual when nothing of them is left. */
const CUT_ABOVE = 5;
/** What a frame takes in which nothing moves at all, and one in which hardly anything does. */
const STILL_BYTES = 40;
const PIXELS_PER_BYTE = 1500;
/** Around a moment, in frames: encoders spread bytes unevenly over neighbours. */
const SMOOTH_FRAMES = 4;
/** One great flash must not freeze the rest. */
const ACTIVITY_MAX = 3;

/**
 * Reads how much moves in a clip at each moment from the sizes of its coded frames: a frame is coded
 * as what has changed since the last, so a large one means movement and a huge one a cut. The frames
 * are not decoded, because no maintained npm package decodes the High profile of H.264 that cameras
 * write; so the direction of the movement is not known, only its timing and strength.
 * @throws what the demuxer throws at a clip that it cannot read
 */
export async function paceOf(clip: Uint8Array, frames: number): Promise<Pace> {
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new BufferSource(clip) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('no video track');
    const sink = new EncodedPacketSink(track);
    const moments: Moment[] = [];
    let end = 0;
    for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
      const { timestamp: at, duration, byteLength: bytes, type } = packet;
      moments.push({ at, bytes, key: type === 'key' });
      end = Math.max(end, at + duration);
      // A margin, because frames that depend on later ones come after those.
      if (at > frames / FRAME_RATE + 2 || moments.length >= PACKETS_MAX) break;
    }
    const upright = (await track.getDisplayHeight()) > (await track.getDisplayWidth());
    const shown = Math.min(frames, Math.round(end * FRAME_RATE));
    const pixels = (await track.getCodedWidth()) * (await track.getCodedHeight());
    return { ...paceFrom(moments, { frames, shown, pixels }), upright, frames: shown };
  } finally {
    input.dispose();
  }
}

/** The pace of coded frames in any order; exported for its rules alone. */
export function paceFrom(
  moments: readonly Moment[],
  { frames, shown, pixels }: { frames: number; shown: number; pixels: number },
): Pick<Pace, 'activity' | 'cuts'> {
  const inOrder = moments.toSorted((one, other) => one.at - other.at);
  const dependent = inOrder.filter(({ key }) => !key).map(({ bytes }) => bytes);
  const usual = Math.max(STILL_BYTES, pixels / PIXELS_PER_BYTE, median(dependent));
  const raw = new Float64Array(frames);
  const cuts: number[] = [];
  for (const [index, { at, bytes, key }] of inOrder.entries()) {
    const frame = Math.round(at * FRAME_RATE);
    if (frame < 0 || frame >= shown) continue;
    // Key frames are large whatever happens; their neighbours tell.
    const neighbour = inOrder[index + 1] ?? inOrder[index - 1];
    const size = key ? (neighbour?.key === false ? neighbour.bytes : usual) : bytes;
    raw[frame] = Math.max(raw[frame] ?? 0, Math.min(ACTIVITY_MAX, Math.sqrt(size / usual)));
    if (!key && bytes > CUT_ABOVE * usual && frame > 0) cuts.push(frame);
  }
  fillGaps(raw, shown);
  return { activity: smooth(raw, shown), cuts: apart(cuts) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

/** A clip of fewer frames a second than ours says nothing of those between. */
function fillGaps(raw: Float64Array, shown: number): void {
  for (let frame = 1; frame < shown; frame += 1) raw[frame] ||= raw[frame - 1] ?? 0;
}

function smooth(raw: Float64Array, shown: number): Float64Array {
  return raw.map((_, frame) => {
    if (frame >= shown) return 0;
    const near = raw.slice(Math.max(0, frame - SMOOTH_FRAMES), frame + SMOOTH_FRAMES + 1);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

/** A cut that is coded in several large frames is one. */
function apart(cuts: readonly number[]): number[] {
  return cuts.filter((cut, index) => cut - (cuts[index - 1] ?? -Infinity) > SMOOTH_FRAMES);
}
