import { drawActors } from './actors.js';
import { readBrief } from './brief.js';
import { drawPlace } from './places/places.js';
import { drawSky } from './sky.js';
import { createStage } from './stage.js';
import { drawFinish, drawHaze, drawWeather } from './weather.js';

/** What decides a picture: two equal requests are one picture. */
export interface PictureRequest {
  readonly prompt: string;
  /** 1K size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly aspectRatio: string;
  readonly edit: boolean;
}

/**
 * Draws a prompt as an SVG document of the 1K size. Pure, a few milliseconds, no text and nothing of
 * the prompt's own characters in it.
 * @param scale device pixels per 1K pixel: the same drawing, larger
 */
export function drawPicture(request: PictureRequest, scale = 1): string {
  const { prompt, width, height, aspectRatio, edit } = request;
  const words = prompt.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  const seed = JSON.stringify([words, aspectRatio, edit]);
  const stage = createStage(readBrief(prompt, seed), width, height, seed);
  const { backdrop, setting } = drawPlace(stage);
  const layers = [
    setting.indoors === true ? '' : drawSky(stage) + backdrop + drawHaze(stage),
    setting.back,
    drawActors(stage, setting),
    stage.brief.cast.some(({ name }) => name === 'bust') ? '' : setting.front,
    drawWeather(stage),
    drawFinish(stage),
  ];
  const size = `width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${layers.join('')}</svg>`;
}
