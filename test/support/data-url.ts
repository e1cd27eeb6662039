import { blackPng } from '../media/inspection/made.js';

/** Encodes a file as a data URL. */
export function dataUrl(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** Draws a black square with sides of this many pixels, as a data URL. */
export function squareUrl(side: number): string {
  return dataUrl(blackPng(side));
}
