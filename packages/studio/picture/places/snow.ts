import { mix } from '../colour.js';
import { snowColour, terrain } from '../palette.js';
import type { Random } from '../random.js';
import type { GroundSetting, Stage } from '../stage.js';
import { path } from '../svg.js';
import { pine, pineRow } from '../pines.js';
import { sampleAcross, fillBelow, createGentleGround, misty, type Profile } from './ridge.js';

/**
 * Draws drifts that grow whiter towards the viewer, with a dark wood behind and a few big trees.
 */
export function snow(stage: Stage): GroundSetting {
  const random = stage.random.fork('snow');
  const { palette, horizon, height, unit } = stage;
  const depth = height - horizon;
  const drifts = [0, 0.5, 1].map((nearness, layer) => {
    const line = createGentleGround(
      stage,
      random,
      horizon + depth * (0.04 + 0.2 * layer),
      unit * 0.04,
    );
    const crest = snowColour(palette, nearness);
    const paint = misty(
      horizon + depth * 0.2 * layer,
      height - depth * 0.1 * (2 - layer),
      crest,
      mix(crest, palette.far, 0.5),
    );
    const wood =
      layer === 2
        ? ''
        : pineRow(stage, random.fork(`row ${layer}`), line, unit * 0.09 * (layer + 1));
    const trees = path(wood, mix(terrain(palette, 0.3 + 0.3 * layer), palette.skyLow, 0.12));
    return {
      line,
      svg:
        (layer === 0 ? trees : sparse(stage, random, line)) +
        fillBelow(sampleAcross(stage, line), height, paint),
    };
  });
  const last = drifts[2]?.line ?? (() => horizon + depth * 0.4);
  const banks = createGentleGround(stage, random, height - depth * 0.1, unit * 0.03);
  const bank = misty(
    height - depth * 0.16,
    height,
    snowColour(palette, 1),
    mix(snowColour(palette, 1), palette.skyMid, 0.4),
  );
  return {
    back: drifts.map(({ svg }) => svg).join(''),
    front: fillBelow(sampleAcross(stage, banks), height, bank),
    footing: (x) => last(x) + depth * 0.2,
  };
}

/** Draws a few big pines away from the subject, with snow on their sunny side. */
function sparse(stage: Stage, random: Random, line: Profile): string {
  const { unit, width, palette } = stage;
  const spots = [0.05, 0.14, 0.27, 0.74, 0.87, 0.96].map(
    (at) => width * (at + random.between(-0.03, 0.03)),
  );
  return spots
    .filter((x) => Math.abs(x - stage.heroX) > unit * 0.24)
    .map((x) => {
      const tall = unit * random.between(0.2, 0.42);
      const tree = pine(x, line(x) + unit * 0.02, tall);
      const colour = mix(terrain(palette, 0.8), palette.skyLow, 0.1);
      const shift = stage.sun.at[0] > x ? tall * 0.012 : -tall * 0.012;
      return (
        path(pine(x + shift, line(x) + unit * 0.012, tall), snowColour(palette, 1), 0.75) +
        path(tree, colour)
      );
    })
    .join('');
}
