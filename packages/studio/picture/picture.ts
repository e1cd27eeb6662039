import { drawActors } from './actors.js';
import { drawForeground, drawHere } from './places/foreground.js';
import { drawPlace } from './places/places.js';
import { readBrief } from './read-brief.js';
import { drawSky, drawSkyLights } from './sky.js';
import { createStage, type Stage } from './stage.js';
import { drawHaze, drawWeather } from './weather.js';

/** Everything that determines a picture: equal requests give equal pictures. */
export interface PictureRequest {
  readonly prompt: string;
  /** Size at 1K, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly aspectRatio: string;
  readonly edit: boolean;
  /** Another seed gives another picture for the same words. */
  readonly seed: number;
}

/** Returns a request's complete identity as one string. */
export function buildSeed({ prompt, aspectRatio, edit, seed }: PictureRequest): string {
  const words = prompt.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  return JSON.stringify([words, aspectRatio, edit, seed]);
}

/** Arranges a prompt's subjects, and chooses the light. */
export function buildStage(request: PictureRequest): Stage {
  const seed = buildSeed(request);
  return createStage(readBrief(request.prompt, seed), { ...request, seed });
}

/**
 * Draws the whole picture as an SVG document in the 1K size, without its finish (finish.ts). Pure,
 * takes a few milliseconds, and contains no text and none of the prompt's own characters.
 * @param scale device pixels per 1K pixel, for a larger version of the same drawing
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

/**
 * Draws the layer in front of a softened photograph: near ground, subjects, weather. The rest is
 * transparent.
 */
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

/** Draws what an edit adds to a photograph: subjects and weather, but no land. */
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
