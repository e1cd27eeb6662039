import { expect } from 'chai';
import { BORDER, confine, computeLine } from '../../clip/camera.js';
import { easeInOut, MOVES, findMoves, computeView, type Move } from '../../clip/moves.js';
import { readShot } from '../../clip/shot.js';

const SIZES = [16 / 9, 9 / 16, 1, 21 / 9, 9 / 21];

describe('camera moves in local clips', () => {
  it('are read from the prompt', () => {
    const rows: Record<string, readonly Move[]> = {
      'a fox': ['push'],
      'Zoom in on the castle': ['zoom_in'],
      'the camera zooms slowly out': ['zoom_out'],
      'pull back to reveal the valley': ['zoom_out'],
      'dolly in': ['dolly_in'],
      'slow push-in': ['dolly_in'],
      'drone flying over the hills': ['dolly_in'],
      'camera pans to the left': ['pan_left'],
      'panning right across the skyline': ['pan_right'],
      'tilt up to the sky': ['tilt_up'],
      'the camera tilts down': ['tilt_down'],
      'orbit shot around the car': ['orbit'],
      'the camera rotates': ['rotate'],
      'handheld documentary': ['handheld'],
      'handheld, pan left': ['pan_left', 'handheld'],
      'static shot, no zoom': ['static'],
      'locked-off camera on a tripod': ['static'],
      'a frying pan on a stove': ['push'],
      'a spinning dancer': ['push'],
      '': ['push'],
    };
    const heard = Object.fromEntries(
      Object.keys(rows).map((prompt) => [prompt, findMoves(prompt)]),
    );
    expect(heard).to.deep.equal(rows);
  });

  it('always start with the whole picture', () => {
    for (const move of MOVES) {
      const view = confine(computeView([move], { done: 0, at: 0, reach: 1.5 }), 16 / 9);
      for (const row of [-0.5, 0, 0.5]) {
        const line = computeLine(view, row, 16 / 9);
        expect([line.x, line.y, line.dx, line.dy], move).to.deep.equal([0, row, 1, 0]);
      }
    }
  });

  it('stay within the mirrored border at every shape and speed', () => {
    const moves = [
      ...MOVES.map((move) => [move]),
      ...MOVES.map((move) => [move, 'handheld' as const]),
    ];
    for (const aspect of SIZES) {
      for (const list of moves) {
        for (let at = 0; at <= 30; at += 0.5) {
          const view = confine(
            computeView(list, { done: easeInOut(at / 30), at, reach: 1.5 }),
            aspect,
          );
          for (const row of [-0.5, -0.2, 0.2, 0.5]) {
            const { x, y, dx, dy } = computeLine(view, row, aspect);
            const reach = 0.5 + BORDER;
            const label = `${list.join()} ${aspect} ${at}`;
            expect(Math.abs(x) + Math.abs(dx) / 2, label).to.be.at.most(reach);
            expect(Math.abs(y) + Math.abs(dy) / 2, label).to.be.at.most(reach);
          }
        }
      }
    }
  });

  it('show only the picture itself when they move closer or turn', () => {
    for (const move of ['push', 'zoom_in', 'dolly_in', 'rotate', 'handheld', 'static'] as const) {
      for (const aspect of SIZES) {
        for (let done = 0; done <= 1; done += 0.1) {
          const view = confine(computeView([move], { done, at: done * 8, reach: 1.5 }), aspect);
          for (const row of [-0.5, 0.5]) {
            const { x, y, dx, dy } = computeLine(view, row, aspect);
            expect(Math.abs(x) + Math.abs(dx) / 2, move).to.be.at.most(0.5 + 1e-9);
            expect(Math.abs(y) + Math.abs(dy) / 2, move).to.be.at.most(0.5 + 1e-9);
          }
        }
      }
    }
  });

  it('ease in and out: speed up, hold the speed, slow down', () => {
    const steps = Array.from(
      { length: 100 },
      (_, at) => easeInOut((at + 1) / 100) - easeInOut(at / 100),
    );
    expect(easeInOut(0)).to.equal(0);
    expect(easeInOut(1)).to.equal(1);
    expect(Math.min(...steps)).to.be.above(0);
    expect(Math.max(...steps)).to.be.below(0.015);
    expect(steps[0]).to.be.below(0.002);
    expect(steps.at(-1)).to.be.below(0.002);
  });

  it('are larger in a long clip or with words for speed, and smaller with words for slowness', () => {
    const reach = (prompt: string, seconds: number) => readShot(prompt, seconds, 1).reach;
    expect(reach('zoom', 4)).to.equal(1);
    expect(reach('zoom', 8)).to.be.above(1.2);
    expect(reach('zoom', 30)).to.equal(1.5);
    expect(reach('slow zoom', 4)).to.be.below(0.8);
    expect(reach('fast zoom', 4)).to.equal(1.5);
  });
});
