import { lighten, mix } from '../colour.js';
import { snowColour, terrain } from '../palette.js';
import type { GroundSetting, Stage } from '../stage.js';
import { rect, vertical } from '../svg.js';
import type { Ground } from '../words.js';
import { sampleAcross, fillBelow, createGentleGround, misty } from './ridge.js';

const SAND = '#e3c791';

/**
 * Returns the near ground's colour: a named kind of ground has its own colour; any other uses the
 * picture's inks.
 */
function soil(stage: Stage, nearness: number): string {
  const { palette } = stage;
  const own: Partial<Record<Ground, string>> = {
    snow: snowColour(palette, nearness),
    desert: mix(SAND, palette.near, 0.35),
    beach: mix(SAND, palette.near, 0.25),
  };
  return own[stage.brief.ground] ?? terrain(palette, nearness);
}

/** Draws two low banks along the lower edge: a foreground that keeps the photograph visible. */
export function drawForeground(stage: Stage): GroundSetting {
  const { palette, height, unit } = stage;
  const random = stage.random.fork('foreground');
  const banks = [0.86, 0.925].map((at, index) => {
    const line = createGentleGround(stage, random, height * at, unit * 0.028);
    const crest = soil(stage, 0.7 + 0.3 * index);
    const paint = misty(height * (at - 0.03), height, crest, lighten(crest, -0.07));
    return fillBelow(sampleAcross(stage, line), height, paint);
  });
  const veil = vertical(height * 0.7, height * 0.9, [
    [0, palette.near, 0],
    [1, palette.near, 0.4],
  ]);
  const shade = rect([0, height * 0.7], [stage.width, height * 0.3], veil);
  return {
    back: shade + banks.join(''),
    front: '',
    footing: () => height * 0.94,
  };
}

/** Keeps a photograph's ground; falling snow also settles on it. */
export function drawHere({ brief, width, height }: Stage): GroundSetting {
  const drift = vertical(height * 0.62, height, [
    [0, '#f4f8fc', 0],
    [1, '#f4f8fc', 0.55],
  ]);
  const snow = brief.weather.has('snowfall');
  return {
    back: snow ? rect([0, height * 0.62], [width, height * 0.38], drift) : '',
    front: '',
    footing: () => height * 0.92,
  };
}
