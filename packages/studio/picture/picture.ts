import { drawActors } from './actors.js';
import { drawForeground, drawHere } from './places/foreground.js';
import { drawPlace } from './places/places.js';
import { readBrief } from './read-brief.js';
import { drawSky, drawSkyLights } from './sky.js';
import { createStage, type Stage } from './stage.js';
import { drawHaze, drawWeather } from './weather.js';

/** What decides a picture: two equal requests are one picture. */
export interface PictureRequest {
  readonly prompt: string;
  /** 1K size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly aspectRatio: string;
  readonly edit: boolean;
  /** Another seed is another picture of the same words. */
  readonly seed: number;
}

/** Everything that makes a request itself, as one string. */
export function seedOf({ prompt, aspectRatio, edit, seed }: PictureRequest): string {
  const words = prompt.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  return JSON.stringify([words, aspectRatio, edit, seed]);
}

/** Where the things of a prompt stand, and in which light. */
export function stageOf(request: PictureRequest): Stage {
  const seed = seedOf(request);
  return createStage(readBrief(request.prompt, seed), { ...request, seed });
}

/**
 * Draws the whole picture as an SVG document of the 1K size, without its finish (finish.ts). Pure, a
 * few milliseconds, no text and nothing of the prompt's own characters in it.
 * @param scale device pixels per 1K pixel: the same drawing, larger
 */
export function drawStage(stage: Stage, scale: number): string {
  const { backdrop, setting } = drawPlace(stage);
  return svgDocument(stage, scale, [
    setting.indoors === true ? '' : drawSky(stage) + backdrop + drawHaze(stage),
    setting.back,
    drawActors(stage, setting),
    stage.brief.cast.some(({ name }) => name === 'bust') ? '' : setting.front,
    drawWeather(stage),
  ]);
}

/** What stands before a softened photograph: near ground, subjects, weather. The rest is clear. */
export function drawBefore(stage: Stage, scale: number): string {
  const setting = drawForeground(stage);
  return svgDocument(stage, scale, [
    drawSkyLights(stage),
    drawHaze(stage),
    setting.back,
    drawActors(stage, setting),
    setting.front,
    drawWeather(stage),
  ]);
}

/** What an edit adds to a photograph: subjects and weather, and no land of our own. */
export function drawOnto(stage: Stage, scale: number): string {
  const setting = drawHere(stage);
  return svgDocument(stage, scale, [
    drawSkyLights(stage),
    drawHaze(stage),
    setting.back,
    drawActors(stage, setting),
    drawWeather(stage),
  ]);
}

function svgDocument({ width, height }: Stage, scale: number, layers: readonly string[]): string {
  const size = `width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${layers.join('')}</svg>`;
}
