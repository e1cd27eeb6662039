import { confine, computeLine, computeNearness, type View } from './camera.js';
import { FRAME_RATE } from './encoder.js';
import { createLamp } from './light.js';
import type { Pace } from './motion.js';
import { easeInOut, computeView, type Move } from './moves.js';
import type { ClipPictures } from './pictures.js';
import { toYuv, type Plane } from './planes.js';
import type { ClipTask } from './protocol.js';
import { readShot, type Shot } from './shot.js';
import { createLines, setLine, warp, type Light } from './warp.js';
import { createAir, type Frame } from './weather.js';

/** Maximum shift of the last frame's colours towards the references' colours, in levels. */
const TINT_MAX = 9;
/** Maximum movement of water at the picture's lower edge, as a fraction of the width. */
const RIPPLE = 0.0028;
/** Zoom of every second shot between a clip's cuts. */
const CUT_IN = 1.14;

/** Draws a clip's frames, in any order, into one buffer that the next call overwrites. */
export interface FrameMaker {
  readonly count: number;
  draw(index: number): Uint8ClampedArray;
}

/**
 * @param pace the motion clip's pace, if there is a motion clip: it decides when and how much the
 * camera moves
 */
export function createFrameMaker(
  task: ClipTask,
  { planes, tint: colour }: ClipPictures,
  pace: Pace | null,
): FrameMaker {
  const { width, height, seconds } = task;
  const shot = readShot(task.prompt, seconds, task.seed);
  const frame: Frame = { data: new Uint8ClampedArray((width * height * 3) / 2), width, height };
  const parts = splitPlanes(frame.data, width * height);
  const light = makeDark(width, height);
  const colours = [makeDark(width / 2, height / 2), makeDark(width / 2, height / 2)] as const;
  const lamp = createLamp(shot.mood, seconds, shot.random.fork('light'));
  const air = createAir(shot.weathers, shot.random.fork('air'));
  const lines = createLines(height);
  const tint = computeTint(colour);
  const count = seconds * FRAME_RATE;
  const course = pace === null ? createCourse(shot, count) : createPacedCourse(pace, shot, task);

  const drawPlane = (plane: Plane, out: Uint8ClampedArray, lit: Light, view: View, at: number) => {
    const rows = lit.rows.length;
    for (let row = 0; row < rows; row += 1) {
      const share = (row + 0.5) / rows - 0.5;
      const line = computeLine(view, share, width / height);
      const wave = shot.water ? ripple(share, at) : 0;
      const step = [line.dx / lit.columns.length, line.dy / lit.columns.length] as const;
      const left = [line.x + wave - line.dx / 2 + step[0] / 2, line.y - line.dy / 2 + step[1] / 2];
      setLine(lines, row, [
        ((left[0] ?? 0) + 0.5) * plane.width - 0.5,
        ((left[1] ?? 0) + 0.5) * plane.height - 0.5,
        step[0] * plane.width,
        step[1] * plane.height,
      ]);
    }
    warp(plane, lines, { out, width: lit.columns.length, light: lit });
  };

  return {
    count,
    draw(index) {
      // After the motion clip's end nothing moves any more.
      const still = pace === null ? index : Math.min(index, Math.max(0, pace.frames - 1));
      const at = still / FRAME_RATE;
      const view = confine(course(still), width / height);
      lamp(light, at);
      drawPlane(planes.y, parts.y, light, view, at);
      colours.forEach((lit, which) => {
        lit.rows.fill(Math.round((tint[which] ?? 0) * (index / count) * 256));
      });
      drawPlane(planes.u, parts.u, colours[0], view, at);
      drawPlane(planes.v, parts.v, colours[1], view, at);
      air(frame, at);
      return frame.data;
    },
  };
}

function splitPlanes(data: Uint8ClampedArray, size: number) {
  return {
    y: data.subarray(0, size),
    u: data.subarray(size, size + size / 4),
    v: data.subarray(size + size / 4),
  };
}

const makeDark = (columns: number, rows: number): Light => ({
  columns: new Int32Array(columns),
  rows: new Int32Array(rows),
});

/**
 * Computes, in levels, the shift of the two colour differences towards the references' mean colour.
 */
function computeTint(colour: ClipPictures['tint']): readonly [number, number] {
  if (colour === null) return [0, 0];
  const [, u, v] = toYuv(...colour);
  const clampTint = (level: number) => Math.min(TINT_MAX, Math.max(-TINT_MAX, (level - 128) / 4));
  return [clampTint(u), clampTint(v)];
}

function ripple(row: number, at: number): number {
  const near = Math.max(0, computeNearness(row)) * 2;
  return RIPPLE * near * Math.min(1, at) * Math.sin(46 * row * (1.4 - near) - 3.1 * at);
}

/** Returns each frame's view before it is confined to the picture. */
type CameraCourse = (index: number) => View;

function createCourse({ moves, reach }: Shot, count: number): CameraCourse {
  return (index) =>
    computeView(moves, {
      done: easeInOut(index / Math.max(1, count - 1)),
      at: index / FRAME_RATE,
      reach,
    });
}

/**
 * Follows a clip's pace: the camera moves as much as things move in the clip, trembles with them,
 * and reframes at its cuts. If the prompt does not contain a move, the camera moves along the
 * clip's long side (orientation `video`) or the first frame's (`image`).
 */
function createPacedCourse(
  pace: Pace,
  { moves, named, reach }: Shot,
  task: ClipTask,
): CameraCourse {
  const upright = task.motion?.orientation === 'video' ? pace.upright : task.height > task.width;
  const along: readonly Move[] = named ? moves : [upright ? 'tilt_up' : 'pan_right'];
  const travelled = new Float64Array(pace.activity.length);
  for (let index = 1; index < travelled.length; index += 1) {
    travelled[index] = (travelled[index - 1] ?? 0) + (pace.activity[index] ?? 0);
  }
  const whole = Math.max(1, travelled.at(-1) ?? 0);
  return (index) => {
    const at = index / FRAME_RATE;
    const done = (travelled[index] ?? 0) / whole;
    const view = computeView(along, { done, at, reach });
    const hand = computeView(['handheld'], { done: 0, at, reach });
    const strength = Math.min(1.5, pace.activity[index] ?? 0) * 0.7;
    const shots = pace.cuts.filter((cut) => cut <= index).length;
    return {
      ...view,
      zoom: view.zoom * hand.zoom * (shots % 2 === 1 ? CUT_IN : 1),
      x: view.x + hand.x * strength,
      y: view.y + hand.y * strength,
      roll: view.roll + hand.roll * strength,
      depth: Math.max(view.depth, hand.depth),
    };
  };
}
