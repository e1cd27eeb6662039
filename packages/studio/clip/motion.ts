import { BufferSource, EncodedPacketSink, Input, MP4, QTFF, WEBM } from 'mediabunny';
import { FRAME_RATE } from './encoder.js';

/** A clip's pace: the amount of movement per output frame; 1 is usual for the clip. */
export interface Pace {
  readonly activity: Float64Array;
  /** Frames with a cut to another shot. */
  readonly cuts: readonly number[];
  /** Whether the clip is taller than wide. */
  readonly upright: boolean;
  /** Number of frames until the clip's end; after that the last frame is held. */
  readonly frames: number;
}

interface Moment {
  readonly at: number;
  readonly bytes: number;
  readonly key: boolean;
}

/** The number of packets in 30 s of a slow-motion clip at 240 frames per second, plus a reserve. */
const PACKETS_MAX = 8192;
/** A dependent frame this much larger than usual means a cut. */
const CUT_ABOVE = 5;
/**
 * Minimum size assumed for a usual frame, in bytes: about the size of a frame in which nothing
 * moves.
 */
const STILL_BYTES = 40;
/**
 * A frame with hardly any movement takes about one byte per this many pixels; also a minimum for the
 * usual size.
 */
const PIXELS_PER_BYTE = 1500;
/**
 * Number of frames to smooth over, because encoders spread bytes unevenly over neighbouring frames.
 */
const SMOOTH_FRAMES = 4;
/** Maximum activity, which limits the effect of one large flash on the other frames. */
const ACTIVITY_MAX = 3;

/**
 * Measures how much moves in a clip at each moment from its coded frames' sizes: a frame encodes
 * the changes since the last frame, so a large frame means movement and a huge one a cut. The
 * frames are not decoded, because no maintained npm package decodes the High profile of H.264 that
 * cameras write. So only the movement's timing and strength are known, not its direction.
 * @throws the demuxer's errors for a clip that it cannot read
 */
export async function measurePace(clip: Uint8Array, frames: number): Promise<Pace> {
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
      // A margin is needed, because frames that depend on later frames are stored after them.
      if (at > frames / FRAME_RATE + 2 || moments.length >= PACKETS_MAX) break;
    }
    const upright = (await track.getDisplayHeight()) > (await track.getDisplayWidth());
    const shown = Math.min(frames, Math.round(end * FRAME_RATE));
    const pixels = (await track.getCodedWidth()) * (await track.getCodedHeight());
    return { ...computePace(moments, { frames, shown, pixels }), upright, frames: shown };
  } finally {
    input.dispose();
  }
}

/** Computes the pace from coded frames in any order; exported only for tests. */
export function computePace(
  moments: readonly Moment[],
  { frames, shown, pixels }: { frames: number; shown: number; pixels: number },
): Pick<Pace, 'activity' | 'cuts'> {
  const inOrder = moments.toSorted((one, other) => one.at - other.at);
  const dependent = inOrder.filter(({ key }) => !key).map(({ bytes }) => bytes);
  const usual = Math.max(STILL_BYTES, pixels / PIXELS_PER_BYTE, computeMedian(dependent));
  const raw = new Float64Array(frames);
  const cuts: number[] = [];
  for (const [index, { at, bytes, key }] of inOrder.entries()) {
    const frame = Math.round(at * FRAME_RATE);
    if (frame < 0 || frame >= shown) continue;
    // Key frames are always large, so use their neighbours' sizes.
    const neighbour = inOrder[index + 1] ?? inOrder[index - 1];
    const size = key ? (neighbour?.key === false ? neighbour.bytes : usual) : bytes;
    raw[frame] = Math.max(raw[frame] ?? 0, Math.min(ACTIVITY_MAX, Math.sqrt(size / usual)));
    if (!key && bytes > CUT_ABOVE * usual && frame > 0) cuts.push(frame);
  }
  fillGaps(raw, shown);
  return { activity: smooth(raw, shown), cuts: mergeNearCuts(cuts) };
}

function computeMedian(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

/** Fills frames that have no value because the clip's frame rate is lower than ours. */
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

/** Merges cuts that are close together, because a cut may be coded in several large frames. */
function mergeNearCuts(cuts: readonly number[]): number[] {
  return cuts.filter((cut, index) => cut - (cuts[index - 1] ?? -Infinity) > SMOOTH_FRAMES);
}
